package org.iosched.dsl;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The distribution of Wilcoxon's signed-rank statistic when every sign is a fair coin.
 *
 * <p>The statistic T is the sum of those ranks 1 … n whose sign is positive. Its probabilities
 * follow the counting recursion p(n, k) = ½ p(n − 1, k) + ½ p(n − 1, k − n) (Hollander, Wolfe,
 * Chicken: Nonparametric Statistical Methods, 3rd ed., §3.1), taken in probabilities instead of
 * counts so that nothing overflows.
 *
 * <p>The recursion takes of the order of n³ steps. Many pairs are therefore counted by {@link
 * SignedRankTail}, which gives the same probabilities to 11 digits.
 */
final class SignedRank {
  /** Up to so many pairs the recursion is quick. */
  private static final int FEW = 80;

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
      // No sum of the ranks so far is larger.
      int largest = Math.min(highest, rank * (rank + 1) / 2);
      for (int k = largest; k >= rank; k--) {
        p[k] = 0.5 * (p[k] + p[k - rank]);
      }
      for (int k = Math.min(largest, rank - 1); k >= 0; k--) {
        p[k] *= 0.5;
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
    double deviation = Math.sqrt(mean * (2.0 * pairs + 1) / 6);
    double z = NormalDistribution.of(0, 1).inverseCumulativeProbability(level);
    // The Cornish–Fisher expansion: the excess kurtosis is −3.6/n, and there is no skewness.
    double corrected = z - 0.15 / pairs * (z * z * z - 3 * z);
    int near = (int) Math.max(0, Math.min(mean - 1, mean + corrected * deviation - 0.5));
    if (pairs > FEW) {
      SignedRankTail tail = SignedRankTail.of(pairs);
      int k = near;
      while (k > 0 && tail.atMost(k) > level) {
        k--;
      }
      while (tail.atMost(k + 1) <= level) {
        k++;
      }
      return k;
    }
    int highest = (int) mean;
    for (int reach = near + (int) Math.ceil(deviation / 2); ; reach = highest) {
      double[] cumulative = cumulative(pairs, Math.min(reach, highest));
      int k = 0;
      while (k + 1 < cumulative.length && cumulative[k + 1] <= level) {
        k++;
      }
      if (k + 1 < cumulative.length || reach >= highest) {
        return k;
      }
    }
  }
}
