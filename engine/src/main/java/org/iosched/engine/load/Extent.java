package org.iosched.engine.load;

import org.iosched.engine.Amount;
import org.iosched.engine.EngineException;
import org.iosched.engine.Job;

/**
 * Where a job works, in bytes of its target.
 *
 * @param offset where it begins
 * @param bytes how long it is
 * @param ioBytes how much is read and written in all, unless the clock ends the job
 */
record Extent(long offset, long bytes, long ioBytes) {

  /**
   * Lays a job's sizes on a target.
   *
   * @throws EngineException if they do not fit
   */
  static Extent of(Job job, Target target) {
    long offset = job.offset().of(target.bytes());
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
    long bytes = job.size().map(size -> size.of(target.bytes())).orElse(rest);
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
    long largest =
        Math.max(
            job.direction().reads() ? job.blockBytes().read() : 0,
            job.direction().writes() ? job.blockBytes().write() : 0);
    if (largest > bytes) {
      throw refuse(job, "has blocks of " + largest + " bytes but works on " + bytes + "; lower bs");
    }
    long ioBytes = bytes;
    if (job.ioSize().isPresent()) {
      ioBytes = job.ioSize().get().of(bytes);
      if (ioBytes < largest) {
        throw refuse(
            job, "has blocks of " + largest + " bytes but an io_size of " + ioBytes + "; lower bs");
      }
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
