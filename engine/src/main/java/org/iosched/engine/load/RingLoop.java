package org.iosched.engine.load;

import org.iosched.engine.EngineException;
import org.jspecify.annotations.Nullable;

/** Runs a clone on an io_uring: one thread keeps the whole iodepth in flight. */
final class RingLoop {
  private static final long NO_TIMEOUT = -1;
  private static final byte READ = 0;
  private static final byte WRITE = 1;
  private static final byte SYNC = 2;

  private final Clone clone;
  private final IoPlan plan;
  private final Meter meter;
  private final Ring ring;
  private final int depth;

  private final int[] free;
  private final int[] batch;
  private final byte[] kind;
  private final int[] length;
  private final long[] offset;
  private final long[] submitted;

  /** When each I/O should have started; null without a rate. */
  private final long @Nullable [] intended;

  private long now;
  private int freeCount;
  private int batchCount;
  private boolean ended;
  private boolean waiting;
  private @Nullable EngineException failure;

  RingLoop(Clone clone, Ring ring) {
    this.clone = clone;
    this.ring = ring;
    plan = clone.plan();
    meter = clone.meter();
    depth = clone.slots();
    free = new int[depth];
    batch = new int[depth];
    kind = new byte[depth];
    length = new int[depth];
    offset = new long[depth];
    submitted = new long[depth];
    intended = clone.job().limited() ? new long[depth] : null;
    for (int slot = 0; slot < depth; slot++) {
      free[slot] = depth - 1 - slot;
    }
    freeCount = depth;
    ring.use(clone.target().fd(), clone.memoryAddress(), clone.memoryBytes());
  }

  /**
   * Does I/O until the plan ends or all are to stop, and waits for what is in flight.
   *
   * @throws EngineException if an I/O failed
   */
  void run() {
    now = System.nanoTime();
    boolean more = true;
    while (more) {
      more = turn();
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Submits what the plan allows and takes what has completed; false at the end. A method of its
   * own, since the JVM compiles a long loop anew for each place where it finds it running.
   */
  private boolean turn() {
    fill();
    if (freeCount == depth) {
      if (!ended) {
        clone.sleepUntil(plan.waitUntil());
        now = System.nanoTime();
      }
      return !ended;
    }
    long begin = System.nanoTime();
    for (int i = 0; i < batchCount; i++) {
      submitted[batch[i]] = begin;
    }
    int errno = ring.enter(waiting ? Math.max(0, plan.waitUntil() - begin) : NO_TIMEOUT);
    if (errno != 0) {
      throw clone.failure("io_uring", 0, errno);
    }
    now = System.nanoTime();
    int completed = ring.completed();
    synchronized (meter) {
      for (int i = 0; i < completed; i++) {
        complete(ring.slot(i), ring.result(i));
      }
    }
    ring.advance(completed);
    return true;
  }

  /** Queues I/Os for as long as the plan and the iodepth allow. */
  private void fill() {
    batchCount = 0;
    waiting = false;
    while (freeCount > 0 && !ended) {
      if (clone.stopped()) {
        ended = true;
        return;
      }
      IoPlan.Step step = plan.next(now);
      if (step == IoPlan.Step.END) {
        ended = true;
        return;
      }
      if (step == IoPlan.Step.WAIT) {
        waiting = true;
        return;
      }
      int slot = free[--freeCount];
      batch[batchCount++] = slot;
      queue(step, slot);
    }
  }

  private void queue(IoPlan.Step step, int slot) {
    if (step == IoPlan.Step.FSYNC || step == IoPlan.Step.FDATASYNC) {
      kind[slot] = SYNC;
      ring.pushSync(step == IoPlan.Step.FDATASYNC, slot);
      return;
    }
    boolean write = step == IoPlan.Step.WRITE;
    kind[slot] = write ? WRITE : READ;
    length[slot] = plan.length();
    offset[slot] = plan.offset();
    if (intended != null) {
      intended[slot] = plan.intended();
    }
    if (write) {
      clone.renew(slot, length[slot], offset[slot]);
    }
    ring.push(write, slot, clone.address(slot), length[slot], offset[slot]);
  }

  private void complete(int slot, int result) {
    if (kind[slot] != SYNC && (result == -Errno.EAGAIN || result == -Errno.EINTR)) {
      ring.push(kind[slot] == WRITE, slot, clone.address(slot), length[slot], offset[slot]);
      return;
    }
    free[freeCount++] = slot;
    if (result < 0) {
      String what = kind[slot] == SYNC ? "fsync" : kind[slot] == WRITE ? "write" : "read";
      fail(clone.failure(what, offset[slot], -result));
    } else if (kind[slot] != SYNC) {
      if (result != length[slot]) {
        fail(clone.shortIo(kind[slot] == WRITE, offset[slot], length[slot], result));
      } else {
        meter.count(kind[slot] == WRITE, result, now - submitted[slot], now);
        if (intended != null) {
          meter.countResponse(kind[slot] == WRITE, intended[slot], submitted[slot], now);
        }
        plan.ended(now);
      }
    }
  }

  private void fail(EngineException reason) {
    ended = true;
    if (failure == null) {
      failure = reason;
    }
  }
}
