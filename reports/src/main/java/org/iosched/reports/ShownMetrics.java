package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Verdict;

/**
 * Picks the metrics that a benchmark is shown by: its main one, and those that are claimed about.
 */
final class ShownMetrics {

  private ShownMetrics() {}

  /**
   * Returns the main metric and then those of the expectations, in the order of the latter; one
   * that is the same in every run as one before (all I/Os were reads) is left out.
   */
  static List<Metric> of(BenchmarkResult benchmark) {
    return once(
        benchmark,
        Stream.concat(
                MainMetric.of(benchmark).stream(),
                benchmark.verdicts().stream().flatMap(v -> claimed(benchmark, v).stream()))
            .toList());
  }

  /** Returns the metrics without those that are the same in every run as one before. */
  static List<Metric> once(BenchmarkResult benchmark, List<Metric> metrics) {
    List<Metric> shown = new ArrayList<>();
    metrics.stream()
        .filter(metric -> shown.stream().noneMatch(before -> same(benchmark, before, metric)))
        .forEach(shown::add);
    return shown;
  }

  private static boolean same(BenchmarkResult benchmark, Metric one, Metric other) {
    return benchmark.samples().stream().allMatch(s -> s.measured(one).equals(s.measured(other)));
  }

  /** Returns the metric that an expectation is about: the one it names, else the main one. */
  static Optional<Metric> of(BenchmarkResult benchmark, Verdict verdict) {
    return claimed(benchmark, verdict).or(() -> MainMetric.of(benchmark));
  }

  private static Optional<Metric> claimed(BenchmarkResult benchmark, Verdict verdict) {
    return Claimed.of(benchmark, verdict).metric().filter(measured(benchmark)::contains);
  }

  /** Returns every metric that any sample has, in the order of reports. */
  static List<Metric> measured(BenchmarkResult benchmark) {
    return benchmark.samples().stream()
        .flatMap(sample -> sample.metrics().keySet().stream())
        .distinct()
        .sorted(MetricNames.ORDER)
        .toList();
  }
}
