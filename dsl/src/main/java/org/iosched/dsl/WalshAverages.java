package org.iosched.dsl;

import java.util.Arrays;

/**
 * The averages (xᵢ + xⱼ)/2 of all pairs i ≤ j, in order. There are n(n + 1)/2 of them, which for a
 * thousand values are too many to sort for a single one: few are written down, of many the one that
 * is asked for is found by counting.
 */
final class WalshAverages {
  /** So many averages are all sorted beforehand, which serves every question. */
  private static final int FEW = 500;

  /** So many averages that are left in an interval are sorted to answer one question. */
  private static final int LEFT = 100;

  /** So often an interval is halved by its length, and then by how many numbers it can hold. */
  private static final int HALVINGS_BY_LENGTH = 40;

  private final double[] x;
  private final double[] all;

  private WalshAverages(double[] sorted) {
    this.x = sorted;
    this.all =
        count() <= FEW
            ? between(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, count())
            : new double[0];
  }

  /**
   * Prepares the averages.
   *
   * @param x finite values, at least one and at most 46,000
   */
  static WalshAverages of(double[] x) {
    double[] sorted = x.clone();
    Arrays.sort(sorted);
    // A negative zero is sorted before a positive one but is not smaller.
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] += 0.0;
    }
    return new WalshAverages(sorted);
  }

  /** Returns how many averages there are. */
  int count() {
    return x.length * (x.length + 1) / 2;
  }

  /**
   * Returns the average that has so many before it, the very number that sorting all would give.
   *
   * <p>An interval that holds it is halved until only few averages are left in it, or until it is a
   * single number, on which many averages are tied. Counting those up to a limit takes one walk
   * along the values from both ends: where xᵢ rises, the last xⱼ that is small enough falls.
   *
   * @param place from 0
   */
  double smallest(int place) {
    if (all.length > 0) {
      return all[place];
    }
    // Always: count up to low ≤ place < count up to high.
    double low = Math.nextDown(x[0]);
    double high = x[x.length - 1];
    int below = 0;
    int upTo = count();
    for (int step = 0; upTo - below > LEFT; step++) {
      double middle = step < HALVINGS_BY_LENGTH ? low + (high - low) / 2 : between(low, high);
      if (!(middle > low && middle < high)) {
        if (Math.nextUp(low) >= high) {
          return high;
        }
        middle = between(low, high);
      }
      int counted = countUpTo(middle);
      if (counted <= place) {
        low = middle;
        below = counted;
      } else {
        high = middle;
        upTo = counted;
      }
    }
    return between(low, high, upTo - below)[place - below];
  }

  private int countUpTo(double limit) {
    int count = 0;
    int last = x.length - 1;
    for (int i = 0; i <= last; i++) {
      while (last >= i && average(i, last) > limit) {
        last--;
      }
      count += last - i + 1;
    }
    return count;
  }

  /** Returns the averages above the one and up to the other limit, sorted. */
  private double[] between(double above, double upTo, int count) {
    double[] found = new double[count];
    int next = 0;
    int last = x.length - 1;
    int first = x.length;
    for (int i = 0; i <= last; i++) {
      while (last >= i && average(i, last) > upTo) {
        last--;
      }
      // The first xⱼ whose average with xᵢ is large enough falls as well.
      while (first > i && average(i, first - 1) > above) {
        first--;
      }
      first = Math.max(first, i);
      for (int j = first; j <= last; j++) {
        found[next++] = average(i, j);
      }
    }
    Arrays.sort(found);
    return found;
  }

  private double average(int i, int j) {
    return (x[i] + x[j]) / 2;
  }

  /** Returns a number with about as many others on either side of it within the interval. */
  private static double between(double low, double high) {
    long a = ordered(low);
    long b = ordered(high);
    // Their mean, which a + b might be too large for.
    return unordered((a & b) + ((a ^ b) >> 1));
  }

  /** Numbers doubles in their order; their difference by one is the smallest there is. */
  private static long ordered(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits >= 0 ? bits : Long.MIN_VALUE - bits;
  }

  private static double unordered(long number) {
    return Double.longBitsToDouble(number >= 0 ? number : Long.MIN_VALUE - number);
  }
}
