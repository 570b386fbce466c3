package org.iosched.engine.load;

import org.iosched.engine.Distribution;
import org.iosched.engine.Job;

/**
 * Decides which I/O a clone of a job does next, and when. Not safe for several threads: those of
 * the thread path hold its monitor.
 */
final class IoPlan {

  /** What to do next. */
  enum Step {
    READ,
    WRITE,
    FSYNC,
    FDATASYNC,
    /** Nothing until {@link IoPlan#waitUntil()}. */
    WAIT,
    /** Nothing any more. */
    END
  }

  private static final double NANOS = 1e9;

  private final Job job;
  private final BlockOrder reads;
  private final BlockOrder writes;
  private final int readBytes;
  private final int writeBytes;
  private final long ioBytes;
  private final RandomNumbers mix;
  private final double readNanos;
  private final double writeNanos;
  private final long thinkNanos;

  private long begin;
  private long deadline = Long.MAX_VALUE;
  private boolean bounded;
  private long readsIssued;
  private long writesIssued;
  private long bytesIssued;
  private int writesSinceFsync;
  private int writesSinceFdatasync;
  private long thinkUntil;
  private boolean undecided = true;
  private boolean nextIsWrite;
  private long offset;
  private int length;
  private long waitUntil;

  /**
   * @param job what to do
   * @param extent where
   * @param clone which of its clones this is, from 0
   */
  IoPlan(Job job, Extent extent, int clone) {
    this.job = job;
    long seed = RandomNumbers.mix(job.seed()) + clone * 0x632BE59BD9B4E019L;
    readBytes = (int) job.blockBytes().read();
    writeBytes = (int) job.blockBytes().write();
    reads = order(job, extent, readBytes, seed);
    // One order for both, so that a pass of a mixed job visits each block once, as in fio.
    boolean shared = job.direction().random() && readBytes == writeBytes;
    writes = shared ? reads : order(job, extent, writeBytes, seed + 1);
    ioBytes = job.timeBased() ? Long.MAX_VALUE : extent.ioBytes();
    mix = new RandomNumbers(seed + 2);
    readNanos = nanosPerIo(job.rate().read(), job.rateIops().read(), readBytes);
    writeNanos = nanosPerIo(job.rate().write(), job.rateIops().write(), writeBytes);
    thinkNanos = job.thinkTime().toNanos();
  }

  private static BlockOrder order(Job job, Extent extent, int bytes, long seed) {
    long blocks = Math.max(1, extent.bytes() / bytes);
    if (!job.direction().random()) {
      return new BlockOrder.Sequential(extent.offset(), bytes, blocks);
    }
    if (job.distribution() instanceof Distribution.Zipf zipf) {
      return new BlockOrder.Zipf(extent.offset(), bytes, blocks, zipf.theta(), seed);
    }
    if (job.distribution() instanceof Distribution.Pareto pareto) {
      return new BlockOrder.Pareto(extent.offset(), bytes, blocks, pareto.h(), seed);
    }
    return job.randomMap()
        ? new BlockOrder.EachOnce(extent.offset(), bytes, blocks, seed)
        : new BlockOrder.Independent(extent.offset(), bytes, blocks, seed);
  }

  private static double nanosPerIo(long bytesPerSecond, long iosPerSecond, int bytes) {
    if (bytesPerSecond > 0) {
      return bytes * NANOS / bytesPerSecond;
    }
    return iosPerSecond > 0 ? NANOS / iosPerSecond : 0;
  }

  /**
   * Starts the clock.
   *
   * @param beginNanos when the job starts
   * @param deadlineNanos when it ends; read only if {@code hasDeadline}
   */
  void begin(long beginNanos, boolean hasDeadline, long deadlineNanos) {
    begin = beginNanos;
    thinkUntil = beginNanos;
    bounded = hasDeadline;
    deadline = deadlineNanos;
  }

  /** Decides on the next step; {@link #offset()} and {@link #length()} belong to it. */
  Step next(long now) {
    if (bounded && now - deadline >= 0) {
      return Step.END;
    }
    if (job.fsyncEvery() > 0 && writesSinceFsync >= job.fsyncEvery()) {
      writesSinceFsync = 0;
      return Step.FSYNC;
    }
    if (job.fdatasyncEvery() > 0 && writesSinceFdatasync >= job.fdatasyncEvery()) {
      writesSinceFdatasync = 0;
      return Step.FDATASYNC;
    }
    if (undecided) {
      nextIsWrite = decideWrite();
      undecided = false;
    }
    int bytes = nextIsWrite ? writeBytes : readBytes;
    if (bytesIssued > ioBytes - bytes) {
      return Step.END;
    }
    if (mustWait(now)) {
      return Step.WAIT;
    }
    undecided = true;
    bytesIssued += bytes;
    length = bytes;
    if (nextIsWrite) {
      writesIssued++;
      writesSinceFsync++;
      writesSinceFdatasync++;
      offset = writes.next();
      return Step.WRITE;
    }
    readsIssued++;
    offset = reads.next();
    return Step.READ;
  }

  private boolean decideWrite() {
    if (!job.direction().writes()) {
      return false;
    }
    return !job.direction().reads() || mix.below(100) >= job.readPercent();
  }

  private boolean mustWait(long now) {
    double nanos = nextIsWrite ? writeNanos : readNanos;
    long due = thinkUntil;
    if (nanos > 0) {
      long turn = begin + (long) ((nextIsWrite ? writesIssued : readsIssued) * nanos);
      due = turn - due > 0 ? turn : due;
    }
    if (now - due >= 0) {
      return false;
    }
    waitUntil = bounded && due - deadline > 0 ? deadline : due;
    return true;
  }

  /** Tells that an I/O has ended, after which the job may have to think. */
  void ended(long now) {
    thinkUntil = now + thinkNanos;
  }

  /** Returns how many I/Os may be in flight: the job thinks after each single one, as fio does. */
  int depth() {
    return thinkNanos > 0 ? 1 : job.depth();
  }

  long offset() {
    return offset;
  }

  int length() {
    return length;
  }

  long waitUntil() {
    return waitUntil;
  }
}
