package org.iosched.engine.load;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.iosched.engine.EngineException;
import org.iosched.engine.Job;
import org.jspecify.annotations.Nullable;

/** One of the {@code numjobs} clones of a job: what it works on, with what, and what it counted. */
final class Clone implements AutoCloseable {

  /** More memory for I/O than this, for one clone, is refused. */
  private static final long LARGEST_MEMORY = 1L << 30;

  private final Job job;
  private final List<Target> targets;
  private final IoPlan plan;
  private final Meter meter;

  /**
   * Of each slot its own, since the slots of the thread path are filled by threads of their own.
   */
  private final WriteData[] data;

  private final int slotBytes;
  private final int slots;
  private final long address;
  private final long memoryBytes;
  private final ByteBuffer memory;
  private final Stop stop;
  private final List<Extent> extents;
  private final @Nullable Verifier verifier;

  /** Says that all clones are to end. */
  interface Stop {
    boolean requested();
  }

  /**
   * Lays the job on its files and gets the memory.
   *
   * @param targets its files, opened; closed with this clone
   * @throws EngineException if they cannot be used as the job asks
   */
  Clone(Job job, int number, List<Target> targets, int expectedWindows, Stop stop) {
    this.job = job;
    this.targets = List.copyOf(targets);
    this.stop = stop;
    extents = targets.stream().map(target -> Extent.of(job, target, targets.size())).toList();
    plan = new IoPlan(job, extents, number);
    meter = new Meter(job, expectedWindows);
    long dataSeed = RandomNumbers.mix(job.seed() * 31 + number);
    long largest = Math.max(job.blockBytes().read(), job.blockBytes().write());
    // Direct I/O wants each buffer aligned to the device's block, pages to the CPU's.
    slotBytes = (int) ((largest + 4095) / 4096 * 4096);
    slots = plan.depth();
    data = new WriteData[slots];
    for (int slot = 0; slot < slots; slot++) {
      data[slot] = new WriteData(job, dataSeed + slot);
    }
    memoryBytes = (long) slotBytes * slots;
    if (memoryBytes > LARGEST_MEMORY) {
      throw new EngineException(
          "job "
              + job.name()
              + " needs "
              + memoryBytes
              + " bytes of memory for iodepth="
              + job.depth()
              + " blocks of "
              + largest
              + " bytes, more than "
              + LARGEST_MEMORY
              + "; lower iodepth or bs");
    }
    address = LibC.mapBlocks(memoryBytes);
    if (address == -1) {
      throw new EngineException(
          "job "
              + job.name()
              + " gets no "
              + memoryBytes
              + " bytes of memory for its I/O: "
              + Errno.words(LibC.errno()));
    }
    Verifier made = null;
    boolean complete = false;
    try {
      made = job.verify() ? new Verifier(job, this.targets, extents, slots) : null;
      memory = LibC.buffer(address, (int) memoryBytes);
      for (int slot = 0; job.direction().writes() && slot < slots; slot++) {
        data[slot].fill(memory, slot * slotBytes, slotBytes);
      }
      for (int slot = 0; made != null && slot < slots; slot++) {
        made.use(slot, LibC.buffer(address + (long) slot * slotBytes, slotBytes));
      }
      verifier = made;
      complete = true;
    } finally {
      if (!complete) {
        LibC.munmap(address, memoryBytes);
        if (made != null) {
          made.close();
        }
      }
    }
  }

  Job job() {
    return job;
  }

  /** Returns how many files it works on. */
  int files() {
    return targets.size();
  }

  /**
   * Returns one of its files, or the target.
   *
   * @param file which, from 0
   */
  Target target(int file) {
    return targets.get(file);
  }

  void dropCache() {
    targets.forEach(Target::dropCache);
  }

  /** Drops the page cache of what it works on in one of its files. */
  void dropCache(int file) {
    targets.get(file).dropCache(extents.get(file));
  }

  /**
   * Syncs all files.
   *
   * @throws EngineException if one of them cannot be synced
   */
  void fsync() {
    for (int file = 0; file < targets.size(); file++) {
      if (LibC.fsync(targets.get(file).fd()) != 0) {
        throw failure("fsync", file, LibC.errno());
      }
    }
  }

  /** Tells whether an I/O that was cut short can be gone on with: direct I/O needs whole blocks. */
  boolean canGoOn(int file, int bytesDone) {
    return !job.direct() || bytesDone % targets.get(file).logicalBlockBytes() == 0;
  }

  IoPlan plan() {
    return plan;
  }

  Meter meter() {
    return meter;
  }

  int slots() {
    return slots;
  }

  long memoryAddress() {
    return address;
  }

  long memoryBytes() {
    return memoryBytes;
  }

  /** Returns the address of a slot's buffer. */
  long address(int slot) {
    return address + (long) slot * slotBytes;
  }

  /** Puts the data for a write into a slot's buffer. */
  void renew(int slot, int file, int bytes, long offset) {
    if (verifier == null) {
      data[slot].renew(memory, slot * slotBytes, bytes, offset);
    } else {
      verifier.seal(slot, file, bytes, offset, data[slot]);
    }
  }

  /**
   * Tells that an I/O of a job with verification has ended.
   *
   * @return why what was read is not what was written before; null if it is, or is not verified
   */
  @Nullable EngineException ended(boolean write, int slot, int file, int bytes, long offset) {
    if (verifier != null && write) {
      verifier.written(slot);
    } else if (verifier != null && verifier.ofReads()) {
      return verifier.problemOfRead(slot, file, bytes, offset);
    }
    return null;
  }

  /**
   * Reads back what was written, if the job asks for it.
   *
   * @return how many blocks were verified
   * @throws EngineException if one of them is not what was written last, or cannot be read
   */
  long verify() {
    return verifier == null ? 0 : verifier.readBack(stop, this::failure);
  }

  /** Where it works in each of its files. */
  List<Extent> extents() {
    return extents;
  }

  boolean stopped() {
    return stop.requested();
  }

  /** Waits until a time has come or all are to stop; whoever requests that unparks the thread. */
  void sleepUntil(long nanoTime) {
    for (long left = nanoTime - System.nanoTime(); left > 0 && !stopped(); ) {
      LockSupport.parkNanos(left);
      left = nanoTime - System.nanoTime();
    }
  }

  /** Returns the failure of an I/O, as one sentence. */
  EngineException failure(String what, int file, long offset, int errno) {
    return failure(what + " at offset " + offset, file, errno);
  }

  /** Returns the failure of what has no offset, as one sentence. */
  EngineException failure(String what, int file, int errno) {
    String hint =
        errno == Errno.EINVAL && job.direct()
            ? "; with direct=1, bs and offset must be multiples of the logical block size of the"
                + " device below"
            : Errno.remedy(errno);
    return new EngineException(
        "job "
            + job.name()
            + ": "
            + what
            + " of "
            + targets.get(file).path()
            + " failed: "
            + Errno.words(errno)
            + hint);
  }

  /** Returns the failure of an I/O that was cut short, as one sentence. */
  EngineException shortIo(boolean write, int file, long offset, int wanted, long done) {
    return new EngineException(
        "job "
            + job.name()
            + ": "
            + (write ? "write" : "read")
            + " at offset "
            + offset
            + " of "
            + targets.get(file).path()
            + " ended after "
            + done
            + " of "
            + wanted
            + " bytes"
            + (write ? "; its file system is full or has a limit" : "; the target ends there"));
  }

  @Override
  public void close() {
    LibC.munmap(address, memoryBytes);
    if (verifier != null) {
      verifier.close();
    }
    targets.forEach(Target::close);
  }
}
