package org.iosched.dsl;

import java.util.Arrays;

/**
 * The Hodges–Lehmann estimate of a centre, and the confidence bounds that belong to it.
 *
 * <p>The estimate is the median of the Walsh averages (xᵢ + xⱼ)/2 over all i ≤ j. The bounds invert
 * the exact {@linkplain SignedRank signed-rank} test: they are order statistics of the same
 * averages, and ties need no care beyond that, since a bound that falls on a tie errs on the safe
 * side (Hollander, Wolfe, Chicken: Nonparametric Statistical Methods, 3rd ed., §3.2 and §3.3).
 */
final class HodgesLehmann {
  private final int values;
  private final double[] averages;

  private HodgesLehmann(int values, double[] averages) {
    this.values = values;
    this.averages = averages;
  }

  /**
   * Prepares the estimate.
   *
   * @param x finite values, at least one
   */
  static HodgesLehmann of(double[] x) {
    int n = x.length;
    double[] averages = new double[n * (n + 1) / 2];
    int next = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        averages[next++] = i == j ? x[i] : (x[i] + x[j]) / 2;
      }
    }
    Arrays.sort(averages);
    return new HodgesLehmann(n, averages);
  }

  /** Returns the estimate. */
  double estimate() {
    int half = averages.length / 2;
    return averages.length % 2 == 1 ? averages[half] : (averages[half - 1] + averages[half]) / 2;
  }

  /**
   * Returns the estimate with two one-sided bounds, beyond each of which the centre lies with at
   * most the given probability; they are infinite where so few values allow none.
   */
  LogBounds bounds(double level) {
    int critical = SignedRank.criticalValue(values, level);
    return critical < 0
        ? new LogBounds(estimate(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
        : new LogBounds(estimate(), averages[critical], averages[averages.length - 1 - critical]);
  }
}
