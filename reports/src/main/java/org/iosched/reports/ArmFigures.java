package org.iosched.reports;

import java.util.List;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Unit;

/**
 * What one arm reached in a benchmark.
 *
 * @param arm the arm
 * @param label the arm's name with the scheduler that stood behind it
 * @param median the median of the samples that decide, in {@code unit}
 * @param interval the 95% interval of the median
 * @param unit the unit of both
 * @param runs how many samples decide
 */
record ArmFigures(
    Arm arm, String label, double median, Medians.Interval interval, Unit unit, int runs) {

  /** Returns one entry per arm, in the order declared. */
  static List<ArmFigures> of(BenchmarkResult benchmark, Metric metric) {
    List<Sample> deciding = DecidingSamples.of(benchmark);
    Unit unit = MainMetric.unit(benchmark, metric);
    return benchmark.arms().stream()
        .map(
            arm -> {
              double[] values = MainMetric.values(deciding, arm.name(), metric);
              return new ArmFigures(
                  arm,
                  ArmLabel.of(arm, benchmark.samples()),
                  Medians.median(values),
                  Medians.interval95(values),
                  unit,
                  values.length);
            })
        .toList();
  }

  String medianText() {
    return Figures.of(median, unit);
  }

  String intervalText() {
    return Double.isNaN(median)
        ? ""
        : Figures.intervalBeside(medianText(), interval.low(), interval.high(), unit);
  }
}
