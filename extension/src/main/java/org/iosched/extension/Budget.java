package org.iosched.extension;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time a run may measure, shared among its benchmarks. What one leaves flows forward to those
 * not yet run.
 */
final class Budget {
  private final long totalNanos;
  private final LongSupplier nanoTime;
  private long spentNanos;
  private long savedNanos;
  private int left;

  /**
   * Starts with nothing spent.
   *
   * @param total the time for all benchmarks together
   * @param measurements how many benchmarks times workloads are planned; 0 where that is not known,
   *     then each may use what is left
   * @param nanoTime the clock
   */
  Budget(Duration total, int measurements, LongSupplier nanoTime) {
    this.totalNanos = total.toNanos();
    this.left = measurements;
    this.nanoTime = nanoTime;
  }

  /** One benchmark's share while it is used. */
  final class Share {
    private final long nanos;
    private final long startedNanos = nanoTime.getAsLong();

    private Share(long nanos) {
      this.nanos = nanos;
    }

    /** Returns how long this benchmark may measure, in nanoseconds; more than zero. */
    long nanos() {
      return nanos;
    }

    /** Notes that the benchmark has ended, and what early decisions saved of its plan. */
    void end(Duration saved) {
      spentNanos += nanoTime.getAsLong() - startedNanos;
      savedNanos += saved.toNanos();
    }
  }

  /** Takes the share of the next benchmark. */
  Share next() {
    long available = Math.max(1, totalNanos - spentNanos);
    Share share = new Share(available / Math.max(1, left));
    left = Math.max(0, left - 1);
    return share;
  }

  /** Leaves the shares of measurements that were planned and cannot be run to those after them. */
  void skip(int measurements) {
    left = Math.max(0, left - measurements);
  }

  /** Returns the time used so far. */
  Duration spent() {
    return Duration.ofNanos(spentNanos);
  }

  /** Returns the time that early decisions left. */
  Duration saved() {
    return Duration.ofNanos(savedNanos);
  }

  /** Returns the time for all benchmarks together. */
  Duration total() {
    return Duration.ofNanos(totalNanos);
  }
}
