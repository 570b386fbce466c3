package org.iosched.engine.load;

import org.iosched.engine.EngineException;

/**
 * Runs a clone with pread and pwrite: the same loop in as many threads as the iodepth has units,
 * each with a slot of its own.
 */
final class CallLoop {
  private final Clone clone;
  private final IoPlan plan;
  private final Meter meter;
  private final int slot;
  private final int fd;
  private final long buffer;
  private final boolean limited;
  private long now = System.nanoTime();

  CallLoop(Clone clone, int slot) {
    this.clone = clone;
    this.slot = slot;
    plan = clone.plan();
    meter = clone.meter();
    fd = clone.target().fd();
    buffer = clone.address(slot);
    limited = clone.job().limited();
  }

  /**
   * Does I/O until the plan ends or all are to stop.
   *
   * @throws EngineException if an I/O failed
   */
  void run() {
    while (!clone.stopped() && turn()) {
      now = System.nanoTime();
    }
  }

  /** Takes one step of the plan; false at its end. */
  private boolean turn() {
    IoPlan.Step step;
    long offset;
    int length;
    long waitUntil;
    long intended;
    synchronized (plan) {
      step = plan.next(now);
      offset = plan.offset();
      length = plan.length();
      waitUntil = plan.waitUntil();
      intended = plan.intended();
    }
    switch (step) {
      case END -> {
        return false;
      }
      case WAIT -> clone.sleepUntil(waitUntil);
      case FSYNC -> check(LibC.fsync(fd));
      case FDATASYNC -> check(LibC.fdatasync(fd));
      case READ, WRITE -> transfer(step == IoPlan.Step.WRITE, length, offset, intended);
    }
    return true;
  }

  private void transfer(boolean write, int length, long offset, long intended) {
    if (write) {
      clone.renew(slot, length, offset);
    }
    long begin = System.nanoTime();
    long done;
    int errno = 0;
    do {
      done =
          write ? LibC.pwrite(fd, buffer, length, offset) : LibC.pread(fd, buffer, length, offset);
      errno = done < 0 ? LibC.errno() : 0;
    } while (errno == Errno.EINTR || errno == Errno.EAGAIN);
    long end = System.nanoTime();
    if (done < 0) {
      throw clone.failure(write ? "write" : "read", offset, errno);
    }
    if (done != length) {
      throw clone.shortIo(write, offset, length, done);
    }
    synchronized (meter) {
      meter.count(write, length, end - begin, end);
      if (limited) {
        meter.countResponse(write, intended, begin, end);
      }
    }
    synchronized (plan) {
      plan.ended(end);
    }
  }

  private void check(int result) {
    if (result != 0) {
      throw clone.failure("fsync", 0, LibC.errno());
    }
  }
}
