package org.iosched.dsl;

import java.util.Arrays;

/**
 * Finds where the mean of a series changes: the partition into segments with the least sum of
 * squares plus a penalty for each change, found exactly by pruned dynamic programming (PELT:
 * Killick, Fearnhead, Eckley, J. Am. Statist. Assoc. 107, 2012).
 */
final class Pelt {
  /** The penalty for each change is this many times the logarithm of the length of the series. */
  private static final double PENALTY = 10;

  /** Makes the median absolute deviation of normal noise its standard deviation. */
  private static final double MAD_OF_NORMAL = 1.4826;

  private Pelt() {}

  /**
   * Returns the places at which a new segment begins, increasing; none where the series is shorter
   * than two segments.
   *
   * @param x finite values
   * @param shortest the length of the shortest segment, at least 1
   * @param leastDeviation the standard deviation of the noise is taken to be at least this, more
   *     than zero: a series that is constant but for a few values has none of its own
   */
  static int[] changes(double[] x, int shortest, double leastDeviation) {
    int n = x.length;
    if (n < 2 * shortest) {
      return new int[0];
    }
    double deviation = Math.max(leastDeviation, deviation(x));
    // Centred on the median, since sums of squares of large values would lose their digits.
    double center = Medians.of(x);
    double[] sums = new double[n + 1];
    double[] squares = new double[n + 1];
    for (int i = 0; i < n; i++) {
      double value = (x[i] - center) / deviation;
      sums[i + 1] = sums[i] + value;
      squares[i + 1] = squares[i] + value * value;
    }
    return partition(sums, squares, shortest, PENALTY * Math.log(n));
  }

  /**
   * Returns the standard deviation of the noise: from the median absolute deviation of the
   * differences of neighbours, which changes of the mean leave alone.
   */
  static double deviation(double[] x) {
    if (x.length < 2) {
      return 0;
    }
    double[] differences = new double[x.length - 1];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = x[i + 1] - x[i];
    }
    double center = Medians.of(differences);
    double[] distances = Arrays.stream(differences).map(d -> Math.abs(d - center)).toArray();
    return MAD_OF_NORMAL * Medians.of(distances) / Math.sqrt(2);
  }

  private static int[] partition(double[] sums, double[] squares, int shortest, double penalty) {
    int n = sums.length - 1;
    double[] least = new double[n + 1];
    int[] last = new int[n + 1];
    int[] candidates = new int[n + 1];
    int[] useless = new int[n + 1];
    Arrays.fill(useless, Integer.MAX_VALUE);
    int count = 0;
    least[0] = -penalty;
    for (int end = shortest; end <= n; end++) {
      int newest = end - shortest;
      // A segment cannot begin where none can end.
      if (newest == 0 || newest >= shortest) {
        candidates[count++] = newest;
      }
      double best = Double.POSITIVE_INFINITY;
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int begin = candidates[i];
        if (useless[begin] > end) {
          candidates[kept++] = begin;
          double total = least[begin] + cost(sums, squares, begin, end) + penalty;
          if (total < best) {
            best = total;
            last[end] = begin;
          }
        }
      }
      count = kept;
      least[end] = best;
      for (int i = 0; i < count; i++) {
        int begin = candidates[i];
        // A cut here is better than none for every later end, once another segment fits behind it.
        if (useless[begin] == Integer.MAX_VALUE
            && least[begin] + cost(sums, squares, begin, end) > best) {
          useless[begin] = end + shortest;
        }
      }
    }
    return changesBackFrom(n, last);
  }

  private static int[] changesBackFrom(int end, int[] last) {
    int[] changes = new int[last.length];
    int next = changes.length;
    for (int begin = last[end]; begin > 0; begin = last[begin]) {
      changes[--next] = begin;
    }
    return Arrays.copyOfRange(changes, next, changes.length);
  }

  /** Returns the sum of squared distances from the mean. */
  private static double cost(double[] sums, double[] squares, int begin, int end) {
    double sum = sums[end] - sums[begin];
    return Math.max(0, squares[end] - squares[begin] - sum * sum / (end - begin));
  }
}
