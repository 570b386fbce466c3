package org.iosched.engine.load;

import org.iosched.engine.Amount;
import org.iosched.engine.EngineException;
import org.iosched.engine.Job;

/**
 * Where a job works, in bytes of its target.
 *
 * @param offset where it begins
 * @param bytes how long it is
 * @param ioBytes how much is read and written in all, unless the clock ends the job; under io_size
 *     up to a whole block more
 */
record Extent(long offset, long bytes, long ioBytes) {

  /**
   * Lays a job's sizes on a target, or on one of the files that share them alike.
   *
   * @param files how many files share the job's sizes, 1 or more
   * @throws EngineException if they do not fit
   */
  static Extent of(Job job, Target target, int files) {
    long largest =
        Math.max(
            job.direction().reads() ? job.blockBytes().read() : 0,
            job.direction().writes() ? job.blockBytes().write() : 0);
    long offset = offset(job, target);
    if (offset >= target.bytes()) {
      throw refuse(
          job,
          "begins at offset "
              + offset
              + ", but "
              + target.path()
              + " has "
              + target.bytes()
              + " bytes; lower offset");
    }
    long rest = target.bytes() - offset;
    long bytes = job.size().map(size -> size.of(target.bytes()) / files).orElse(rest);
    if (bytes > rest) {
      if (job.size().orElseThrow() instanceof Amount.Percent) {
        bytes = rest;
      } else {
        throw refuse(
            job,
            "needs "
                + bytes
                + " bytes from offset "
                + offset
                + ", but "
                + target.path()
                + " has "
                + target.bytes()
                + " bytes; lower size");
      }
    }
    if (largest > bytes) {
      throw refuse(job, "has blocks of " + largest + " bytes but works on " + bytes + "; lower bs");
    }
    // Files that share a size have whole blocks each; the bytes between them are left out.
    long ioBytes = files == 1 ? bytes : bytes / largest * largest;
    if (job.ioSize().isPresent()) {
      ioBytes = Math.max(1, job.ioSize().get().of(bytes * files) / files);
    }
    if (job.direct()) {
      checkAligned(job, target, "bs", largest);
      checkAligned(job, target, "offset", offset);
      if (job.direction().reads()) {
        checkAligned(job, target, "bs", job.blockBytes().read());
      }
      if (job.direction().writes()) {
        checkAligned(job, target, "bs", job.blockBytes().write());
      }
    }
    return new Extent(offset, bytes, ioBytes);
  }

  /** Returns where it begins: a share of the target is rounded up to a whole block, as in fio. */
  private static long offset(Job job, Target target) {
    long offset = job.offset().of(target.bytes());
    if (!(job.offset() instanceof Amount.Percent)) {
      return offset;
    }
    long block = Long.MAX_VALUE;
    if (job.direction().reads()) {
      block = job.blockBytes().read();
    }
    if (job.direction().writes()) {
      block = Math.min(block, job.blockBytes().write());
    }
    return (offset + block - 1) / block * block;
  }

  private static void checkAligned(Job job, Target target, String option, long value) {
    if (value % target.logicalBlockBytes() != 0) {
      throw refuse(
          job,
          "has "
              + option
              + "="
              + value
              + ", but direct I/O on "
              + target.path()
              + " goes in multiples of "
              + target.logicalBlockBytes()
              + " bytes, its logical block size; change "
              + option
              + " or set direct=0");
    }
  }

  private static EngineException refuse(Job job, String why) {
    return new EngineException("job " + job.name() + " " + why);
  }
}
