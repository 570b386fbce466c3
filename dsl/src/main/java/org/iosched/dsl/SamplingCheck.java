package org.iosched.dsl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether slices and runs of one benchmark tell the same of two arms.
 *
 * @param benchmark the name of the {@link BenchmarkResult}
 * @param metric what is compared; {@link Quantity#SPEED} where {@link #of} made it
 * @param arm the arm in the numerator of the ratios
 * @param other the arm in the denominator
 * @param slices the typical ratio metric(arm)/metric(other) from slices
 * @param runs the same ratio from runs
 * @param difference the ratio from slices divided by the ratio from runs; 1 where both say the same
 * @param confidence the two-sided confidence of all three intervals, e.g. 0.95
 * @param sliceSeconds how long the slices of the two arms measured in all, in seconds
 * @param runSeconds how long the runs of the two arms measured in all, in seconds
 */
public record SamplingCheck(
    String benchmark,
    Metric metric,
    String arm,
    String other,
    Interval slices,
    Interval runs,
    Interval difference,
    double confidence,
    double sliceSeconds,
    double runSeconds) {

  /**
   * A ratio with its interval.
   *
   * @param estimate the typical ratio; {@code NaN} where there is none
   * @param low the lower end of the interval; 0 where it is unbounded
   * @param high the upper end of the interval; infinite where it is unbounded
   * @param rounds how many rounds it rests on; of a difference, the fewer of both
   */
  public record Interval(double estimate, double low, double high, int rounds) {

    /** Tells whether the interval says anything: whether both of its ends are bounds. */
    public boolean bounded() {
      return low > 0 && high < Double.POSITIVE_INFINITY;
    }

    private static Interval of(LogBounds bounds, int rounds) {
      return new Interval(
          Math.exp(bounds.estimate()), Math.exp(bounds.low()), Math.exp(bounds.high()), rounds);
    }
  }

  /**
   * Tells whether the interval of the difference includes 1. An interval without ends is no
   * evidence of agreement.
   */
  public boolean agrees() {
    return difference.bounded() && difference.low() <= 1 && difference.high() >= 1;
  }

  /** Tells whether the interval of the difference excludes 1. */
  public boolean differs() {
    return difference.bounded() && !agrees();
  }

  /**
   * Compares the speed of the first arm with that of each other arm, once from slices and once from
   * runs.
   *
   * <p>Each ratio is the Hodges–Lehmann estimate with its signed-rank bounds (Student's t for 3 to
   * 5 rounds), as in a verdict. The two samplings are independent, so the interval of the
   * difference follows from both by square-and-add: each end lies √(a² + b²) from the estimate, on
   * the logarithms, where a and b are the distances of the two ends that carry it that way (Zou and
   * Donner: Construction of confidence limits about effect measures, Statistics in Medicine 27,
   * 2008, 1693–1702; with equal distances it is the root of the sum of squares).
   *
   * @param benchmark the name of the benchmark
   * @param arms its arms
   * @param slices the samples of its slices, contaminated ones included
   * @param runs the samples of its runs, contaminated ones included
   * @param confidence the two-sided confidence of the intervals, between 0.5 and 1 exclusive
   * @return one entry per arm but the first, in their order; without estimates where an arm has no
   *     complete round
   * @throws IllegalArgumentException for another confidence
   */
  public static List<SamplingCheck> of(
      String benchmark, List<Arm> arms, List<Sample> slices, List<Sample> runs, double confidence) {
    if (!(confidence > 0.5 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence lies between 0.5 and 1, not at " + confidence + " (the usual one is 0.95)");
    }
    List<SamplingCheck> checks = new ArrayList<>();
    for (Arm other : arms.subList(Math.min(1, arms.size()), arms.size())) {
      String arm = arms.get(0).name();
      double[] ofSlices = logs(arm, other.name(), slices);
      double[] ofRuns = logs(arm, other.name(), runs);
      double level = (1 - confidence) / 2;
      LogBounds fromSlices = LogBounds.of(ofSlices, level).get(0);
      LogBounds fromRuns = LogBounds.of(ofRuns, level).get(0);
      checks.add(
          new SamplingCheck(
              benchmark,
              Metric.SPEED,
              arm,
              other.name(),
              Interval.of(fromSlices, ofSlices.length),
              Interval.of(fromRuns, ofRuns.length),
              Interval.of(
                  difference(fromSlices, fromRuns), Math.min(ofSlices.length, ofRuns.length)),
              confidence,
              seconds(arm, other.name(), slices),
              seconds(arm, other.name(), runs)));
    }
    return List.copyOf(checks);
  }

  private static LogBounds difference(LogBounds a, LogBounds b) {
    double estimate = a.estimate() - b.estimate();
    double below = Math.hypot(a.estimate() - a.low(), b.high() - b.estimate());
    double above = Math.hypot(a.high() - a.estimate(), b.estimate() - b.low());
    return Double.isNaN(estimate)
        ? new LogBounds(estimate, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
        : new LogBounds(estimate, estimate - below, estimate + above);
  }

  /** Returns ln(ratio) of each clean round that holds both arms. */
  private static double[] logs(String arm, String other, List<Sample> samples) {
    Map<Integer, Map<String, Double>> rounds = new TreeMap<>();
    for (Sample sample : CleanRounds.of(samples)) {
      Optional<Measured> speed = sample.measured(Metric.SPEED);
      speed.ifPresent(
          measured ->
              rounds
                  .computeIfAbsent(sample.round(), round -> new HashMap<>())
                  .put(sample.arm(), Math.log(measured.forLogarithm())));
    }
    return rounds.values().stream()
        .filter(round -> round.keySet().containsAll(List.of(arm, other)))
        .mapToDouble(
            round -> round.getOrDefault(arm, Double.NaN) - round.getOrDefault(other, Double.NaN))
        .toArray();
  }

  private static double seconds(String arm, String other, List<Sample> samples) {
    return samples.stream()
        .filter(sample -> List.of(arm, other).contains(sample.arm()))
        .mapToDouble(Sample::seconds)
        .sum();
  }
}
