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
  private final long buffer;
  private final boolean limited;
  private final boolean verified;
  private long now = System.nanoTime();

  CallLoop(Clone clone, int slot) {
    this.clone = clone;
    this.slot = slot;
    plan = clone.plan();
    meter = clone.meter();
    buffer = clone.address(slot);
    verified = clone.job().verify();
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
    int file;
    long offset;
    int length;
    long waitUntil;
    long intended;
    synchronized (plan) {
      step = plan.next(now);
      file = plan.file();
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
      case DROP_CACHE -> clone.dropCache(file);
      case FSYNC -> check(file, LibC.fsync(clone.target(file).fd()));
      case FDATASYNC -> check(file, LibC.fdatasync(clone.target(file).fd()));
      case READ, WRITE -> transfer(step == IoPlan.Step.WRITE, file, length, offset, intended);
    }
    return true;
  }

  private void transfer(boolean write, int file, int length, long offset, long intended) {
    if (write) {
      clone.renew(slot, file, length, offset);
    }
    int fd = clone.target(file).fd();
    long begin = System.nanoTime();
    long done =
        write ? LibC.pwrite(fd, buffer, length, offset) : LibC.pread(fd, buffer, length, offset);
    if (done != length) {
      finish(write, file, length, offset, done);
    }
    long end = System.nanoTime();
    synchronized (meter) {
      meter.count(write, length, end - begin, end);
      if (limited) {
        meter.countResponse(write, intended, begin, end);
      }
    }
    synchronized (plan) {
      plan.ended(end);
    }
    EngineException problem = verified ? clone.ended(write, slot, file, length, offset) : null;
    if (problem != null) {
      throw problem;
    }
  }

  /** Goes on with an I/O that was interrupted or cut short: the rest of it tells why. */
  private void finish(boolean write, int file, int length, long offset, long first) {
    int fd = clone.target(file).fd();
    int done = 0;
    for (long result = first; ; ) {
      if (result < 0) {
        int errno = LibC.errno();
        if (errno != Errno.EINTR && errno != Errno.EAGAIN) {
          throw clone.failure(write ? "write" : "read", file, offset + done, errno);
        }
      } else {
        done += (int) result;
        if (done == length) {
          return;
        }
        if (result == 0 || !clone.canGoOn(file, done)) {
          throw clone.shortIo(write, file, offset, length, done);
        }
      }
      long rest = buffer + done;
      result =
          write
              ? LibC.pwrite(fd, rest, length - done, offset + done)
              : LibC.pread(fd, rest, length - done, offset + done);
    }
  }

  private void check(int file, int result) {
    if (result != 0) {
      throw clone.failure("fsync", file, LibC.errno());
    }
  }
}
