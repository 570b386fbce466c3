package org.iosched.dsl;

import java.util.Arrays;

/** The middle of some values. */
public final class Medians {
  private Medians() {}

  /** Returns the median, the mean of the middle two for an even number, NaN without values. */
  public static double of(double[] values) {
    if (values.length == 0) {
      return Double.NaN;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
