package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tails of the response are taken from its own distributions, and not from those of latency. */
class ResponseEvidenceTest {

  private static Sample sample(String arm, int round, long responseNanos) {
    List<Latencies> both = new ArrayList<>();
    both.add(
        new Latencies(
            Optional.empty(), Side.READ, List.of(1_000L + round, 2_000L), List.of(400L, 100L)));
    both.add(
        new Latencies(
            Optional.empty(),
            Side.READ,
            List.of(1_000L, responseNanos + 1_000L * round),
            List.of(400L, 100L),
            LatencyFrom.INTENDED_START));
    return new Sample(
        arm,
        arm,
        arm,
        round,
        1,
        Instant.EPOCH,
        1,
        0,
        Map.of(
            Metric.parse("p99 read latency"), new Measured.Value(2_000, Unit.NANOSECONDS),
            Metric.parse("p99 read response"), new Measured.Value(responseNanos, Unit.NANOSECONDS)),
        both,
        List.of(),
        List.of());
  }

  private static Evidence evidence(String metric) {
    List<Sample> samples = new ArrayList<>();
    for (int round = 1; round <= 12; round++) {
      samples.add(sample("none", round, 80_000_000L));
      samples.add(sample("bfq", round, 5_000_000L));
    }
    return Evidence.of(
        new Claim.Ratio(Metric.parse(metric), "none", "bfq", Claim.Sense.AT_LEAST, 5), samples);
  }

  private static double mean(Evidence evidence) {
    return Arrays.stream(evidence.logs()).average().orElseThrow();
  }

  @Test
  void roundsAreMergedFromResponses() {
    Evidence response = evidence("p99 read response");

    assertThat(response.problem()).isEmpty();
    assertThat(response.units()).as("500 I/Os a round, 1,000 are needed").isEqualTo(6);
    assertThat(mean(response)).isBetween(Math.log(15.5), Math.log(16.5));
    assertThat(mean(evidence("p99 read latency"))).isBetween(-0.01, 0.01);
  }
}
