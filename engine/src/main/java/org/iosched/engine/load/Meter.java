package org.iosched.engine.load;

/**
 * The counters of one clone of a job. Those who count hold its monitor while they do, once for each
 * batch of completions, so that a cut takes whole batches.
 */
final class Meter {
  private final int expectedWindows;
  private Counts reads;
  private Counts writes;
  private boolean measuring;
  private long measureFrom;
  private long origin;

  Meter(int expectedWindows) {
    this.expectedWindows = expectedWindows;
    reads = new Counts(expectedWindows);
    writes = new Counts(expectedWindows);
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

  /** Takes what was counted; counting goes on from zero, with a window beginning now. */
  synchronized Taken take(long nowNanos) {
    Taken taken = new Taken(reads, writes);
    reads = new Counts(expectedWindows);
    writes = new Counts(expectedWindows);
    origin = nowNanos;
    return taken;
  }

  /** The counters of both directions. */
  record Taken(Counts reads, Counts writes) {}
}
