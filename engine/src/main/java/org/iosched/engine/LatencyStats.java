package org.iosched.engine;

import java.util.List;

/**
 * How long the I/Os of one job and direction took.
 *
 * @param meanNanos the exact mean in nanoseconds; 0 where there was no I/O
 * @param maxNanos the largest in nanoseconds; 0 where there was no I/O
 * @param upperNanos the largest value of each bucket that holds an I/O, increasing
 * @param counts the I/Os in each of those buckets
 */
public record LatencyStats(
    double meanNanos, long maxNanos, List<Long> upperNanos, List<Long> counts) {

  /** Copies the lists. */
  public LatencyStats {
    upperNanos = List.copyOf(upperNanos);
    counts = List.copyOf(counts);
  }

  /** Returns how many I/Os there were. */
  long ios() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
