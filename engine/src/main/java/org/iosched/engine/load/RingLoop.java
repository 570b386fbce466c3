package org.iosched.engine.load;

import org.iosched.engine.EngineException;
import org.jspecify.annotations.Nullable;

/** Runs a clone on an io_uring: one thread keeps the whole iodepth in flight. */
final class RingLoop {
  private static final long NO_TIMEOUT = -1;
  private static final byte READ = 0;
  private static final byte WRITE = 1;
  private static final byte SYNC = 2;
  private static final int GOES_ON = Integer.MIN_VALUE;

  private final Clone clone;
  private final IoPlan plan;
  private final Meter meter;
  private final Ring ring;
  private final int depth;
  private final boolean verified;

  private final int[] free;
  private final int[] batch;
  private final byte[] kind;
  private final int[] length;
  private final long[] offset;

  /** How much of an I/O that was cut short is done. */
  private final int[] part;

  /** Which file each I/O is about; null where there is one. */
  private final int @Nullable [] file;

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
    verified = clone.job().verify();
    free = new int[depth];
    batch = new int[depth];
    kind = new byte[depth];
    length = new int[depth];
    offset = new long[depth];
    part = new int[depth];
    file = clone.files() > 1 ? new int[depth] : null;
    submitted = new long[depth];
    intended = clone.job().limited() ? new long[depth] : null;
    for (int slot = 0; slot < depth; slot++) {
      free[slot] = depth - 1 - slot;
    }
    freeCount = depth;
    ring.use(clone.target(0).fd(), clone.memoryAddress(), clone.memoryBytes());
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
      throw clone.failure("io_uring_enter", 0, errno);
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
      if (step == IoPlan.Step.DROP_CACHE) {
        clone.dropCache(plan.file());
        now = System.nanoTime();
        continue;
      }
      int slot = free[--freeCount];
      batch[batchCount++] = slot;
      queue(step, slot);
    }
  }

  private void queue(IoPlan.Step step, int slot) {
    if (file != null) {
      file[slot] = plan.file();
      ring.file(clone.target(plan.file()).fd());
    }
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
      clone.renew(slot, plan.file(), length[slot], offset[slot]);
    }
    ring.push(write, slot, clone.address(slot), length[slot], offset[slot]);
  }

  private void complete(int slot, int result) {
    int done = kind[slot] == SYNC || result == length[slot] ? result : shortened(slot, result);
    if (done == GOES_ON) {
      return;
    }
    free[freeCount++] = slot;
    if (done < 0) {
      fail(failure(slot, -done));
    } else if (kind[slot] != SYNC) {
      if (done != length[slot]) {
        fail(clone.shortIo(kind[slot] == WRITE, fileOf(slot), offset[slot], length[slot], done));
      } else {
        meter.count(kind[slot] == WRITE, done, now - submitted[slot], now);
        if (intended != null) {
          meter.countResponse(kind[slot] == WRITE, intended[slot], submitted[slot], now);
        }
        plan.ended(now);
        if (verified) {
          verify(slot);
        }
      }
    }
  }

  /**
   * Goes on with an I/O that was interrupted or cut short: the rest of it tells why.
   *
   * @return the bytes done if there is no rest or it cannot be asked for, a negated errno, or
   *     {@link #GOES_ON}
   */
  private int shortened(int slot, int result) {
    if (result < 0 && result != -Errno.EAGAIN && result != -Errno.EINTR) {
      return result;
    }
    part[slot] += Math.max(0, result);
    int done = part[slot];
    if (done == length[slot] || result == 0 || !clone.canGoOn(fileOf(slot), done)) {
      part[slot] = 0;
      return done;
    }
    if (file != null) {
      ring.file(clone.target(file[slot]).fd());
    }
    ring.push(
        kind[slot] == WRITE,
        slot,
        clone.address(slot) + done,
        length[slot] - done,
        offset[slot] + done);
    return GOES_ON;
  }

  private void verify(int slot) {
    EngineException problem =
        clone.ended(kind[slot] == WRITE, slot, fileOf(slot), length[slot], offset[slot]);
    if (problem != null) {
      fail(problem);
    }
  }

  private int fileOf(int slot) {
    return file == null ? 0 : file[slot];
  }

  private EngineException failure(int slot, int errno) {
    if (kind[slot] == SYNC) {
      return clone.failure("fsync", fileOf(slot), errno);
    }
    String what = kind[slot] == WRITE ? "write" : "read";
    return clone.failure(what, fileOf(slot), offset[slot] + part[slot], errno);
  }

  private void fail(EngineException reason) {
    ended = true;
    if (failure == null) {
      failure = reason;
    }
  }
}
