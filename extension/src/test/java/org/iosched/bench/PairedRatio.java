package org.iosched.bench;

import java.util.Arrays;
import java.util.Locale;

/**
 * The typical ratio of two sides that were measured in pairs, and how well it is known. The median
 * of the pairs' ratios, and the two order statistics that the median of all possible pairs lies
 * between with at least 95% probability, whatever their distribution: the interval that inverts the
 * sign test. Fewer than 6 pairs have no such interval; it is then the smallest and largest ratio.
 *
 * @param median the typical ratio
 * @param low the lower end of its interval
 * @param high the upper end of its interval
 */
record PairedRatio(double median, double low, double high) {

  private static final double ONE_SIDED_LEVEL = 0.025;

  /**
   * Compares two sides.
   *
   * @param ours what one side came to in each pair; positive
   * @param theirs what the other came to in the same pairs; positive
   */
  static PairedRatio of(double[] ours, double[] theirs) {
    double[] ratios = new double[ours.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = ours[i] / theirs[i];
    }
    Arrays.sort(ratios);
    int beyond = beyond(ratios.length);
    return new PairedRatio(median(ratios), ratios[beyond], ratios[ratios.length - 1 - beyond]);
  }

  /** Returns how many values on each side may lie outside the interval. */
  private static int beyond(int pairs) {
    double chance = Math.pow(2, -pairs);
    double tail = chance;
    int beyond = 0;
    // Of n fair coins, k heads have the probability C(n,k)/2^n.
    for (int heads = 1; tail <= ONE_SIDED_LEVEL; heads++) {
      beyond = heads - 1;
      chance *= (double) (pairs - heads + 1) / heads;
      tail += chance;
    }
    return beyond;
  }

  /** Returns the median of values in any order. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** Returns the interval for a table. */
  String interval() {
    return String.format(Locale.ROOT, "%.2f..%.2f", low, high);
  }
}
