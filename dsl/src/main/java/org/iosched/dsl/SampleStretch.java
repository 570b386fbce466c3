package org.iosched.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes of a sample that of a stretch of its run, as far as one metric needs it. */
final class SampleStretch {

  private SampleStretch() {}

  /**
   * Returns the sample of a stretch: iops, bandwidth and speed from those windows of the series
   * that lie in it as a whole, latencies from such half seconds. An I/O belongs to the window in
   * which it ends. Where the run ends before the stretch does, where it has no such windows, and
   * for what is known only of the whole run (time, cpu), the metric is absent.
   */
  static Sample of(Sample sample, Stretch stretch, Metric metric) {
    Map<Metric, Measured> metrics = new LinkedHashMap<>();
    List<Latencies> latencies = new ArrayList<>();
    double seconds = 0;
    if (metric.quantity().isLatency()) {
      Optional<Latencies> own = latencies(sample, stretch, metric);
      own.ifPresent(latencies::add);
      own.filter(distribution -> distribution.total() > 0)
          .ifPresent(
              distribution ->
                  metrics.put(
                      metric, new Measured.Value(value(distribution, metric), Unit.NANOSECONDS)));
    } else if (isRate(metric)) {
      Optional<RateSeries> series =
          RateSeries.rateOf(metric).flatMap(r -> RateSeries.of(sample, r));
      Optional<Measured.Rate> rate = series.flatMap(s -> s.in(stretch));
      if (rate.isPresent()) {
        metrics.put(series.orElseThrow().metric(), rate.get());
        seconds = rate.get().seconds();
      }
    }
    return new Sample(
        sample.arm(),
        sample.requested(),
        sample.scheduler(),
        sample.round(),
        sample.position(),
        sample.startedAt(),
        seconds,
        0,
        metrics,
        latencies,
        List.of(),
        sample.marks());
  }

  /** Returns why nothing can be known of a part of these runs; empty where something is. */
  static Optional<String> whyWhole(Metric metric, List<Sample> samples) {
    boolean elapsed =
        metric.quantity() == Quantity.SPEED
            && samples.stream()
                .anyMatch(
                    s ->
                        s.metrics()
                            .containsKey(new Metric(metric.job(), metric.side(), Quantity.TIME)));
    if (elapsed || !(isRate(metric) || metric.quantity().isLatency())) {
      return Optional.of(
          metric
              + " is known only of the whole run"
              + (elapsed ? " where the work ends (it is 1/elapsed)" : ""));
    }
    boolean lacking =
        samples.stream()
            .filter(s -> s.measured(metric).isPresent())
            .anyMatch(
                s ->
                    metric.quantity().isLatency()
                        ? windows(s, metric).isEmpty()
                        : RateSeries.rateOf(metric)
                            .flatMap(rate -> RateSeries.of(s, rate))
                            .isEmpty());
    return lacking
        ? Optional.of(
            metric
                + " was not recorded "
                + (metric.quantity().isLatency() ? "by half seconds" : "over time"))
        : Optional.empty();
  }

  private static boolean isRate(Metric metric) {
    return switch (metric.quantity()) {
      case SPEED, BANDWIDTH, IOPS -> true;
      default -> false;
    };
  }

  private static List<LatencyWindows> windows(Sample sample, Metric metric) {
    if (metric.quantity().isResponse()) {
      return List.of();
    }
    return sample.latencyWindows().stream()
        .filter(windows -> metric.job().isEmpty() || windows.job().equals(metric.job()))
        .filter(windows -> metric.side() == Side.BOTH || windows.side() == metric.side())
        .toList();
  }

  private static Optional<Latencies> latencies(Sample sample, Stretch stretch, Metric metric) {
    Optional<RateSeries> ios = RateSeries.rateOf(metric).flatMap(r -> RateSeries.of(sample, r));
    TreeMap<Long, Long> buckets = new TreeMap<>();
    boolean any = false;
    for (LatencyWindows own : windows(sample, metric)) {
      double window = own.windowSeconds();
      double end = ios.map(RateSeries::endSeconds).orElse(own.windows().size() * window);
      if (!Double.isInfinite(stretch.toSeconds()) && stretch.toSeconds() > end + window) {
        continue;
      }
      int from = RateSeries.firstWindow(stretch.fromSeconds(), window);
      int to =
          Math.min(
              own.windows().size(),
              RateSeries.lastWindow(Math.min(end, stretch.toSeconds()), window));
      for (int i = from; i < to; i++) {
        any = true;
        Latencies part = own.windows().get(i);
        for (int b = 0; b < part.counts().size(); b++) {
          buckets.merge(part.upperNanos().get(b), part.counts().get(b), Long::sum);
        }
      }
    }
    return any
        ? Optional.of(
            new Latencies(
                metric.job(),
                metric.side(),
                List.copyOf(buckets.keySet()),
                List.copyOf(buckets.values())))
        : Optional.empty();
  }

  /** Returns a latency from buckets: by their upper ends, so that it is up to 1.6% too high. */
  private static double value(Latencies distribution, Metric metric) {
    if (metric.quantity().isMean()) {
      double sum = 0;
      for (int i = 0; i < distribution.counts().size(); i++) {
        sum += (double) distribution.upperNanos().get(i) * distribution.counts().get(i);
      }
      return sum / distribution.total();
    }
    return distribution.quantile(metric.quantity().isMax() ? 1 : metric.quantity().quantile());
  }
}
