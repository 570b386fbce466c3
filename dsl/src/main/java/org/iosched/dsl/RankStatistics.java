package org.iosched.dsl;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Tests by ranks for what a series of rounds should not show. Each returns a two-sided p, and 1
 * where the series is too short or too much alike to show anything. All take of the order of n log
 * n steps.
 */
final class RankStatistics {
  private static final int MOST_LAGS = 10;

  /** A p from a limiting distribution that is not smaller than this is good enough. */
  private static final double SMALL = 0.05;

  private static final int MOST_PERMUTED = 200;
  private static final int PERMUTATIONS = 999;

  private RankStatistics() {}

  /**
   * Returns the p of the Mann–Kendall test for a trend, by the normal approximation corrected for
   * ties (Mann, Econometrica 13, 1945); 1 below 6 values.
   */
  static double trend(double[] x) {
    int n = x.length;
    if (n < LogBounds.ENOUGH) {
      return 1;
    }
    double[] sorted = x.clone();
    long falling = sortCountingInversions(sorted, new double[n], 0, n);
    double variance = n * (n - 1.0) * (2 * n + 5);
    long tied = 0;
    for (int from = 0, to; from < n; from = to) {
      to = endOfTie(sorted, from);
      long run = (long) to - from;
      tied += run * (run - 1) / 2;
      variance -= run * (run - 1.0) * (2 * run + 5);
    }
    long s = n * (n - 1L) / 2 - tied - 2 * falling;
    if (!(variance > 0) || s == 0) {
      return 1;
    }
    double z = (Math.abs(s) - 1) / Math.sqrt(variance / 18);
    return 2 * NormalDistribution.of(0, 1).survivalProbability(z);
  }

  /**
   * Returns the p of the Ljung–Box test for dependence over the lags 1 to 10, or to a quarter of a
   * shorter series (Ljung, Box, Biometrika 65, 1978); 1 below 8 values. It is taken of ranks, since
   * a single outlier would hide dependence.
   *
   * <p>Of up to 200 independent values the statistic exceeds the 1% point of its limiting
   * distribution in up to 3% of all series. There a small p is taken from 999 random permutations
   * of the ranks, always the same ones, so that the same series always has the same p.
   */
  static double dependence(double[] x) {
    int n = x.length;
    int lags = Math.min(MOST_LAGS, n / 4);
    if (lags < 2 || LogBounds.withoutSpread(x)) {
      return 1;
    }
    double[] ranks = ranks(x);
    double mean = (n + 1) / 2.0;
    double[] centred = Arrays.stream(ranks).map(rank -> rank - mean).toArray();
    double q = ljungBox(centred, lags);
    double p = ChiSquaredDistribution.of(lags).survivalProbability(q);
    return p < SMALL && n <= MOST_PERMUTED ? permuted(centred, lags, q) : p;
  }

  private static double permuted(double[] centred, int lags, double q) {
    SplittableRandom random = new SplittableRandom(centred.length);
    double[] shuffled = centred.clone();
    int asLarge = 1;
    for (int draw = 0; draw < PERMUTATIONS; draw++) {
      for (int i = shuffled.length - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        double swapped = shuffled[i];
        shuffled[i] = shuffled[j];
        shuffled[j] = swapped;
      }
      asLarge += ljungBox(shuffled, lags) >= q ? 1 : 0;
    }
    return asLarge / (PERMUTATIONS + 1.0);
  }

  private static double ljungBox(double[] centred, int lags) {
    int n = centred.length;
    double total = 0;
    for (double value : centred) {
      total += value * value;
    }
    double q = 0;
    for (int lag = 1; lag <= lags; lag++) {
      double sum = 0;
      for (int i = lag; i < n; i++) {
        sum += centred[i] * centred[i - lag];
      }
      q += sum / total * (sum / total) / (n - lag);
    }
    return n * (n + 2.0) * q;
  }

  /**
   * Returns the p of the Mann–Whitney test for a shift between two groups, by the normal
   * approximation with continuity correction, corrected for ties (Hollander, Wolfe, Chicken:
   * Nonparametric Statistical Methods, 3rd ed., §4.1). With a group of 3 or 4 it errs on the side
   * of a larger p.
   */
  static double shift(double[] x, double[] y) {
    int m = x.length;
    int n = m + y.length;
    if (m == 0 || y.length == 0) {
      return 1;
    }
    double[] both = Arrays.copyOf(x, n);
    System.arraycopy(y, 0, both, m, y.length);
    double sum = Arrays.stream(ranks(both)).limit(m).sum();
    Arrays.sort(both);
    double ties = 0;
    for (int from = 0, to; from < n; from = to) {
      to = endOfTie(both, from);
      double run = to - from;
      ties += run * (run * run - 1);
    }
    double variance = m * (double) y.length / 12 * (n + 1 - ties / n / (n - 1));
    double distance = Math.abs(sum - m * (n + 1.0) / 2) - 0.5;
    if (!(variance > 0) || distance <= 0) {
      return 1;
    }
    return 2 * NormalDistribution.of(0, 1).survivalProbability(distance / Math.sqrt(variance));
  }

  /** Returns the rank of each value from 1 on; tied values share the mean of their ranks. */
  static double[] ranks(double[] x) {
    double[] sorted = x.clone();
    Arrays.sort(sorted);
    double[] shared = new double[x.length];
    for (int from = 0, to; from < x.length; from = to) {
      to = endOfTie(sorted, from);
      Arrays.fill(shared, from, to, (from + to + 1) / 2.0);
    }
    return Arrays.stream(x).map(value -> shared[Arrays.binarySearch(sorted, value)]).toArray();
  }

  /** Returns the place behind the last value that equals the one at a place. */
  private static int endOfTie(double[] sorted, int from) {
    int to = from + 1;
    while (to < sorted.length && sorted[to] == sorted[from]) {
      to++;
    }
    return to;
  }

  /** Sorts a stretch by merging, and returns how many pairs stood in falling order. */
  private static long sortCountingInversions(double[] x, double[] scratch, int from, int to) {
    if (to - from < 2) {
      return 0;
    }
    int middle = (from + to) >>> 1;
    long inversions =
        sortCountingInversions(x, scratch, from, middle)
            + sortCountingInversions(x, scratch, middle, to);
    System.arraycopy(x, from, scratch, from, to - from);
    int left = from;
    int right = middle;
    for (int next = from; next < to; next++) {
      if (left < middle && (right >= to || scratch[left] <= scratch[right])) {
        x[next] = scratch[left++];
      } else {
        // All that is left of the first half is larger than this one, and stood before it.
        inversions += middle - left;
        x[next] = scratch[right++];
      }
    }
    return inversions;
  }
}
