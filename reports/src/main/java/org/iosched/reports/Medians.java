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
}
