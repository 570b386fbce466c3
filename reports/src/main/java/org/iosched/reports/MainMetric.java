package org.iosched.reports;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Unit;

/** The one metric that a benchmark is shown by. */
final class MainMetric {

  /** Up to this mean size of an I/O, in bytes, operations per second say more than bytes. */
  private static final double SMALL_BYTES = 64 * 1024;

  private MainMetric() {}

  /**
   * Returns elapsed time for work that ends; for a continuous workload IOPS where its mean I/O is
   * small, else bandwidth; where neither was measured, what is expected of, and else the first
   * metric that was.
   *
   * @return empty where nothing was measured
   */
  static Optional<Metric> of(BenchmarkResult benchmark) {
    Stream<Metric> wanted =
        benchmark.continuous()
            ? (isSmall(benchmark)
                ? Stream.of(Metric.of(Quantity.IOPS), Metric.BANDWIDTH)
                : Stream.of(Metric.BANDWIDTH, Metric.of(Quantity.IOPS)))
            : Stream.of(Metric.TIME);
    Stream<Metric> measured =
        benchmark.samples().stream()
            .flatMap(sample -> sample.metrics().keySet().stream())
            .sorted(MetricNames.ORDER);
    Stream<Metric> claimed =
        benchmark.verdicts().stream()
            .flatMap(verdict -> Claimed.of(benchmark, verdict).metric().stream());
    return Stream.of(wanted, claimed, measured)
        .flatMap(metrics -> metrics)
        .filter(
            metric -> benchmark.samples().stream().anyMatch(s -> s.measured(metric).isPresent()))
        .findFirst();
  }

  /** Returns the values of a metric under one arm, in the order taken. */
  static double[] values(List<Sample> samples, String arm, Metric metric) {
    return samples.stream()
        .filter(sample -> sample.arm().equals(arm))
        .flatMap(sample -> sample.measured(metric).stream())
        .mapToDouble(Measured::value)
        .toArray();
  }

  /** Returns the unit in which a benchmark measured a metric. */
  static Unit unit(BenchmarkResult benchmark, Metric metric) {
    return benchmark.samples().stream()
        .flatMap(sample -> sample.measured(metric).stream())
        .map(Measured::unit)
        .findFirst()
        .orElse(Unit.SECONDS);
  }

  private static boolean isSmall(BenchmarkResult benchmark) {
    return benchmark.samples().stream()
        .flatMap(sample -> meanSize(sample).stream())
        .min(Comparator.naturalOrder())
        .map(bytes -> bytes <= SMALL_BYTES)
        .orElse(false);
  }

  private static Optional<Double> meanSize(Sample sample) {
    return sample
        .measured(Metric.BANDWIDTH)
        .flatMap(
            bytes ->
                sample
                    .measured(Metric.of(Quantity.IOPS))
                    .filter(operations -> operations.value() > 0)
                    .map(operations -> bytes.value() / operations.value()));
  }
}
