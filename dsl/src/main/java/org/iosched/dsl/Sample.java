package org.iosched.dsl;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything measured in one invocation.
 *
 * @param arm the arm's name as expectations use it, e.g. {@code "noop"} or {@code "eager"}
 * @param requested the scheduler as it was asked for, tunables included, e.g. {@code
 *     "deadline[fifo_batch=1]"}
 * @param scheduler the kernel's name of the scheduler that was read back, e.g. {@code
 *     "mq-deadline"}
 * @param round the round, counted from 1
 * @param position the place within the round's random order, counted from 1
 * @param startedAt when the workload began; of results that were recorded elsewhere, when they were
 *     read
 * @param seconds how long the workload ran, the final sync included
 * @param harnessSeconds time spent around the workload: switch, cold cache, settling, bookkeeping
 * @param metrics what was measured; a metric that was not measured is absent
 * @param latencies latency distributions, where the workload records them
 * @param series rates over time within the run, where the workload records them
 * @param marks what befell this sample
 * @param latencyWindows the latency distributions of stretches within the run, where the workload
 *     records them
 * @param conditions what the machine did meanwhile, by a short stable name that ends in its unit,
 *     e.g. {@code "foreign-write-bytes"} or {@code "steal-share"}; what cannot be read is absent
 * @param attachments what the workload's tool wrote of the run, as it wrote it
 */
public record Sample(
    String arm,
    String requested,
    String scheduler,
    int round,
    int position,
    Instant startedAt,
    double seconds,
    double harnessSeconds,
    Map<Metric, Measured> metrics,
    List<Latencies> latencies,
    List<Series> series,
    List<Mark> marks,
    List<LatencyWindows> latencyWindows,
    Map<String, Double> conditions,
    List<Attachment> attachments) {

  /** Copies the collections. */
  public Sample {
    attachments = List.copyOf(attachments);
    latencyWindows = List.copyOf(latencyWindows);
    conditions = Map.copyOf(conditions);
    metrics = Map.copyOf(metrics);
    latencies = List.copyOf(latencies);
    series = List.copyOf(series);
    marks = List.copyOf(marks);
  }

  /** A sample without latencies of stretches, and without conditions. */
  public Sample(
      String arm,
      String requested,
      String scheduler,
      int round,
      int position,
      Instant startedAt,
      double seconds,
      double harnessSeconds,
      Map<Metric, Measured> metrics,
      List<Latencies> latencies,
      List<Series> series,
      List<Mark> marks) {
    this(
        arm,
        requested,
        scheduler,
        round,
        position,
        startedAt,
        seconds,
        harnessSeconds,
        metrics,
        latencies,
        series,
        marks,
        List.of(),
        Map.of());
  }

  /** A sample without attachments. */
  public Sample(
      String arm,
      String requested,
      String scheduler,
      int round,
      int position,
      Instant startedAt,
      double seconds,
      double harnessSeconds,
      Map<Metric, Measured> metrics,
      List<Latencies> latencies,
      List<Series> series,
      List<Mark> marks,
      List<LatencyWindows> latencyWindows,
      Map<String, Double> conditions) {
    this(
        arm,
        requested,
        scheduler,
        round,
        position,
        startedAt,
        seconds,
        harnessSeconds,
        metrics,
        latencies,
        series,
        marks,
        latencyWindows,
        conditions,
        List.of());
  }

  /**
   * Returns one metric. {@link Quantity#SPEED} is derived: 1/elapsed where the work ends, else the
   * bandwidth.
   *
   * @return empty where it was not measured
   */
  public Optional<Measured> measured(Metric metric) {
    if (metric.quantity() == Quantity.SPEED) {
      Optional<Measured> time =
          Optional.ofNullable(metrics.get(withQuantity(metric, Quantity.TIME)));
      return time.<Measured>map(t -> new Measured.Value(1 / t.value(), Unit.IO_PER_SECOND))
          .or(() -> Optional.ofNullable(metrics.get(withQuantity(metric, Quantity.BANDWIDTH))));
    }
    return Optional.ofNullable(metrics.get(metric));
  }

  /**
   * Returns this sample with the time spent around its workload, what befell it, and what the
   * machine did meanwhile.
   */
  public Sample with(
      double newHarnessSeconds, List<Mark> newMarks, Map<String, Double> newConditions) {
    return new Sample(
        arm,
        requested,
        scheduler,
        round,
        position,
        startedAt,
        seconds,
        newHarnessSeconds,
        metrics,
        latencies,
        series,
        newMarks,
        latencyWindows,
        newConditions,
        attachments);
  }

  /** Tells whether something befell this sample that takes its round out of the decision. */
  public boolean contaminated() {
    return marks.stream().anyMatch(Mark::contaminates);
  }

  private static Metric withQuantity(Metric metric, Quantity quantity) {
    return new Metric(metric.job(), metric.side(), quantity);
  }
}
