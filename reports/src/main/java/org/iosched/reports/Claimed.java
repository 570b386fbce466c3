package org.iosched.reports;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Claim;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Reference;
import org.iosched.dsl.SentenceException;
import org.iosched.dsl.Unit;
import org.iosched.dsl.Verdict;

/**
 * What the figures of a verdict count, read from its sentence.
 *
 * @param ratio whether they are ratios of two arms rather than values of one
 * @param metric the metric that is claimed about; empty where the sentence names none
 * @param unit the unit of a value; empty for a ratio
 * @param threshold the ratio or value at which the claim begins to hold; empty where this version
 *     does not decide such a sentence
 */
record Claimed(
    boolean ratio, Optional<Metric> metric, Optional<Unit> unit, OptionalDouble threshold) {

  static Claimed of(BenchmarkResult benchmark, Verdict verdict) {
    try {
      Expectation expectation = Expectation.parse(verdict.expectation());
      Metric metric = expectation.metric();
      boolean ratio = !(expectation.object() instanceof Reference.Bound);
      return new Claimed(
          ratio,
          metric.quantity() == Quantity.SPEED ? Optional.empty() : Optional.of(metric),
          ratio ? Optional.empty() : Optional.of(MainMetric.unit(benchmark, metric)),
          threshold(benchmark, expectation));
    } catch (IllegalArgumentException e) {
      // A result file may come from a version with other wordings: its figures are shown bare.
      return new Claimed(false, Optional.empty(), Optional.empty(), OptionalDouble.empty());
    }
  }

  /** All one-sided parts of a sentence have the same threshold. */
  private static OptionalDouble threshold(BenchmarkResult benchmark, Expectation expectation) {
    if (expectation.undecidable().isPresent()) {
      return OptionalDouble.empty();
    }
    List<String> arms = benchmark.arms().stream().map(Arm::name).toList();
    try {
      return expectation.claims(arms).stream().mapToDouble(Claim::threshold).findFirst();
    } catch (SentenceException e) {
      // The sentence names an arm that the benchmark does not have; its verdict says so.
      return OptionalDouble.empty();
    }
  }

  /** Returns a figure of the verdict with its unit. */
  String figure(double value) {
    return unit.map(u -> Figures.of(value, u)).orElseGet(() -> Figures.ratio(value));
  }

  /** Returns the interval of the verdict; a dash where it says nothing. */
  String interval(double low, double high, double estimate) {
    if (low == 0 && high == Double.POSITIVE_INFINITY) {
      return Figures.NONE;
    }
    return unit.map(u -> Figures.intervalBeside(figure(estimate), low, high, u))
        .orElseGet(() -> Figures.ratioInterval(low, high));
  }
}
