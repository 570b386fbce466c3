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

  CallLoop(Clone clone, int slot) {
    this.clone = clone;
    this.slot = slot;
    plan = clone.plan();
    meter = clone.meter();
  }

  /**
   * Does I/O until the plan ends or all are to stop.
   *
   * @throws EngineException if an I/O failed
   */
  void run() {
    int fd = clone.target().fd();
    long buffer = clone.address(slot);
    long now = System.nanoTime();
    while (!clone.stopped()) {
      IoPlan.Step step;
      long offset;
      int length;
      long waitUntil;
      synchronized (plan) {
        step = plan.next(now);
        offset = plan.offset();
        length = plan.length();
        waitUntil = plan.waitUntil();
      }
      switch (step) {
        case END -> {
          return;
        }
        case WAIT -> clone.sleepUntil(waitUntil);
        case FSYNC -> check(LibC.fsync(fd));
        case FDATASYNC -> check(LibC.fdatasync(fd));
        case READ, WRITE -> transfer(fd, step == IoPlan.Step.WRITE, buffer, length, offset);
      }
      now = System.nanoTime();
    }
  }

  private void transfer(int fd, boolean write, long buffer, int length, long offset) {
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
