package org.iosched.workload.fio;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.iosched.dsl.Side;

/**
 * The latency of some I/Os, from one of fio's two clocks.
 *
 * @param samples how many I/Os it is of; more than zero
 * @param meanNanos their mean
 * @param maxNanos the largest
 * @param percentilesNanos what fio itself says of percentiles, by their share of 0 to 1
 * @param bins their distribution; empty where the document has none, as in plain JSON
 */
record FioLatency(
    long samples,
    double meanNanos,
    double maxNanos,
    Map<Double, Double> percentilesNanos,
    Bins bins) {

  private static final long NANOS_PER_MICRO = 1000;
  private static final double SAME_SHARE = 1e-7;

  /** Joins those of several jobs; percentiles can be joined only where all have bins. */
  static Optional<FioLatency> merged(Collection<FioLatency> parts) {
    if (parts.size() <= 1) {
      return parts.stream().findFirst();
    }
    long samples = parts.stream().mapToLong(FioLatency::samples).sum();
    double sum = parts.stream().mapToDouble(p -> p.meanNanos * p.samples).sum();
    boolean binned = parts.stream().noneMatch(part -> part.bins.isEmpty());
    return Optional.of(
        new FioLatency(
            samples,
            sum / samples,
            parts.stream().mapToDouble(FioLatency::maxNanos).max().orElse(0),
            Map.of(),
            binned ? Bins.merged(parts.stream().map(FioLatency::bins).toList()) : Bins.NONE));
  }

  /** Returns the latency that a share of the I/Os does not exceed; empty where unknown. */
  OptionalDouble quantileNanos(double share) {
    if (!bins.isEmpty()) {
      long nanos = bins.latencies(Optional.empty(), Side.BOTH).quantile(share);
      return OptionalDouble.of(Math.min(maxNanos, (double) nanos));
    }
    return percentilesNanos.entrySet().stream()
        .filter(entry -> Math.abs(entry.getKey() - share) < SAME_SHARE)
        .mapToDouble(Map.Entry::getValue)
        .findFirst();
  }

  /** Tells whether there are percentiles of it. */
  boolean isDistribution() {
    return !bins.isEmpty() || !percentilesNanos.isEmpty();
  }

  /**
   * Reads the latency of one direction of a job by each clock: in nanoseconds, or in microseconds
   * as up to fio 2.
   *
   * @param side the object of the direction
   * @param ios how many I/Os it had, for documents that do not count their latencies (before 3.19)
   */
  static Map<FioClock, FioLatency> read(Members side, long ios, Figures figures) {
    Map<FioClock, FioLatency> latencies = new EnumMap<>(FioClock.class);
    for (FioClock clock : FioClock.values()) {
      clock(side, clock.member() + "_ns", 1, ios, figures)
          .or(() -> clock(side, clock.member(), NANOS_PER_MICRO, ios, figures))
          .ifPresent(latency -> latencies.put(clock, latency));
    }
    return latencies;
  }

  private static Optional<FioLatency> clock(
      Members side, String name, long nanosPerUnit, long ios, Figures figures) {
    Optional<Members> found = side.members(name);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Members clock = found.get();
    double mean = figures.size(clock, "mean").orElse(0) * nanosPerUnit;
    double max = figures.size(clock, "max").orElse(0) * nanosPerUnit;
    long samples = figures.count(clock, "N").orElse(max > 0 ? ios : 0);
    if (samples == 0 || max <= 0 || mean <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new FioLatency(
            samples,
            mean,
            max,
            percentiles(clock, nanosPerUnit, figures),
            bins(clock, nanosPerUnit, figures)));
  }

  private static Map<Double, Double> percentiles(
      Members clock, long nanosPerUnit, Figures figures) {
    Map<Double, Double> percentiles = new TreeMap<>();
    clock
        .members("percentile")
        .ifPresent(
            members ->
                members
                    .names()
                    .forEach(
                        percent -> {
                          double nanos = figures.size(members, percent).orElse(0) * nanosPerUnit;
                          double share = Figures.share(percent);
                          if (nanos > 0 && share > 0) {
                            percentiles.put(share, nanos);
                          }
                        }));
    return percentiles;
  }

  private static Bins bins(Members clock, long nanosPerUnit, Figures figures) {
    SortedMap<Long, Long> counts = new TreeMap<>();
    clock
        .members("bins")
        .ifPresent(
            members ->
                members
                    .names()
                    .forEach(
                        middle -> {
                          long count = figures.count(members, middle).orElse(0);
                          long nanos = figures.nanos(middle, nanosPerUnit);
                          if (count > 0 && nanos >= 0) {
                            counts.merge(Bins.upperNanos(nanos), count, Long::sum);
                          }
                        }));
    return new Bins(counts);
  }
}
