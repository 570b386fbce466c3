package org.iosched.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A latency distribution as the buckets that hold an I/O.
 *
 * @param upperNanos the largest value of each bucket, increasing
 * @param counts the I/Os in each
 */
record LatencyBuckets(List<Long> upperNanos, List<Long> counts) {

  /** 2^6 buckets for each doubling of the latency: each is less than 1.6% wide. */
  private static final int COARSE_BITS = 6;

  static LatencyBuckets merged(List<LatencyBuckets> parts) {
    SortedMap<Long, Long> sums = new TreeMap<>();
    for (LatencyBuckets part : parts) {
      for (int i = 0; i < part.counts.size(); i++) {
        sums.merge(part.upperNanos.get(i), part.counts.get(i), Long::sum);
      }
    }
    return of(sums);
  }

  private static LatencyBuckets of(SortedMap<Long, Long> sums) {
    return new LatencyBuckets(new ArrayList<>(sums.keySet()), new ArrayList<>(sums.values()));
  }

  /** Returns the same distribution in wider buckets. */
  LatencyBuckets coarse() {
    SortedMap<Long, Long> sums = new TreeMap<>();
    for (int i = 0; i < counts.size(); i++) {
      long upper = upperNanos.get(i);
      int highestBit = 63 - Long.numberOfLeadingZeros(Math.max(1, upper));
      int dropped = Math.max(0, highestBit - COARSE_BITS);
      sums.merge(upper | ((1L << dropped) - 1), counts.get(i), Long::sum);
    }
    return of(sums);
  }

  /**
   * Returns the latency that the share q of the I/Os do not exceed.
   *
   * @param q between 0 and 1, exclusive; there is at least one I/O
   */
  long quantile(double q) {
    long total = counts.stream().mapToLong(Long::longValue).sum();
    long rank = Math.max(1, (long) Math.ceil(q * total - 1e-9 * total));
    long seen = 0;
    for (int i = 0; i < counts.size(); i++) {
      seen += counts.get(i);
      if (seen >= rank) {
        return upperNanos.get(i);
      }
    }
    return upperNanos.get(upperNanos.size() - 1);
  }
}
