package org.iosched.reports;

import java.util.List;
import java.util.Optional;
import org.iosched.dsl.Arm;
import org.iosched.dsl.ArmSummary;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Metric;

/**
 * What one arm reached in a benchmark, as reports show it.
 *
 * @param arm the arm
 * @param label the arm's name with the scheduler that stood behind it
 * @param summary median and interval; empty where nothing that counts was measured
 */
record ArmFigures(Arm arm, String label, Optional<ArmSummary> summary) {

  /** Returns one entry per arm, in the order declared. */
  static List<ArmFigures> of(BenchmarkResult benchmark, Metric metric) {
    return benchmark.arms().stream()
        .map(
            arm ->
                new ArmFigures(
                    arm,
                    ArmLabel.of(arm, benchmark.samples()),
                    ArmSummary.of(benchmark.samples(), arm.name(), metric)))
        .toList();
  }

  String medianText() {
    return summary.map(s -> Figures.of(s.median(), s.unit())).orElse(Figures.NONE);
  }

  String intervalText() {
    return summary
        .map(s -> Figures.intervalBeside(medianText(), s.low(), s.high(), s.unit()))
        .orElse("");
  }

  int runs() {
    return summary.map(ArmSummary::n).orElse(0);
  }
}
