package org.iosched.workload.fio;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Side;
import org.iosched.dsl.Unit;
import org.iosched.workload.WorkloadResult;

/**
 * Turns a document into figures of the names and units that the embedded engine gives: of the whole
 * workload, of each direction that has I/Os and, where there is more than one job, of each job.
 * Clones, and entries of one name from several servers, are one job.
 */
final class FioFigures {

  private static final double NANOS_PER_SECOND = 1e9;

  /** Each job's time is rounded to milliseconds, and its threads start one after the other. */
  private static final double AGE_TOLERANCE_SECONDS = 0.5;

  private static final List<Quantity> QUANTILES =
      Stream.of(Quantity.values())
          .filter(quantity -> quantity.quantile() > 0 && !quantity.isResponse())
          .toList();

  private final FioRun run;
  private final List<List<FioEntry>> groups;
  private final Optional<FioClock> clock;
  private final List<Part> parts;

  FioFigures(FioRun run) {
    this.run = run;
    this.groups = groups(run);
    this.clock =
        FioClock.of(
            run.entries().stream()
                .flatMap(e -> Stream.concat(Stream.of(e.read(), e.write()), e.mixed().stream()))
                .toList());
    this.parts = readParts();
  }

  /**
   * One direction of an entry of the document, or both where it does not tell them apart.
   *
   * @param entry the entry's number, counted from 0
   */
  record Counted(int entry, Side side, FioSide figures) {}

  /**
   * The I/Os that some figures are about.
   *
   * @param counted those of each clone that has some
   * @param seconds how long they were counted; 0 where unknown
   * @param clock what the document's latencies count from
   */
  record Part(
      Optional<String> job,
      Side side,
      List<Counted> counted,
      double seconds,
      Optional<FioClock> clock) {

    List<FioSide> sides() {
      return counted.stream().map(Counted::figures).toList();
    }

    Metric metric(Quantity quantity) {
      return new Metric(job, side, quantity);
    }

    Optional<FioLatency> latency() {
      List<FioLatency> known =
          sides().stream().flatMap(one -> clock.flatMap(one::latency).stream()).toList();
      // That of a part would pass for that of all.
      return known.size() == counted.size() ? FioLatency.merged(known) : Optional.empty();
    }
  }

  /** Returns the figures with the document attached. */
  WorkloadResult result() {
    return new WorkloadResult(
        elapsedSeconds(),
        metrics(),
        latencies(),
        List.of(),
        List.of(),
        List.of(new WorkloadResult.Document("fio.json", "application/json", run.text())),
        latencyClock(),
        onlyJob());
  }

  private Optional<String> onlyJob() {
    List<String> names = run.entries().stream().map(FioEntry::job).distinct().toList();
    return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
  }

  Map<Metric, Measured> metrics() {
    Map<Metric, Measured> metrics = new LinkedHashMap<>();
    parts.forEach(part -> addTo(metrics, part));
    if (run.entries().stream().anyMatch(entry -> !entry.options().isEmpty())) {
      addTimes(metrics);
    }
    return metrics;
  }

  private void addTimes(Map<Metric, Measured> metrics) {
    double elapsed = elapsedSeconds();
    List<OptionalDouble> cpus = run.entries().stream().map(FioEntry::cpuSeconds).toList();
    double cpu =
        cpus.stream().allMatch(OptionalDouble::isPresent)
            ? cpus.stream().mapToDouble(OptionalDouble::getAsDouble).sum()
            : 0;
    long ios = parts.get(0).sides().stream().mapToLong(FioSide::ios).sum();
    if (run.entries().stream().anyMatch(FioEntry::continuous)) {
      if (ios > 0 && cpu > 0) {
        metrics.put(
            Metric.of(Quantity.CPU),
            new Measured.Value(cpu * NANOS_PER_SECOND / ios, Unit.NANOSECONDS));
      }
      return;
    }
    if (elapsed > 0) {
      metrics.put(Metric.TIME, new Measured.Value(elapsed, Unit.SECONDS));
    }
    if (cpu > 0) {
      metrics.put(Metric.of(Quantity.CPU), new Measured.Value(cpu, Unit.SECONDS));
    }
  }

  private static void addTo(Map<Metric, Measured> metrics, Part part) {
    if (part.seconds() > 0) {
      long ios = part.sides().stream().mapToLong(FioSide::ios).sum();
      long bytes = part.sides().stream().mapToLong(FioSide::bytes).sum();
      metrics.put(
          part.metric(Quantity.IOPS), new Measured.Rate(ios, part.seconds(), Unit.IO_PER_SECOND));
      metrics.put(
          part.metric(Quantity.BANDWIDTH),
          new Measured.Rate(bytes, part.seconds(), Unit.BYTES_PER_SECOND));
    }
    part.latency()
        .ifPresent(
            latency -> {
              nanos(metrics, part.metric(Quantity.MEAN_LATENCY), latency.meanNanos());
              nanos(metrics, part.metric(Quantity.MAX_LATENCY), latency.maxNanos());
              for (Quantity quantity : QUANTILES) {
                latency
                    .quantileNanos(quantity.quantile())
                    .ifPresent(value -> nanos(metrics, part.metric(quantity), value));
              }
            });
  }

  private static void nanos(Map<Metric, Measured> metrics, Metric metric, double value) {
    if (value > 0) {
      metrics.put(metric, new Measured.Value(value, Unit.NANOSECONDS));
    }
  }

  List<Latencies> latencies() {
    List<Latencies> latencies = new ArrayList<>();
    for (Part part : parts) {
      part.latency()
          .filter(latency -> !latency.bins().isEmpty())
          .ifPresent(latency -> latencies.add(latency.bins().latencies(part.job(), part.side())));
    }
    return latencies;
  }

  /** Returns the parts that figures are given of: the whole first. */
  List<Part> parts() {
    return parts;
  }

  /** Returns what all latencies count from, for people; empty where none was measured. */
  Optional<String> latencyClock() {
    return clock.map(FioClock::phrase);
  }

  private List<Part> readParts() {
    List<Integer> all = IntStream.range(0, run.entries().size()).boxed().toList();
    List<Part> parts = new ArrayList<>(sides(Optional.empty(), all));
    Map<String, List<Integer>> jobs = new LinkedHashMap<>();
    all.forEach(
        i -> jobs.computeIfAbsent(run.entries().get(i).job(), name -> new ArrayList<>()).add(i));
    if (jobs.size() > 1) {
      jobs.forEach((name, entries) -> parts.addAll(sides(Optional.of(name), entries)));
    }
    return parts;
  }

  private List<Part> sides(Optional<String> job, List<Integer> numbers) {
    List<FioEntry> entries = numbers.stream().map(run.entries()::get).toList();
    boolean mixed = entries.stream().anyMatch(entry -> entry.mixed().isPresent());
    List<Part> sides = new ArrayList<>();
    for (Side side : Side.values()) {
      List<Counted> counted =
          numbers.stream()
              .flatMap(i -> of(i, run.entries().get(i), side))
              .filter(one -> one.figures().ios() > 0)
              .toList();
      double seconds =
          job.isEmpty()
              ? countedSeconds()
              : side == Side.BOTH
                  ? entries.stream().mapToDouble(FioEntry::countedSeconds).max().orElse(0)
                  : counted.stream().mapToDouble(one -> one.figures().seconds()).max().orElse(0);
      // One direction cannot be told where a job of the part does not tell them apart.
      if (side == Side.BOTH || (!counted.isEmpty() && !mixed)) {
        sides.add(new Part(job, side, counted, seconds, clock));
      }
    }
    return sides;
  }

  private static Stream<Counted> of(int number, FioEntry entry, Side side) {
    Counted read = new Counted(number, Side.READ, entry.read());
    Counted write = new Counted(number, Side.WRITE, entry.write());
    return switch (side) {
      case READ -> Stream.of(read);
      case WRITE -> Stream.of(write);
      case BOTH ->
          entry.mixed().isPresent()
              ? entry.mixed().stream().map(mixed -> new Counted(number, Side.BOTH, mixed))
              : Stream.of(read, write);
    };
  }

  /**
   * Groups that wait for each other: a new group is that of a {@code stonewall}, which fio does not
   * list among the options unless it has a value, or of the rare {@code new_group}, which waits for
   * nothing. The age of the run shows the latter where the times of all groups do not fit in.
   */
  private static List<List<FioEntry>> groups(FioRun run) {
    List<List<FioEntry>> groups = new ArrayList<>();
    long last = -1;
    for (FioEntry entry : run.entries()) {
      if (groups.isEmpty() || (entry.group() != last && !entry.runsBeside())) {
        groups.add(new ArrayList<>());
      }
      groups.get(groups.size() - 1).add(entry);
      last = entry.group();
    }
    double age = run.elapsedSeconds().orElse(Double.POSITIVE_INFINITY) + AGE_TOLERANCE_SECONDS;
    return seconds(groups) <= age ? groups : List.of(run.entries());
  }

  private static double seconds(List<List<FioEntry>> groups) {
    return groups.stream()
        .mapToDouble(group -> group.stream().mapToDouble(FioEntry::end).max().orElse(0))
        .sum();
  }

  /** Returns how long the run took, groups that wait for each other added up. */
  double elapsedSeconds() {
    return seconds(groups);
  }

  /** Returns when an entry began to count, from the start of the run, in seconds. */
  double countedFrom(int entry) {
    double before = 0;
    int number = 0;
    for (List<FioEntry> group : groups) {
      number += group.size();
      if (entry < number) {
        return before + run.entries().get(entry).countedFrom();
      }
      before += group.stream().mapToDouble(FioEntry::end).max().orElse(0);
    }
    return before;
  }

  /** Returns how long I/Os were counted, from the first job that counted to the last. */
  private double countedSeconds() {
    double before = 0;
    double from = Double.POSITIVE_INFINITY;
    double to = 0;
    for (List<FioEntry> group : groups) {
      for (FioEntry entry : group) {
        if (entry.countedSeconds() > 0) {
          from = Math.min(from, before + entry.countedFrom());
          to = Math.max(to, before + entry.countedFrom() + entry.countedSeconds());
        }
      }
      before += group.stream().mapToDouble(FioEntry::end).max().orElse(0);
    }
    return Math.max(0, to - from);
  }
}
