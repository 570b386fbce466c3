package org.iosched.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyFrom;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Series;
import org.iosched.dsl.Side;
import org.iosched.dsl.Unit;

/**
 * What a run measured.
 *
 * @param jobs one entry for each job of the text, in its order; the clones of {@code numjobs} are
 *     added up
 * @param continuous whether the workload ended by the clock, see {@link JobFile#continuous()}
 * @param elapsedSeconds from the start of the first job to the end of the last, ramp times and
 *     final syncs included
 * @param measuredSeconds the part of it in which I/Os were counted: without the ramp time and start
 *     delay that all jobs have in common; more than zero
 * @param userCpuSeconds processor time of the load in user mode, since the clock started
 * @param systemCpuSeconds processor time of the load in the kernel
 * @param ioPath {@code "io_uring"} or {@code "pread/pwrite threads"}
 * @param verifiedBlocks how many blocks were read back after the end and found to be what was
 *     written last; 0 without {@code verify}, or where the run was stopped
 */
public record JobResult(
    List<JobStats> jobs,
    boolean continuous,
    double elapsedSeconds,
    double measuredSeconds,
    double userCpuSeconds,
    double systemCpuSeconds,
    String ioPath,
    long verifiedBlocks) {

  /** The length of the windows of {@link #series()}, in seconds. */
  public static final double WINDOW_SECONDS = 0.1;

  /** The length of the windows of {@link #latencyWindows()}, in seconds. */
  public static final double LATENCY_WINDOW_SECONDS = 0.5;

  private static final double NANOS_PER_SECOND = 1e9;

  /** One of which nothing was read back. */
  public JobResult(
      List<JobStats> jobs,
      boolean continuous,
      double elapsedSeconds,
      double measuredSeconds,
      double userCpuSeconds,
      double systemCpuSeconds,
      String ioPath) {
    this(
        jobs,
        continuous,
        elapsedSeconds,
        measuredSeconds,
        userCpuSeconds,
        systemCpuSeconds,
        ioPath,
        0);
  }

  /** Copies the jobs. */
  public JobResult {
    jobs = List.copyOf(jobs);
  }

  /**
   * Returns this result, with what was read back after the end.
   *
   * @param blocks how many blocks
   */
  public JobResult verified(long blocks) {
    return new JobResult(
        jobs,
        continuous,
        elapsedSeconds,
        measuredSeconds,
        userCpuSeconds,
        systemCpuSeconds,
        ioPath,
        blocks);
  }

  /**
   * Returns the metrics of the whole workload, of each side that has I/Os and, where there is more
   * than one job, of each job. Latencies are absent where there was no I/O, and those from the
   * intended start also where some of the I/Os were under no rate; time is there only for work that
   * ends. Processor time is in nanoseconds per I/O for a continuous workload, else in seconds.
   */
  public Map<Metric, Measured> metrics() {
    Map<Metric, Measured> metrics = new LinkedHashMap<>();
    for (Part part : parts()) {
      part.addTo(metrics);
    }
    double cpuSeconds = userCpuSeconds + systemCpuSeconds;
    long ios = jobs.stream().mapToLong(job -> job.read().ios() + job.write().ios()).sum();
    if (!continuous) {
      metrics.put(Metric.TIME, new Measured.Value(elapsedSeconds, Unit.SECONDS));
      if (cpuSeconds > 0) {
        metrics.put(Metric.of(Quantity.CPU), new Measured.Value(cpuSeconds, Unit.SECONDS));
      }
    } else if (ios > 0 && cpuSeconds > 0) {
      metrics.put(
          Metric.of(Quantity.CPU),
          new Measured.Value(cpuSeconds * NANOS_PER_SECOND / ios, Unit.NANOSECONDS));
    }
    return metrics;
  }

  /**
   * Returns the latency distributions of the whole workload, each side and each job, in buckets
   * that are less than 1.6% wide; from submission and, where all I/Os were under a rate, from the
   * intended start.
   */
  public List<Latencies> latencies() {
    return parts().stream()
        .flatMap(part -> Stream.of(LatencyFrom.values()).flatMap(from -> part.latencies(from)))
        .toList();
  }

  /**
   * Returns the latency distributions of every half second from the start of the run, for each job
   * and side that has I/Os; the job is empty where there is only one. Empty for runs that were cut,
   * and for those of more than ten minutes.
   */
  public List<LatencyWindows> latencyWindows() {
    List<LatencyWindows> windows = new ArrayList<>();
    for (JobStats job : jobs) {
      Optional<String> name = jobs.size() > 1 ? Optional.of(job.name()) : Optional.empty();
      addWindows(windows, name, Side.READ, job.read());
      addWindows(windows, name, Side.WRITE, job.write());
    }
    return windows;
  }

  private static void addWindows(
      List<LatencyWindows> windows, Optional<String> job, Side side, SideStats stats) {
    if (!stats.halfSecondLatencies().isEmpty()) {
      windows.add(
          new LatencyWindows(
              job,
              side,
              LATENCY_WINDOW_SECONDS,
              stats.halfSecondLatencies().stream()
                  .map(pairs -> new Latencies(job, side, every2nd(pairs, 0), every2nd(pairs, 1)))
                  .toList()));
    }
  }

  private static List<Long> every2nd(List<Long> pairs, int from) {
    List<Long> values = new ArrayList<>();
    for (int i = from; i < pairs.size(); i += 2) {
      values.add(pairs.get(i));
    }
    return values;
  }

  /** Returns the I/Os and bytes of every 100 ms of the whole workload, each side and each job. */
  public List<Series> series() {
    return parts().stream()
        .flatMap(
            part ->
                Stream.of(
                    new Series(
                        part.metric(Quantity.IOPS),
                        WINDOW_SECONDS,
                        sum(part.sides().stream().map(SideStats::windowIos).toList())),
                    new Series(
                        part.metric(Quantity.BANDWIDTH),
                        WINDOW_SECONDS,
                        sum(part.sides().stream().map(SideStats::windowBytes).toList()))))
        .toList();
  }

  private static List<Long> sum(List<List<Long>> windows) {
    long[] sums = new long[windows.stream().mapToInt(List::size).max().orElse(0)];
    for (List<Long> counts : windows) {
      for (int i = 0; i < counts.size(); i++) {
        sums[i] += counts.get(i);
      }
    }
    return Arrays.stream(sums).boxed().toList();
  }

  private List<Part> parts() {
    Stream<Part> whole =
        Stream.of(Side.values()).flatMap(side -> part(Optional.empty(), side, jobs));
    Stream<Part> each =
        jobs.size() < 2
            ? Stream.empty()
            : jobs.stream()
                .flatMap(
                    job ->
                        Stream.of(Side.values())
                            .flatMap(side -> part(Optional.of(job.name()), side, List.of(job))));
    return Stream.concat(whole, each).toList();
  }

  /** One side is a part of its own only where it has I/Os; both sides always are. */
  private Stream<Part> part(Optional<String> job, Side side, List<JobStats> of) {
    List<SideStats> sides =
        of.stream()
            .flatMap(
                stats ->
                    switch (side) {
                      case BOTH -> Stream.of(stats.read(), stats.write());
                      case READ -> Stream.of(stats.read());
                      case WRITE -> Stream.of(stats.write());
                    })
            .toList();
    double seconds = job.isPresent() ? sides.get(0).seconds() : measuredSeconds;
    Part part = new Part(job, side, sides, seconds);
    return side == Side.BOTH || part.ios() > 0 ? Stream.of(part) : Stream.empty();
  }

  /** The I/Os that some metrics are about. */
  private record Part(Optional<String> job, Side side, List<SideStats> sides, double seconds) {

    Metric metric(Quantity quantity) {
      return new Metric(job, side, quantity);
    }

    long ios() {
      return sides.stream().mapToLong(SideStats::ios).sum();
    }

    /** Returns how long the I/Os of each side took; nothing where that is not known of all. */
    private List<LatencyStats> stats(LatencyFrom from) {
      List<SideStats> busy = sides.stream().filter(side -> side.ios() > 0).toList();
      List<LatencyStats> known = busy.stream().flatMap(side -> side.latency(from)).toList();
      return known.size() == busy.size() ? known : List.of();
    }

    private static LatencyBuckets buckets(List<LatencyStats> stats) {
      return LatencyBuckets.merged(
          stats.stream()
              .map(side -> new LatencyBuckets(side.upperNanos(), side.counts()))
              .toList());
    }

    Stream<Latencies> latencies(LatencyFrom from) {
      List<LatencyStats> stats = stats(from);
      if (stats.isEmpty()) {
        return Stream.empty();
      }
      LatencyBuckets coarse = buckets(stats).coarse();
      return Stream.of(new Latencies(job, side, coarse.upperNanos(), coarse.counts(), from));
    }

    void addTo(Map<Metric, Measured> metrics) {
      long bytes = sides.stream().mapToLong(SideStats::bytes).sum();
      metrics.put(metric(Quantity.IOPS), new Measured.Rate(ios(), seconds, Unit.IO_PER_SECOND));
      metrics.put(
          metric(Quantity.BANDWIDTH), new Measured.Rate(bytes, seconds, Unit.BYTES_PER_SECOND));
      for (LatencyFrom from : LatencyFrom.values()) {
        addLatencies(metrics, from);
      }
    }

    private void addLatencies(Map<Metric, Measured> metrics, LatencyFrom from) {
      List<LatencyStats> stats = stats(from);
      if (stats.isEmpty()) {
        return;
      }
      double sum = stats.stream().mapToDouble(s -> s.meanNanos() * s.ios()).sum();
      long max = stats.stream().mapToLong(LatencyStats::maxNanos).max().orElse(0);
      LatencyBuckets buckets = buckets(stats);
      for (Quantity quantity : Quantity.values()) {
        if (!quantity.isLatency() || quantity.latencyFrom() != from) {
          continue;
        }
        if (quantity.isMean()) {
          latency(metrics, quantity, sum / ios());
        } else if (quantity.isMax()) {
          latency(metrics, quantity, (double) max);
        } else {
          long nanos = Math.min(max, buckets.quantile(quantity.quantile()));
          latency(metrics, quantity, (double) nanos);
        }
      }
    }

    private void latency(Map<Metric, Measured> metrics, Quantity quantity, double nanos) {
      metrics.put(metric(quantity), new Measured.Value(nanos, Unit.NANOSECONDS));
    }
  }
}
