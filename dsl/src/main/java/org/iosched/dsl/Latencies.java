package org.iosched.dsl;

import java.util.List;
import java.util.Optional;

/**
 * A latency distribution of one run, kept so that rounds can be merged before a tail quantile is
 * taken.
 *
 * @param job the fio job it is about, or empty for the whole workload
 * @param side which I/Os it counts
 * @param upperNanos the largest value of each bucket that holds an I/O, in nanoseconds, increasing
 * @param counts how many I/Os lie in each bucket; as long as {@code upperNanos}
 */
public record Latencies(Optional<String> job, Side side, List<Long> upperNanos, List<Long> counts) {

  /** Copies the buckets and checks that they match. */
  public Latencies {
    upperNanos = List.copyOf(upperNanos);
    counts = List.copyOf(counts);
    if (upperNanos.size() != counts.size()) {
      throw new IllegalArgumentException(
          upperNanos.size() + " bucket bounds do not fit " + counts.size() + " counts");
    }
  }
}
