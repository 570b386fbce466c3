package org.iosched.dsl;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The typical logarithm of a ratio with its two one-sided bounds.
 *
 * @param estimate the typical value; {@code NaN} without values
 * @param low the lower bound, −∞ where there is none
 * @param high the upper bound, +∞ where there is none
 */
record LogBounds(double estimate, double low, double high) {
  /** Below this many rounds nothing is decided. */
  static final int FEWEST = 3;

  /** From this many rounds on the bounds are those of the signed-rank test. */
  static final int ENOUGH = 6;

  /**
   * Computes the bounds at one or more levels: Student's t for 3 to 5 values, the inverted
   * signed-rank test from 6 on, none below 3.
   *
   * <p>Three to five values without any spread have no bounds either: they show the grain of the
   * clock, not the noise.
   *
   * @param d one logarithm per round
   * @param levels the one-sided error levels
   * @return one per level, in their order
   */
  static List<LogBounds> of(double[] d, double... levels) {
    if (d.length >= ENOUGH) {
      HodgesLehmann center = HodgesLehmann.of(d);
      return Arrays.stream(levels).mapToObj(center::bounds).toList();
    }
    double mean = Arrays.stream(d).average().orElse(Double.NaN);
    if (d.length < FEWEST || withoutSpread(d)) {
      return Collections.nCopies(
          levels.length, new LogBounds(mean, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
    }
    double squares = Arrays.stream(d).map(x -> (x - mean) * (x - mean)).sum();
    double error = Math.sqrt(squares / (d.length - 1) / d.length);
    TDistribution student = TDistribution.of(d.length - 1);
    return Arrays.stream(levels)
        .map(level -> error * student.inverseSurvivalProbability(level))
        .mapToObj(half -> new LogBounds(mean, mean - half, mean + half))
        .toList();
  }

  /** Tells whether all values are the same but for rounding. */
  static boolean withoutSpread(double[] d) {
    double lowest = Arrays.stream(d).min().orElse(0);
    double highest = Arrays.stream(d).max().orElse(0);
    return highest - lowest <= 1e-12 * Math.max(1, Math.abs(highest));
  }
}
