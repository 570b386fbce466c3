package org.iosched.engine;

import java.util.List;
import java.util.stream.Stream;
import org.iosched.dsl.LatencyFrom;
import org.jspecify.annotations.Nullable;

/**
 * What one job measured in one direction.
 *
 * @param ios completed I/Os
 * @param bytes bytes of them
 * @param seconds how long they were counted, ramp time and start delay excluded; more than zero
 * @param meanNanos the exact mean latency in nanoseconds; 0 where there was no I/O
 * @param maxNanos the largest latency in nanoseconds; 0 where there was no I/O
 * @param upperNanos the largest value of each latency bucket that holds an I/O, increasing
 * @param counts the I/Os in each of those buckets
 * @param windowIos I/Os completed in each 100 ms from the start of the run (or the last cut)
 * @param windowBytes bytes of them
 * @param halfSecondLatencies for each half second from the start of the run, the largest value of
 *     each latency bucket that holds an I/O and, behind each, the I/Os in it; empty for a run that
 *     was cut or took more than ten minutes
 * @param response the latencies from the intended start, under a rate; null where this job has no
 *     rate in this direction
 */
public record SideStats(
    long ios,
    long bytes,
    double seconds,
    double meanNanos,
    long maxNanos,
    List<Long> upperNanos,
    List<Long> counts,
    List<Long> windowIos,
    List<Long> windowBytes,
    List<List<Long>> halfSecondLatencies,
    @Nullable LatencyStats response) {

  /** Copies the lists. */
  public SideStats {
    upperNanos = List.copyOf(upperNanos);
    counts = List.copyOf(counts);
    windowIos = List.copyOf(windowIos);
    windowBytes = List.copyOf(windowBytes);
    halfSecondLatencies = halfSecondLatencies.stream().map(List::copyOf).toList();
  }

  /** Returns how long its I/Os took, where that is known. */
  Stream<LatencyStats> latency(LatencyFrom from) {
    return switch (from) {
      case SUBMISSION -> Stream.of(new LatencyStats(meanNanos, maxNanos, upperNanos, counts));
      case INTENDED_START -> Stream.ofNullable(response);
    };
  }
}
