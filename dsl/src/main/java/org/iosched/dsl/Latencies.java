package org.iosched.dsl;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A latency distribution of one run, kept so that rounds can be merged before a tail quantile is
 * taken.
 *
 * @param job the fio job it is about, or empty for the whole workload
 * @param side which I/Os it counts
 * @param upperNanos the largest value of each bucket that holds an I/O, in nanoseconds, increasing
 * @param counts how many I/Os lie in each bucket; as long as {@code upperNanos}
 * @param from when their clock starts
 */
public record Latencies(
    Optional<String> job, Side side, List<Long> upperNanos, List<Long> counts, LatencyFrom from) {

  /** Latencies from submission. */
  public Latencies(Optional<String> job, Side side, List<Long> upperNanos, List<Long> counts) {
    this(job, side, upperNanos, counts, LatencyFrom.SUBMISSION);
  }

  /** Copies the buckets and checks that they match. */
  public Latencies {
    upperNanos = List.copyOf(upperNanos);
    counts = List.copyOf(counts);
    if (upperNanos.size() != counts.size()) {
      throw new IllegalArgumentException(
          upperNanos.size() + " bucket bounds do not fit " + counts.size() + " counts");
    }
  }

  /** Returns how many I/Os the distribution holds. */
  public long total() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Returns the distribution of the I/Os of both. Buckets with the same bound are added; others
   * stay side by side. Where the two differ in job or side, the result is that of the whole
   * workload or of both sides.
   *
   * @throws IllegalArgumentException where their clocks start at different times
   */
  public Latencies merge(Latencies other) {
    if (from != other.from) {
      throw new IllegalArgumentException(
          "latencies from submission and from the intended start do not go together");
    }
    TreeMap<Long, Long> buckets = new TreeMap<>();
    addTo(buckets);
    other.addTo(buckets);
    return new Latencies(
        job.equals(other.job) ? job : Optional.empty(),
        side == other.side ? side : Side.BOTH,
        List.copyOf(buckets.keySet()),
        List.copyOf(buckets.values()),
        from);
  }

  /**
   * Returns the latency that at least the given share of the I/Os does not exceed, in nanoseconds:
   * the upper end of the first bucket that completes the share.
   *
   * @param q the share, more than 0 and at most 1
   * @throws IllegalArgumentException for another share
   * @throws IllegalStateException where the distribution holds no I/O
   */
  public long quantile(double q) {
    if (!(q > 0 && q <= 1)) {
      throw new IllegalArgumentException("a quantile lies between 0 and 1, not at " + q);
    }
    long total = total();
    if (total == 0) {
      throw new IllegalStateException("a distribution without I/Os has no quantiles");
    }
    // The tolerance keeps 0.99 × 1000 from becoming rank 991 by rounding.
    long rank = Math.max(1, (long) Math.ceil(q * total * (1 - 1e-12)));
    long seen = 0;
    for (int i = 0; i < counts.size(); i++) {
      seen += counts.get(i);
      if (seen >= rank) {
        return upperNanos.get(i);
      }
    }
    return upperNanos.get(upperNanos.size() - 1);
  }

  private void addTo(TreeMap<Long, Long> buckets) {
    for (int i = 0; i < counts.size(); i++) {
      buckets.merge(upperNanos.get(i), counts.get(i), Long::sum);
    }
  }
}
