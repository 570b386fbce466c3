package org.iosched.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * One arm's values of one metric in a line of a table. It describes; nothing is decided from it,
 * since two such intervals are not a comparison (rounds are paired, and these are not). Tail
 * quantiles are those of the single runs, even where a verdict merges rounds.
 *
 * @param arm the arm
 * @param metric what the values are: the metric asked for, but time or bandwidth for speed
 * @param unit the unit of the values
 * @param median the median
 * @param low the lower end of an interval for the median, {@code NaN} below 6 values
 * @param high the upper end, {@code NaN} below 6 values
 * @param n how many samples hold the metric; those of contaminated rounds do not count
 */
public record ArmSummary(
    String arm, Metric metric, Unit unit, double median, double low, double high, int n) {

  /** The two-sided confidence that the interval has at least. */
  public static final double CONFIDENCE = 0.95;

  /**
   * Summarizes one arm. The interval is that of the sign test: two of the values themselves, right
   * for any distribution, and always around the median.
   *
   * @param samples every sample of the benchmark, contaminated ones included
   * @param arm the arm
   * @param metric the metric
   * @return empty where no sample of the arm holds the metric
   */
  public static Optional<ArmSummary> of(List<Sample> samples, String arm, Metric metric) {
    List<Sample> own =
        CleanRounds.of(samples).stream().filter(sample -> sample.arm().equals(arm)).toList();
    Metric shown = shownMetric(own, metric);
    List<Measured> measured = new ArrayList<>();
    for (Sample sample : own) {
      sample.measured(shown).ifPresent(measured::add);
    }
    if (measured.isEmpty()) {
      return Optional.empty();
    }
    double[] values = measured.stream().mapToDouble(Measured::value).sorted().toArray();
    int n = values.length;
    int outside = outside(n);
    return Optional.of(
        new ArmSummary(
            arm,
            shown,
            measured.get(0).unit(),
            Medians.of(values),
            outside < 0 ? Double.NaN : values[outside],
            outside < 0 ? Double.NaN : values[n - 1 - outside],
            n));
  }

  /** Returns how many of the smallest values lie outside the interval, or −1 for no interval. */
  private static int outside(int n) {
    return BinomialDistribution.of(n, 0.5).inverseCumulativeProbability((1 - CONFIDENCE) / 2) - 1;
  }

  private static Metric shownMetric(List<Sample> own, Metric metric) {
    if (metric.quantity() != Quantity.SPEED) {
      return metric;
    }
    Metric time = new Metric(metric.job(), metric.side(), Quantity.TIME);
    return own.stream().anyMatch(sample -> sample.measured(time).isPresent())
        ? time
        : new Metric(metric.job(), metric.side(), Quantity.BANDWIDTH);
  }

  /** Writes the line, e.g. {@code bfq: 57.0 MB/s (55.1 MB/s to 58.2 MB/s, n = 12)}. */
  @Override
  public String toString() {
    return arm
        + ": "
        + Shown.of(median, unit)
        + (Double.isNaN(low)
            ? " (n = " + n + ")"
            : " (" + Shown.of(low, unit) + " to " + Shown.of(high, unit) + ", n = " + n + ")");
  }
}
