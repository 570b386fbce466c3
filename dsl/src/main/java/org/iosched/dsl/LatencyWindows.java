package org.iosched.dsl;

import java.util.List;
import java.util.Optional;

/**
 * Latency distributions of consecutive stretches of one run, so that a quantile can be taken of a
 * part of it.
 *
 * @param job the fio job they are about, or empty for the whole workload
 * @param side which I/Os they count: reads or writes
 * @param windowSeconds the length of each stretch, in seconds
 * @param windows one distribution per stretch, from the start of the run; without buckets where
 *     there was no I/O
 */
public record LatencyWindows(
    Optional<String> job, Side side, double windowSeconds, List<Latencies> windows) {

  /** Copies the distributions. */
  public LatencyWindows {
    windows = List.copyOf(windows);
  }
}
