package org.iosched.dsl;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a run did in each window of the time in which it, or the job that is asked about, was at
 * work. Windows that were so only for a part of their length are left out.
 *
 * @param metric the rate: I/Os or bytes
 * @param windowSeconds the length of a window, in seconds
 * @param first the number of the first window, counted from the start of the run
 * @param counts I/Os or bytes in each; not to be changed
 * @param unitBytes the size of an I/O where bytes are counted, else 1
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and copied nowhere.
record RateSeries(Metric metric, double windowSeconds, int first, long[] counts, double unitBytes) {
  /** What a time may be off by and still count as a whole number of windows, in windows. */
  private static final double TOLERANCE = 1e-6;

  /** Jobs that end so shortly before the last one ends only leave it to what it still waits for. */
  private static final double LATE_SECONDS = 1;

  private static final double LATE_SHARE = 0.25;

  /** Returns the rate that tells how a metric goes over time; empty for elapsed time. */
  static Optional<Metric> rateOf(Metric metric) {
    return switch (metric.quantity()) {
      case TIME -> Optional.empty();
      case SPEED, BANDWIDTH ->
          Optional.of(new Metric(metric.job(), metric.side(), Quantity.BANDWIDTH));
      default -> Optional.of(new Metric(metric.job(), metric.side(), Quantity.IOPS));
    };
  }

  /**
   * Returns the series of a rate.
   *
   * @param rate I/Os or bytes, see {@link #rateOf}
   * @return empty where the sample has none
   */
  static Optional<RateSeries> of(Sample sample, Metric rate) {
    if (sample.series().isEmpty()) {
      return Optional.empty();
    }
    Optional<Series> own = find(sample, rate);
    if (own.isEmpty() && rate.side() == Side.BOTH) {
      own = sum(find(sample, on(Side.READ, rate)), find(sample, on(Side.WRITE, rate)), rate);
    }
    return own.map(series -> cut(sample, rate, series));
  }

  /** Returns the series of a run of I/Os in windows of 100 ms, for simulations. */
  static RateSeries ofIos(long[] counts) {
    return new RateSeries(Metric.of(Quantity.IOPS), 0.1, 0, counts, 1);
  }

  /** Returns the end of the last window, in seconds from the start of the run. */
  double endSeconds() {
    return (first + counts.length) * windowSeconds;
  }

  /** Returns the logarithm of each window's I/Os, half an I/O added. */
  double[] logs() {
    return Arrays.stream(counts).mapToDouble(count -> Math.log(count / unitBytes + 0.5)).toArray();
  }

  /** Returns the series in windows that are some times as long; what is left at the end is cut. */
  RateSeries pooled(int times) {
    if (times <= 1) {
      return this;
    }
    // Windows begin at a multiple of their new length.
    int newFirst = (first + times - 1) / times;
    int skipped = newFirst * times - first;
    long[] sums = new long[Math.max(0, (counts.length - skipped) / times)];
    for (int i = 0; i < sums.length; i++) {
      int from = skipped + i * times;
      sums[i] = Arrays.stream(counts, from, from + times).sum();
    }
    return new RateSeries(metric, windowSeconds * times, newFirst, sums, unitBytes);
  }

  /** Returns the rate over the windows from one place to another, exclusive. */
  Measured.Rate between(int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += counts[i];
    }
    return new Measured.Rate(
        sum,
        (to - from) * windowSeconds,
        metric.quantity() == Quantity.BANDWIDTH ? Unit.BYTES_PER_SECOND : Unit.IO_PER_SECOND);
  }

  /**
   * Returns the rate over the windows that lie in a stretch as a whole.
   *
   * @return empty where there is none, or where the run ends before the stretch does
   */
  Optional<Measured.Rate> in(Stretch stretch) {
    int from = Math.max(0, firstWindow(stretch.fromSeconds(), windowSeconds) - first);
    int to = counts.length;
    if (!Double.isInfinite(stretch.toSeconds())) {
      // The end of a run is never met exactly: a window less is still all of it.
      if (stretch.toSeconds() > endSeconds() + windowSeconds * (1 + TOLERANCE)) {
        return Optional.empty();
      }
      to = Math.min(to, lastWindow(stretch.toSeconds(), windowSeconds) - first);
    }
    return from < to ? Optional.of(between(from, to)) : Optional.empty();
  }

  /**
   * Returns the mean of the logarithms of the windows, half an I/O added, that lie in a stretch as
   * a whole; NaN where there is none.
   */
  double meanLog(Stretch stretch) {
    int from = Math.max(0, firstWindow(stretch.fromSeconds(), windowSeconds) - first);
    int to = Math.min(counts.length, lastWindow(stretch.toSeconds(), windowSeconds) - first);
    return from < to
        ? Arrays.stream(counts, from, to)
            .mapToDouble(count -> Math.log(count / unitBytes + 0.5))
            .average()
            .orElseThrow()
        : Double.NaN;
  }

  /** Returns the first window that begins at a time or later. */
  static int firstWindow(double seconds, double windowSeconds) {
    return (int) Math.ceil(seconds / windowSeconds - TOLERANCE);
  }

  /** Returns how many windows have ended by a time. */
  static int lastWindow(double seconds, double windowSeconds) {
    return (int) Math.min(Integer.MAX_VALUE, Math.floor(seconds / windowSeconds + TOLERANCE));
  }

  private static RateSeries cut(Sample sample, Metric rate, Series series) {
    double window = series.windowSeconds();
    List<Long> counts = series.counts();
    double whole = seconds(sample, new Metric(Optional.empty(), Side.BOTH, rate.quantity()));
    double own = rate.job().isEmpty() ? whole : Math.min(whole, seconds(sample, rate));
    int zeros = 0;
    while (zeros < counts.size() && counts.get(zeros) == 0) {
      zeros++;
    }
    // Nothing says when a job began that was not at work all the time, but until its first I/O.
    double idle = whole - own;
    double begin = Math.min(idle, zeros * window);
    int from = begin == 0 ? 0 : begin < idle ? zeros + 1 : firstWindow(begin, window);
    double end = begin + own;
    if (begin == 0) {
      end = Math.min(end, commonEnd(sample, rate.quantity(), whole));
    }
    int to = Math.min(counts.size(), lastWindow(end, window));
    long[] kept = counts.stream().limit(to).skip(from).mapToLong(Long::longValue).toArray();
    return new RateSeries(rate, window, from, kept, unitBytes(sample, rate));
  }

  /**
   * Returns when the first of those jobs ended that were at work until about the end. What the
   * others still had in flight ran without it, which is no regime of the workload.
   */
  private static double commonEnd(Sample sample, Quantity quantity, double whole) {
    double late = Math.max(0, whole - Math.min(LATE_SECONDS, LATE_SHARE * whole));
    double end = whole;
    for (var metric : sample.metrics().entrySet()) {
      if (metric.getKey().job().isPresent()
          && metric.getKey().quantity() == quantity
          && metric.getValue() instanceof Measured.Rate rate
          && rate.seconds() >= late) {
        end = Math.min(end, rate.seconds());
      }
    }
    return end;
  }

  /** Returns how long a rate was counted; the length of the run where the sample does not say. */
  private static double seconds(Sample sample, Metric rate) {
    for (Side side : List.of(rate.side(), Side.READ, Side.WRITE)) {
      if (sample.metrics().get(on(side, rate)) instanceof Measured.Rate measured) {
        return measured.seconds();
      }
    }
    return sample.seconds();
  }

  /** Returns the mean size of an I/O, since half a byte more is as good as nothing. */
  private static double unitBytes(Sample sample, Metric rate) {
    Metric ios = new Metric(rate.job(), rate.side(), Quantity.IOPS);
    return rate.quantity() == Quantity.BANDWIDTH
            && sample.metrics().get(rate) instanceof Measured.Rate bytes
            && sample.metrics().get(ios) instanceof Measured.Rate counted
            && bytes.count() > 0
            && counted.count() > 0
        ? (double) bytes.count() / counted.count()
        : 1;
  }

  private static Optional<Series> find(Sample sample, Metric rate) {
    return sample.series().stream().filter(series -> series.metric().equals(rate)).findFirst();
  }

  private static Metric on(Side side, Metric rate) {
    return new Metric(rate.job(), side, rate.quantity());
  }

  private static Optional<Series> sum(Optional<Series> some, Optional<Series> others, Metric rate) {
    if (some.isEmpty() || others.isEmpty()) {
      return some.or(() -> others).map(s -> new Series(rate, s.windowSeconds(), s.counts()));
    }
    Series one = some.get();
    Series other = others.get();
    if (one.windowSeconds() != other.windowSeconds()) {
      return Optional.empty();
    }
    long[] sums = new long[Math.max(one.counts().size(), other.counts().size())];
    for (int i = 0; i < sums.length; i++) {
      sums[i] =
          (i < one.counts().size() ? one.counts().get(i) : 0)
              + (i < other.counts().size() ? other.counts().get(i) : 0);
    }
    return Optional.of(new Series(rate, one.windowSeconds(), Arrays.stream(sums).boxed().toList()));
  }
}
