package org.iosched.workload.fio;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a job says of one direction.
 *
 * @param ios completed I/Os
 * @param bytes bytes of them
 * @param seconds how long they were counted, ramp time excluded; 0 where fio saw less than a
 *     millisecond
 * @param latencies their latency by each clock that measured it
 */
record FioSide(long ios, long bytes, double seconds, Map<FioClock, FioLatency> latencies) {

  static final FioSide NONE = new FioSide(0, 0, 0, Map.of());

  private static final double MILLIS = 1000;
  private static final long KIB = 1024;

  static FioSide read(Members side, Figures figures) {
    double seconds = figures.size(side, "runtime").orElse(0) / MILLIS;
    // Up to 2.1 only the rate is told, rounded down to whole I/Os per second.
    long ios =
        figures
            .count(side, "total_ios")
            .orElse(Math.round(figures.size(side, "iops").orElse(0) * seconds));
    return new FioSide(
        ios,
        bytes(side, seconds, figures),
        seconds,
        ios == 0 ? Map.of() : FioLatency.read(side, ios, figures));
  }

  /** Tells whether a clock measured them, with a distribution or without. */
  boolean has(FioClock clock, boolean distributed) {
    return latency(clock).filter(latency -> !distributed || latency.isDistribution()).isPresent();
  }

  /** Returns their latency by a clock, where that measured it. */
  Optional<FioLatency> latency(FioClock clock) {
    return Optional.ofNullable(latencies.get(clock));
  }

  /** Returns the distribution from submission on, which is what fio's histogram logs are of. */
  Bins completionBins() {
    return latency(FioClock.COMPLETION)
        .filter(latency -> !latency.bins().isEmpty())
        .or(() -> latency(FioClock.TOTAL))
        .map(FioLatency::bins)
        .orElse(Bins.NONE);
  }

  /**
   * Before {@code io_kbytes} came (2.16 or so) {@code io_bytes} was in KiB in spite of its name, so
   * that the rate, which has always been KiB/s, must tell.
   */
  private static long bytes(Members side, double seconds, Figures figures) {
    double byRate =
        figures.size(side, "bw_bytes").orElseGet(() -> figures.size(side, "bw").orElse(0) * KIB)
            * seconds;
    OptionalDouble told = figures.size(side, "io_bytes");
    if (told.isEmpty()) {
      return figures.count(side, "io_kbytes").stream()
          .map(kib -> kib * KIB)
          .findFirst()
          .orElse(Math.round(byRate));
    }
    double bytes = told.getAsDouble();
    if (figures.size(side, "io_kbytes").isPresent()
        || figures.size(side, "bw_bytes").isPresent()
        || Math.abs(bytes - byRate) <= Math.abs(bytes * KIB - byRate)) {
      return Math.round(bytes);
    }
    return Math.round(bytes * KIB);
  }
}
