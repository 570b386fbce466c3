package org.iosched.dsl;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * Builds samples of a continuous workload with one job, {@code reader}, beside others: its reads in
 * windows of 100 ms, and their latencies in half seconds.
 */
final class SteppedRuns {
  static final Metric READER_IOPS = Metric.parse("reader iops");

  private static final double WINDOW = 0.1;
  private static final int BLOCK = 4096;

  private final List<Sample> samples = new ArrayList<>();
  private final Random random;
  private final double sigma;
  private int round;

  /** Windows stray by sigma, as a logarithm. */
  SteppedRuns(double sigma, long seed) {
    this.sigma = sigma;
    random = new Random(seed);
  }

  SteppedRuns next() {
    round++;
    return this;
  }

  /** Adds a run with a rate that changes once. */
  SteppedRuns step(String arm, double seconds, double at, double before, double after) {
    return run(arm, seconds, t -> t < at ? before : after);
  }

  SteppedRuns flat(String arm, double seconds, double iops) {
    return run(arm, seconds, t -> iops);
  }

  /** Adds a run with a rate over time; latencies are its reciprocal. */
  SteppedRuns run(String arm, double seconds, DoubleUnaryOperator iops) {
    return run(arm, seconds, iops, List.of(), true);
  }

  SteppedRuns marked(String arm, double seconds, double iops, String message) {
    return run(arm, seconds, t -> iops, List.of(new Mark("foreign-io", message, true)), true);
  }

  SteppedRuns withoutLatencyWindows(String arm, double seconds, DoubleUnaryOperator iops) {
    return run(arm, seconds, iops, List.of(), false);
  }

  private SteppedRuns run(
      String arm,
      double seconds,
      DoubleUnaryOperator iops,
      List<Mark> marks,
      boolean latencyWindows) {
    int windows = (int) (seconds / WINDOW + 1e-9);
    List<Long> ios = new ArrayList<>();
    List<Long> bytes = new ArrayList<>();
    List<Latencies> halves = new ArrayList<>();
    Map<Long, Long> half = new LinkedHashMap<>();
    Map<Long, Long> all = new java.util.TreeMap<>();
    long total = 0;
    for (int w = 0; w < windows; w++) {
      double rate =
          iops.applyAsDouble((w + 0.5) * WINDOW) * Math.exp(sigma * random.nextGaussian());
      long count = Math.round(rate * WINDOW);
      ios.add(count);
      bytes.add(count * BLOCK);
      total += count;
      if (count > 0) {
        long nanos = Math.round(1e8 / count);
        half.merge(nanos, count, Long::sum);
        all.merge(nanos, count, Long::sum);
      }
      if (w % 5 == 4) {
        halves.add(latencies(new java.util.TreeMap<>(half)));
        half.clear();
      }
    }
    Map<Metric, Measured> metrics = new LinkedHashMap<>();
    rates(metrics, Optional.empty(), total, seconds);
    rates(metrics, Optional.of("reader"), total, seconds);
    if (total > 0) {
      metrics.put(
          Metric.parse("reader p99 latency"),
          new Measured.Value(latencies(all).quantile(0.99), Unit.NANOSECONDS));
      metrics.put(
          Metric.parse("reader p90 latency"),
          new Measured.Value(latencies(all).quantile(0.9), Unit.NANOSECONDS));
      metrics.put(
          Metric.of(Quantity.CPU),
          new Measured.Value(3000 + random.nextInt(100), Unit.NANOSECONDS));
    }
    samples.add(
        new Sample(
            arm,
            arm,
            arm,
            round,
            1,
            Instant.EPOCH,
            seconds,
            0,
            metrics,
            List.of(latencies(all)),
            List.of(
                new Series(Metric.of(Quantity.IOPS), WINDOW, ios),
                new Series(Metric.BANDWIDTH, WINDOW, bytes),
                new Series(READER_IOPS, WINDOW, ios),
                new Series(Metric.parse("reader bandwidth"), WINDOW, bytes)),
            marks,
            latencyWindows
                ? List.of(new LatencyWindows(Optional.of("reader"), Side.READ, 0.5, halves))
                : List.of(),
            Map.of()));
    return this;
  }

  private static void rates(
      Map<Metric, Measured> metrics, Optional<String> job, long ios, double seconds) {
    metrics.put(
        new Metric(job, Side.BOTH, Quantity.IOPS),
        new Measured.Rate(ios, seconds, Unit.IO_PER_SECOND));
    metrics.put(
        new Metric(job, Side.BOTH, Quantity.BANDWIDTH),
        new Measured.Rate(ios * BLOCK, seconds, Unit.BYTES_PER_SECOND));
  }

  private static Latencies latencies(Map<Long, Long> buckets) {
    return new Latencies(
        Optional.of("reader"),
        Side.BOTH,
        List.copyOf(buckets.keySet()),
        List.copyOf(buckets.values()));
  }

  List<Sample> samples() {
    return List.copyOf(samples);
  }
}
