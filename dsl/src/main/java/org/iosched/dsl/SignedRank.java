package org.iosched.dsl;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The distribution of Wilcoxon's signed-rank statistic when every sign is a fair coin.
 *
 * <p>The statistic T is the sum of those ranks 1 … n whose sign is positive. Its probabilities
 * follow the counting recursion p(n, k) = ½ p(n − 1, k) + ½ p(n − 1, k − n) (Hollander, Wolfe,
 * Chicken: Nonparametric Statistical Methods, 3rd ed., §3.1), taken in probabilities instead of
 * counts so that nothing overflows.
 */
final class SignedRank {
  /** Beyond this many pairs the normal approximation is exact to the fourth digit. */
  private static final int LARGEST_EXACT = 300;

  private SignedRank() {}

  /**
   * Returns P(T ≤ k) for k = 0 … {@code highest}.
   *
   * @param pairs n, zero or more
   * @param highest the last k, zero or more
   */
  static double[] cumulative(int pairs, int highest) {
    double[] p = new double[highest + 1];
    p[0] = 1;
    for (int rank = 1; rank <= pairs; rank++) {
      for (int k = highest; k >= 0; k--) {
        p[k] = 0.5 * (p[k] + (k >= rank ? p[k - rank] : 0));
      }
    }
    for (int k = 1; k <= highest; k++) {
      p[k] += p[k - 1];
    }
    return p;
  }

  /**
   * Returns the largest k with P(T ≤ k) ≤ {@code level}, or −1 where there is none, which is where
   * 2⁻ⁿ exceeds the level.
   *
   * @param pairs n, one or more
   * @param level a one-sided error level between 0 and 0.5
   */
  static int criticalValue(int pairs, double level) {
    if (Math.pow(0.5, pairs) > level) {
      return -1;
    }
    double mean = pairs * (pairs + 1.0) / 4;
    if (pairs > LARGEST_EXACT) {
      double deviation = Math.sqrt(mean * (2.0 * pairs + 1) / 6);
      double z = NormalDistribution.of(0, 1).inverseCumulativeProbability(level);
      return (int) Math.floor(mean + z * deviation - 0.5);
    }
    double[] cumulative = cumulative(pairs, (int) mean);
    int k = 0;
    while (k + 1 < cumulative.length && cumulative[k + 1] <= level) {
      k++;
    }
    return k;
  }
}
