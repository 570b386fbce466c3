package org.iosched.dsl;

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
  private final WalshAverages averages;
  private final double estimate;

  private HodgesLehmann(int values, WalshAverages averages) {
    this.values = values;
    this.averages = averages;
    int half = averages.count() / 2;
    this.estimate =
        averages.count() % 2 == 1
            ? averages.smallest(half)
            : (averages.smallest(half - 1) + averages.smallest(half)) / 2;
  }

  /**
   * Prepares the estimate.
   *
   * @param x finite values, at least one
   */
  static HodgesLehmann of(double[] x) {
    return new HodgesLehmann(x.length, WalshAverages.of(x));
  }

  /** Returns the estimate. */
  double estimate() {
    return estimate;
  }

  /**
   * Returns the estimate with two one-sided bounds, beyond each of which the centre lies with at
   * most the given probability; they are infinite where so few values allow none.
   */
  LogBounds bounds(double level) {
    int critical = SignedRank.criticalValue(values, level);
    return critical < 0
        ? new LogBounds(estimate, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
        : new LogBounds(
            estimate,
            averages.smallest(critical),
            averages.smallest(averages.count() - 1 - critical));
  }
}
