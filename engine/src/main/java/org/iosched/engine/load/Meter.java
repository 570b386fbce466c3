package org.iosched.engine.load;

import org.iosched.engine.Direction;

/**
 * The counters of one clone of a job. Those who count hold its monitor while they do, once for each
 * batch of completions, so that a cut takes whole batches.
 */
final class Meter {
  /** After a cut, windows are counted from zero, and cuts come often. */
  private static final int WINDOWS_OF_A_SLICE = 64;

  private final Direction direction;
  private Counts reads;
  private Counts writes;
  private boolean measuring;
  private long measureFrom;
  private long origin;

  /**
   * @param expectedWindows how many windows to make room for
   */
  Meter(Direction direction, int expectedWindows) {
    this.direction = direction;
    reads = new Counts(expectedWindows, direction.reads(), true);
    writes = new Counts(expectedWindows, direction.writes(), true);
  }

  /** Sets where the first window begins. */
  synchronized void origin(long originNanos) {
    origin = originNanos;
  }

  /** Starts the counting: I/Os that end earlier are not counted, as ramp_time asks for. */
  synchronized void measureFrom(long nanoTime) {
    measuring = true;
    measureFrom = nanoTime;
  }

  /** Counts a completed I/O. The caller holds the monitor. */
  void count(boolean write, int bytes, long latencyNanos, long nowNanos) {
    if (!measuring || nowNanos - measureFrom < 0) {
      return;
    }
    int window = (int) ((nowNanos - origin) / Counts.WINDOW_NANOS);
    (write ? writes : reads).add(Math.max(0, window), bytes, latencyNanos);
  }

  /**
   * Takes what was counted; counting goes on from zero, with a window beginning now, and without
   * latencies by half seconds, of which a slice has hardly one.
   */
  Taken take(long nowNanos) {
    Counts nextReads = new Counts(WINDOWS_OF_A_SLICE, direction.reads(), false);
    Counts nextWrites = new Counts(WINDOWS_OF_A_SLICE, direction.writes(), false);
    synchronized (this) {
      Taken taken = new Taken(reads, writes);
      reads = nextReads;
      writes = nextWrites;
      origin = nowNanos;
      return taken;
    }
  }

  /** The counters of both directions. */
  record Taken(Counts reads, Counts writes) {}
}
