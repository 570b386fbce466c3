package org.iosched.reports;

import java.util.Arrays;

/** Medians, and intervals for them that assume nothing of the distribution. */
final class Medians {

  private Medians() {}

  /** Returns the median, or {@code NaN} of nothing. */
  static double median(double[] values) {
    if (values.length == 0) {
      return Double.NaN;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The ends of an interval; both {@code NaN} where there is none. */
  record Interval(double low, double high) {}

  /**
   * Returns the interval between two order statistics that covers the median of any distribution
   * with a probability of at least 0.95: from the k-th smallest to the k-th largest value, k being
   * the largest rank with 2 · P(Binomial(n, ½) &lt; k) ≤ 0.05. Fewer than six values have none.
   */
  static Interval interval95(double[] values) {
    int n = values.length;
    double probability = Math.pow(0.5, n);
    double below = probability;
    int rank = 0;
    while (2 * below <= 0.05 && rank < n / 2) {
      rank++;
      probability *= (n - rank + 1.0) / rank;
      below += probability;
    }
    if (rank == 0) {
      return new Interval(Double.NaN, Double.NaN);
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Interval(sorted[rank - 1], sorted[n - rank]);
  }
}
