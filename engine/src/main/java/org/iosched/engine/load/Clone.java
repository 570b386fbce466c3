package org.iosched.engine.load;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.iosched.engine.EngineException;
import org.iosched.engine.Job;

/** One of the {@code numjobs} clones of a job: what it works on, with what, and what it counted. */
final class Clone implements AutoCloseable {

  /** More memory for I/O than this, for one clone, is refused. */
  private static final long LARGEST_MEMORY = 1L << 30;

  private final Job job;
  private final Target target;
  private final IoPlan plan;
  private final Meter meter;
  private final WriteData data;
  private final int slotBytes;
  private final int slots;
  private final long address;
  private final long memoryBytes;
  private final ByteBuffer memory;
  private final Stop stop;

  /** Says that all clones are to end. */
  interface Stop {
    boolean requested();
  }

  /**
   * Opens the target and gets the memory.
   *
   * @throws EngineException if the target cannot be used as the job asks
   */
  Clone(Job job, int number, Target target, int expectedWindows, Stop stop) {
    this.job = job;
    this.target = target;
    this.stop = stop;
    plan = new IoPlan(job, Extent.of(job, target), number);
    meter = new Meter(job.direction(), expectedWindows);
    data = new WriteData(job, job.seed() * 31 + number);
    long largest = Math.max(job.blockBytes().read(), job.blockBytes().write());
    // Direct I/O wants each buffer aligned to the device's block, pages to the CPU's.
    slotBytes = (int) ((largest + 4095) / 4096 * 4096);
    slots = plan.depth();
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
    memory = LibC.buffer(address, (int) memoryBytes);
    if (job.direction().writes()) {
      data.fill(memory, 0, (int) memoryBytes);
    }
  }

  Job job() {
    return job;
  }

  Target target() {
    return target;
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
  void renew(int slot, int bytes, long offset) {
    data.renew(memory, slot * slotBytes, bytes, offset);
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
  EngineException failure(String what, long offset, int errno) {
    String hint =
        errno == Errno.EINVAL && job.direct()
            ? "; with direct=1, bs and offset must be multiples of the logical block size of the"
                + " device below"
            : "";
    return new EngineException(
        "job "
            + job.name()
            + ": "
            + what
            + " at offset "
            + offset
            + " of "
            + target.path()
            + " failed: "
            + Errno.words(errno)
            + hint);
  }

  /** Returns the failure of an I/O that was cut short, as one sentence. */
  EngineException shortIo(boolean write, long offset, int wanted, long done) {
    return new EngineException(
        "job "
            + job.name()
            + ": "
            + (write ? "write" : "read")
            + " at offset "
            + offset
            + " of "
            + target.path()
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
    target.close();
  }
}
