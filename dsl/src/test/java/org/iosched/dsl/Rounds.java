package org.iosched.dsl;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds samples round by round. */
final class Rounds {
  private final List<Sample> samples = new ArrayList<>();
  private int round;
  private int position = 1;

  /** Starts the next round. */
  Rounds next() {
    round++;
    return this;
  }

  Rounds time(String arm, double seconds) {
    return add(arm, Map.of(Metric.TIME, new Measured.Value(seconds, Unit.SECONDS)), List.of());
  }

  /** Gives the samples that follow this place within their round. */
  Rounds at(int newPosition) {
    position = newPosition;
    return this;
  }

  Rounds bandwidth(String arm, double bytesPerSecond) {
    return add(
        arm,
        Map.of(
            Metric.BANDWIDTH,
            new Measured.Rate(Math.round(bytesPerSecond * 4), 4, Unit.BYTES_PER_SECOND)),
        List.of());
  }

  Rounds latency(String arm, Quantity quantity, double nanos) {
    return add(
        arm, Map.of(Metric.of(quantity), new Measured.Value(nanos, Unit.NANOSECONDS)), List.of());
  }

  Rounds distribution(String arm, List<Long> upperNanos, List<Long> counts) {
    samples.add(
        sample(
            arm,
            Map.of(),
            List.of(new Latencies(Optional.empty(), Side.BOTH, upperNanos, counts)),
            List.of()));
    return this;
  }

  Rounds add(String arm, Map<Metric, Measured> metrics, List<Mark> marks) {
    samples.add(sample(arm, metrics, List.of(), marks));
    return this;
  }

  private Sample sample(
      String arm, Map<Metric, Measured> metrics, List<Latencies> latencies, List<Mark> marks) {
    return new Sample(
        arm,
        arm,
        arm,
        round,
        position,
        Instant.EPOCH.plusSeconds(samples.size()),
        4,
        0,
        metrics,
        latencies,
        List.of(),
        marks);
  }

  List<Sample> samples() {
    return List.copyOf(samples);
  }

  /** Returns rounds of two arms with the given times in seconds. */
  static List<Sample> times(String arm, double[] seconds, String other, double[] otherSeconds) {
    Rounds rounds = new Rounds();
    for (int i = 0; i < seconds.length; i++) {
      rounds.next().time(arm, seconds[i]).time(other, otherSeconds[i]);
    }
    return rounds.samples();
  }
}
