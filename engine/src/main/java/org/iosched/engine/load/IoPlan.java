package org.iosched.engine.load;

import java.util.List;
import org.iosched.engine.Distribution;
import org.iosched.engine.Job;
import org.jspecify.annotations.Nullable;

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
    /** Drop the page cache of the file, since the job has been all over it. */
    DROP_CACHE,
    /** Nothing until {@link IoPlan#waitUntil()}. */
    WAIT,
    /** Nothing any more. */
    END
  }

  private static final double NANOS = 1e9;

  private final Job job;

  /** The order of each file. */
  private final BlockOrder[] reads;

  private final BlockOrder[] writes;
  private final int readBytes;
  private final int writeBytes;
  private final long ioBytes;
  private final RandomNumbers mix;
  private final double readNanos;
  private final double writeNanos;
  private final long thinkNanos;
  private final boolean limited;
  private final boolean mixed;

  /** Whether a last I/O may go beyond what was asked for, as fio does it under io_size. */
  private final boolean roundsUp;

  private final boolean dropsCache;

  /** The order whose pass is over and for which the page cache has been dropped. */
  private @Nullable BlockOrder dropped;

  private long begin;
  private long countedFrom;
  private boolean warm;
  private long deadline = Long.MAX_VALUE;
  private boolean bounded;

  /** I/Os since {@link #begin}, by which the next of each direction is due. */
  private long readsDue;

  private long writesDue;
  private long bytesIssued;
  private int writesSinceFsync;
  private int writesSinceFdatasync;
  private long thinkUntil;
  private boolean undecided = true;
  private boolean nextIsWrite;

  /** The file whose turn it was, round robin. */
  private int next;

  /** The file of the last step: that of the last write for a sync. */
  private int file;

  private int lastWritten;
  private long offset;
  private int length;
  private long intended;
  private long waitUntil;

  /**
   * @param job what to do
   * @param extents where: in each of its files
   * @param clone which of its clones this is, from 0
   */
  IoPlan(Job job, List<Extent> extents, int clone) {
    this.job = job;
    long seed = RandomNumbers.mix(job.seed()) + clone * 0x632BE59BD9B4E019L;
    readBytes = (int) job.blockBytes().read();
    writeBytes = (int) job.blockBytes().write();
    reads = new BlockOrder[extents.size()];
    writes = new BlockOrder[extents.size()];
    // One order for both, so that a pass of a mixed job visits each block once, as in fio.
    boolean shared = job.direction().random() && readBytes == writeBytes;
    long all = 0;
    for (int i = 0; i < extents.size(); i++) {
      Extent extent = extents.get(i);
      long own = seed + i * 0x2545F4914F6CDD1DL;
      reads[i] = order(job, extent, readBytes, own);
      writes[i] = shared ? reads[i] : order(job, extent, writeBytes, own + 1);
      all += extent.ioBytes();
    }
    next = extents.size() - 1;
    ioBytes = job.timeBased() ? Long.MAX_VALUE : all;
    roundsUp = job.ioSize().isPresent();
    dropsCache = job.invalidate() && !job.direct();
    mix = new RandomNumbers(seed + 2);
    readNanos = nanosPerIo(job.rate().read(), job.rateIops().read(), readBytes);
    writeNanos = nanosPerIo(job.rate().write(), job.rateIops().write(), writeBytes);
    thinkNanos = job.thinkTime().toNanos();
    limited = readNanos > 0 || writeNanos > 0;
    // Where the mix leaves one direction out, a rate does not bring it in.
    mixed =
        job.direction().reads()
            && job.direction().writes()
            && job.readPercent() > 0
            && job.readPercent() < 100;
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
   * @param measureFromNanos when its ramp time is over and I/Os begin to be counted
   * @param deadlineNanos when it ends; read only if {@code hasDeadline}
   */
  void begin(long beginNanos, long measureFromNanos, boolean hasDeadline, long deadlineNanos) {
    begin = beginNanos;
    countedFrom = measureFromNanos;
    warm = measureFromNanos == beginNanos;
    thinkUntil = beginNanos;
    bounded = hasDeadline;
    deadline = deadlineNanos;
  }

  /** Decides on the next step; {@link #offset()} and {@link #length()} belong to it. */
  Step next(long now) {
    if (bounded && now - deadline >= 0) {
      return Step.END;
    }
    if (!warm && now - countedFrom >= 0) {
      endRamp();
    }
    if (job.fsyncEvery() > 0 && writesSinceFsync >= job.fsyncEvery()) {
      writesSinceFsync = 0;
      file = lastWritten;
      return Step.FSYNC;
    }
    if (job.fdatasyncEvery() > 0 && writesSinceFdatasync >= job.fdatasyncEvery()) {
      writesSinceFdatasync = 0;
      file = lastWritten;
      return Step.FDATASYNC;
    }
    if (undecided) {
      nextIsWrite = decideWrite();
      undecided = false;
    }
    if (limited && mustTurn(now)) {
      nextIsWrite = !nextIsWrite;
    }
    int bytes = nextIsWrite ? writeBytes : readBytes;
    if (roundsUp ? bytesIssued >= ioBytes : bytesIssued > ioBytes - bytes) {
      return Step.END;
    }
    intended = now;
    if ((limited || thinkNanos > 0) && mustWait(now)) {
      return Step.WAIT;
    }
    int turn = next + 1 == reads.length ? 0 : next + 1;
    if (dropsCache && mustDrop(nextIsWrite ? writes[turn] : reads[turn])) {
      file = turn;
      return Step.DROP_CACHE;
    }
    undecided = true;
    next = turn;
    file = next;
    bytesIssued += bytes;
    length = bytes;
    if (nextIsWrite) {
      writesDue++;
      lastWritten = file;
      writesSinceFsync++;
      writesSinceFdatasync++;
      offset = writes[file].next();
      return Step.WRITE;
    }
    readsDue++;
    offset = reads[file].next();
    return Step.READ;
  }

  /** Tells whether a pass is over, as often as that is so; fio drops the cache at that point. */
  private boolean mustDrop(BlockOrder order) {
    if (!order.passedOver() || dropped == order) {
      dropped = null;
      return false;
    }
    dropped = order;
    return true;
  }

  private boolean decideWrite() {
    if (!job.direction().writes()) {
      return false;
    }
    return !job.direction().reads() || mix.below(100) >= job.readPercent();
  }

  /** Begins the rates anew, so that what fell behind during the ramp is not caught up after it. */
  private void endRamp() {
    warm = true;
    begin = countedFrom;
    readsDue = 0;
    writesDue = 0;
  }

  /**
   * Tells whether a mixed job is to do an I/O of the other direction, since the one drawn is ahead
   * of its rate and the other is due earlier. Each direction then has its own rate whatever the mix
   * says, as in fio.
   */
  private boolean mustTurn(long now) {
    if (!mixed) {
      return false;
    }
    long due = nextIsWrite ? turn(true, now) : turn(false, now);
    return due - now > 0 && turn(!nextIsWrite, now) - due < 0;
  }

  /** Returns when the next I/O of a direction is due; now where the direction has no rate. */
  private long turn(boolean write, long now) {
    double nanos = write ? writeNanos : readNanos;
    return nanos > 0 ? begin + (long) ((write ? writesDue : readsDue) * nanos) : now;
  }

  private boolean mustWait(long now) {
    intended = turn(nextIsWrite, now);
    long due = thinkNanos > 0 && thinkUntil - intended > 0 ? thinkUntil : intended;
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

  /** Returns which of its files the step is about, from 0. */
  int file() {
    return file;
  }

  long offset() {
    return offset;
  }

  int length() {
    return length;
  }

  /**
   * Returns when the I/O should have started: when its turn under the rate had come, even if the
   * job could not start it then. It is now where its direction has no rate.
   */
  long intended() {
    return intended;
  }

  long waitUntil() {
    return waitUntil;
  }
}
