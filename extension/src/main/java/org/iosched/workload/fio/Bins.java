package org.iosched.workload.fio;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.Side;

/**
 * A latency distribution in 64 buckets for each doubling, which is fio's own division ({@code
 * plat_val_to_idx} in its stat.c) and that of the embedded engine's results.
 *
 * @param counts the I/Os by the largest value of their bucket, in nanoseconds; none is zero
 */
record Bins(SortedMap<Long, Long> counts) {

  static final Bins NONE = new Bins(new TreeMap<>());

  /** 2^6 buckets for each doubling of the latency. */
  private static final int BITS = 6;

  /** Returns the largest value, in nanoseconds, of the bucket that a latency lies in. */
  static long upperNanos(long nanos) {
    int highestBit = 63 - Long.numberOfLeadingZeros(Math.max(1, nanos));
    return nanos | ((1L << Math.max(0, highestBit - BITS)) - 1);
  }

  /**
   * Returns the largest value, in nanoseconds, of the bucket with an index, as fio's histogram logs
   * number them.
   */
  static long upperNanosOfIndex(int index) {
    if (index < 1 << (BITS + 1)) {
      return index;
    }
    int dropped = (index >> BITS) - 1;
    long lower = (1L << (dropped + BITS)) + ((long) (index & ((1 << BITS) - 1)) << dropped);
    return lower + (1L << dropped) - 1;
  }

  static Bins merged(Collection<Bins> parts) {
    SortedMap<Long, Long> sums = new TreeMap<>();
    parts.forEach(part -> part.counts.forEach((upper, n) -> sums.merge(upper, n, Long::sum)));
    return new Bins(sums);
  }

  /** Returns what is left of this distribution without a part of it; empty if that is none. */
  Optional<Bins> without(Bins part) {
    SortedMap<Long, Long> rest = new TreeMap<>(counts);
    part.counts.forEach((upper, n) -> rest.merge(upper, -n, Long::sum));
    rest.values().removeIf(n -> n == 0);
    return rest.values().stream().anyMatch(n -> n < 0)
        ? Optional.empty()
        : Optional.of(new Bins(rest));
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  Latencies latencies(Optional<String> job, Side side) {
    List<Long> uppers = new ArrayList<>(counts.keySet());
    return new Latencies(job, side, uppers, new ArrayList<>(counts.values()));
  }
}
