package org.iosched.engine.load;

import org.iosched.engine.Direction;
import org.iosched.engine.Job;

/**
 * The counters of one clone of a job. Those who count hold its monitor while they do, once for each
 * batch of completions, so that a cut takes whole batches.
 */
final class Meter {
  /** After a cut, windows are counted from zero, and cuts come often. */
  private static final int WINDOWS_OF_A_SLICE = 64;

  private final Job job;
  private Counts reads;
  private Counts writes;
  private boolean measuring;
  private long measureFrom;
  private long origin;

  /**
   * @param expectedWindows how many windows to make room for
   */
  Meter(Job job, int expectedWindows) {
    this.job = job;
    reads = counts(expectedWindows, false, true);
    writes = counts(expectedWindows, true, true);
  }

  /** Estimates the heap that the counters of one clone take for a run, and those of its cuts. */
  static long heapBytes(Job job, int expectedWindows) {
    long bytes = 0;
    for (boolean write : new boolean[] {false, true}) {
      if (write ? job.direction().writes() : job.direction().reads()) {
        bytes += Counts.heapBytes(expectedWindows, job.limited(write));
      }
    }
    return bytes;
  }

  private Counts counts(int windows, boolean write, boolean byHalfSeconds) {
    Direction direction = job.direction();
    boolean expected = write ? direction.writes() : direction.reads();
    return new Counts(windows, expected, byHalfSeconds, job.limited(write));
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
   * Counts how long after its intended start an I/O of a job with a rate has ended. One that was to
   * start before the measuring began counts from its submission: what fell behind in the ramp time
   * is none of the measurement's. The caller holds the monitor.
   */
  void countResponse(boolean write, long intendedNanos, long submittedNanos, long nowNanos) {
    if (!measuring || nowNanos - measureFrom < 0 || !job.limited(write)) {
      return;
    }
    long from = intendedNanos - measureFrom < 0 ? submittedNanos : intendedNanos;
    (write ? writes : reads).addResponse(nowNanos - from);
  }

  /**
   * Takes what was counted; counting goes on from zero, with a window beginning now, and without
   * latencies by half seconds, of which a slice has hardly one.
   */
  Taken take(long nowNanos) {
    Counts nextReads = counts(WINDOWS_OF_A_SLICE, false, false);
    Counts nextWrites = counts(WINDOWS_OF_A_SLICE, true, false);
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
