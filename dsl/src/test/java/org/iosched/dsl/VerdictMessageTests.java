package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictMessageTests {
  private static final double TEN_PERCENT_SLOWER = 1 / 1.1;

  private static Claim.Ratio fast(String arm, String other, double ratio) {
    return new Claim.Ratio(Metric.SPEED, arm, other, Claim.Sense.AT_LEAST, ratio);
  }

  private static String message(
      String sentence, List<Claim> claims, List<Sample> samples, LookPlan plan) {
    return Verdicts.decide(sentence, "", new Phase.WholeRun(), claims, samples, plan).message();
  }

  /** Twelve rounds in which each arm strays by up to 3% around its bandwidth. */
  private static List<Sample> twelveRounds() {
    Rounds rounds = new Rounds();
    for (int i = 0; i < 12; i++) {
      rounds
          .next()
          .bandwidth("none", 41.2e6 * (1 + 0.01 * (i * 5 % 7 - 3)))
          .bandwidth("bfq", 57e6 * (1 + 0.01 * (i * 3 % 7 - 3)))
          .bandwidth("kyber", 41e6 * (1 + 0.01 * (i * 4 % 7 - 3)));
    }
    return rounds.samples();
  }

  @Test
  void aRefutedClaimShowsValuesRatioAndMeaning() {
    String message =
        Verdicts.decide(
                "none at most 10% slower than bfq",
                "speed(none)/speed(bfq) ≥ 1/1.10; speed is the throughput",
                new Phase.WholeRun(),
                List.of(fast("none", "bfq", TEN_PERCENT_SLOWER)),
                twelveRounds(),
                LookPlans.plan(12, 0.95))
            .message();
    assertThat(message)
        .isEqualTo(
            """
            NOT MET: none at most 10% slower than bfq: typical speed none/bfq = 0.723 (93.9% interval 0.712 to 0.730; at least 0.909 claimed), 12 rounds
              median bandwidth of 12 rounds: none 41.2 MB/s, bfq 57 MB/s
              that is: speed(none)/speed(bfq) ≥ 1/1.10; speed is the throughput""");
  }

  @Test
  void everyPartHasALineWithItsState() {
    String message =
        message(
            "none at most 10% slower than every other",
            List.of(
                fast("none", "bfq", TEN_PERCENT_SLOWER), fast("none", "kyber", TEN_PERCENT_SLOWER)),
            twelveRounds(),
            LookPlans.plan(12, 0.95));
    assertThat(message.lines().toList())
        .startsWith(
            "NOT MET: none at most 10% slower than every other: typical speed none/bfq = 0.723"
                + " (93.9% interval 0.712 to 0.730; at least 0.909 claimed), 12 rounds",
            "  median bandwidth of 12 rounds: none 41.2 MB/s, bfq 57 MB/s, kyber 40.8 MB/s",
            "  refuted: speed none/bfq = 0.723 (0.712 to 0.730)")
        .anyMatch(line -> line.matches("  met: speed none/kyber = 1\\.0\\d \\(.* to .*\\)"));
  }

  @Test
  void elapsedTimesAreShownAsTimes() {
    String message =
        message(
            "noop at least 10% faster than cfq",
            List.of(fast("noop", "cfq", 1.1)),
            Rounds.times(
                "noop",
                new double[] {1481, 1490, 1500, 1479, 1485, 1492},
                "cfq",
                new double[] {1802, 1790, 1811, 1805, 1799, 1808}),
            LookPlans.plan(6, 0.95));
    assertThat(message)
        .isEqualTo(
            """
            MET: noop at least 10% faster than cfq: typical speed noop/cfq = 1.21 (90% interval 1.21 to 1.22; at least 1.10 claimed), 6 rounds
              median time of 6 rounds: noop 24m48s, cfq 30m04s""");
  }

  @Test
  void anOpenClaimSaysHowMuchMoreMeasuringItTakes() {
    double[] noop = {1.00, 1.06, 0.97, 1.03, 0.99, 1.05, 1.01, 0.96, 1.02, 1.04, 0.98, 1.00};
    double[] cfq = {1.18, 1.12, 1.16, 1.11, 1.19, 1.10, 1.14, 1.17, 1.13, 1.09, 1.20, 1.12};
    assertThat(
            message(
                    "noop at least 10% faster than cfq",
                    List.of(fast("noop", "cfq", 1.1)),
                    Rounds.times("noop", noop, "cfq", cfq),
                    LookPlans.plan(12, 0.95))
                .lines()
                .toList())
        .satisfies(
            lines ->
                assertThat(lines.get(0))
                    .startsWith(
                        "INCONCLUSIVE: noop at least 10% faster than cfq: typical speed noop/cfq ="
                            + " 1.13 (93.9% interval ")
                    .endsWith(
                        "; at least 1.10 claimed), 12 rounds do not decide it; about 42 would"))
        .contains(
            "  the evidence allows both that it holds and that it does not; about 42 rounds in all"
                + " would decide it, if estimate and noise stay as they are");
  }

  @Test
  void aRatioOnTheClaimIsNotPromisedADecision() {
    double[] a = {1.00, 1.06, 0.97, 1.03, 0.99, 1.05};
    double[] b = {1.05, 0.99, 1.03, 0.97, 1.06, 1.00};
    assertThat(
            message(
                "a at least 1x faster than b",
                List.of(fast("a", "b", 1)),
                Rounds.times("a", a, "b", b),
                LookPlans.plan(6, 0.95)))
        .contains(
            "6 rounds do not decide it; more than 200 would\n",
            "more than 200 rounds would be needed: the true ratio lies too close to the claim for"
                + " this much noise");
  }

  @Test
  void twoRoundsAreNoComparison() {
    assertThat(
            message(
                "noop at least 10% faster than cfq",
                List.of(fast("noop", "cfq", 1.1)),
                Rounds.times("noop", new double[] {3653, 3650}, "cfq", new double[] {4161, 4170}),
                LookPlans.plan(2, 0.95)))
        .isEqualTo(
            """
            INCONCLUSIVE: noop at least 10% faster than cfq: speed noop/cfq = 1.14 (no interval yet; at least 1.10 claimed), only 2 rounds; it takes at least 3, better 6
              median time of 2 rounds: noop 1h00m52s, cfq 1h09m26s
              so few numbers cannot tell a scheduler from the moment in which it ran: the next run of the same arm may differ as much; measure at least 3 rounds, better 6 or more""");
  }

  @Test
  void aVerdictFromThreeRoundsIsCalledWeak() {
    assertThat(
            message(
                "noop at least 10% faster than cfq",
                List.of(fast("noop", "cfq", 1.1)),
                Rounds.times("noop", new double[] {1, 1.1, 1}, "cfq", new double[] {3, 3.2, 3.3}),
                LookPlans.plan(3, 0.95)))
        .startsWith("MET: noop at least 10% faster than cfq: typical speed noop/cfq = ")
        .contains("; at least 1.10 claimed), only 3 rounds (weak)\n")
        .contains("warning (few-rounds): weak: 3 rounds allow only bounds by Student's t");
  }

  @Test
  void boundsAreShownAsValues() {
    Rounds rounds = new Rounds();
    for (double ms : new double[] {3.1, 3.3, 3.0, 3.2, 3.4, 3.25}) {
      rounds.next().latency("bfq", Quantity.P99_LATENCY, ms * 1e6);
    }
    assertThat(
            message(
                "bfq p99 latency at most 5 ms",
                List.of(
                    new Claim.Bound(
                        Metric.of(Quantity.P99_LATENCY),
                        "bfq",
                        Claim.Sense.AT_MOST,
                        5e6,
                        Unit.NANOSECONDS)),
                rounds.samples(),
                LookPlans.plan(6, 0.95)))
        .isEqualTo(
            """
            MET: bfq p99 latency at most 5 ms: typical p99 latency of bfq = 3.20 ms (90% interval 3.10 ms to 3.32 ms; at most 5 ms claimed), 6 rounds
              median p99 latency of 6 rounds: bfq 3.23 ms""");
  }

  @Test
  void aConfidenceOutOfReachSaysSo() {
    assertThat(
            message(
                "a at least 10% faster than b",
                List.of(fast("a", "b", 1.1)),
                Rounds.times(
                    "a", new double[] {1, 2, 1, 2, 1, 3}, "b", new double[] {5, 6, 7, 8, 9, 6}),
                LookPlans.plan(6, 0.999)))
        .contains("at this level 6 rounds can decide nothing, even if they all agree; about 12");
  }

  @Test
  void anIntervalThatEndsNextToTheClaimGetsMoreDigits() {
    double[] a = new double[6];
    double[] b = new double[6];
    for (int i = 0; i < 6; i++) {
      a[i] = 1 + 0.00001 * i;
      b[i] = 1.1001;
    }
    assertThat(
            message(
                "a at least 10% faster than b",
                List.of(fast("a", "b", 1.1)),
                Rounds.times("a", a, "b", b),
                LookPlans.plan(6, 0.95)))
        .contains("(90% interval 1.1001 to 1.1001; at least 1.1000 claimed)");
  }

  @Test
  void anAbsentArmAndAnAbsentMetricAreNamed() {
    LookPlan plan = LookPlans.plan(12, 0.95);
    assertThat(message("none s than cfq", List.of(fast("none", "cfq", 1)), twelveRounds(), plan))
        .isEqualTo(
            "INCONCLUSIVE: none s than cfq: there is no sample of cfq; measured were none, bfq,"
                + " kyber");
    assertThat(
            message(
                "s",
                List.of(
                    new Claim.Bound(
                        Metric.of(Side.READ, Quantity.P99_LATENCY),
                        "none",
                        Claim.Sense.AT_MOST,
                        1e6,
                        Unit.NANOSECONDS)),
                twelveRounds(),
                plan))
        .isEqualTo("INCONCLUSIVE: s: p99 read latency was not measured; measured were bandwidth");
  }

  @Test
  void warningsStandInTheMessage() {
    Rounds rounds = new Rounds();
    for (int i = 0; i < 6; i++) {
      rounds.next().time("a", 1 + 0.01 * (i * 5 % 7)).time("b", 2 + 0.01 * (i * 3 % 7));
    }
    rounds
        .next()
        .time("a", 9)
        .add("b", Map.of(), List.of(new Mark("foreign-io", "updatedb read 300 MB", true)));
    assertThat(
            message(
                "a at least 10% faster than b",
                List.of(fast("a", "b", 1.1)), rounds.samples(), LookPlans.plan(6, 0.95)))
        .startsWith("MET: ")
        .contains("\n  median time of 6 rounds: a ")
        .endsWith(
            "\n  warning (contaminated-rounds): round 7 was disturbed and left out of the decision:"
                + " updatedb read 300 MB");
  }

  @Test
  void unitsMergedFromRoundsAreCounted() {
    Rounds rounds = new Rounds();
    for (int i = 0; i < 12; i++) {
      rounds
          .next()
          .distribution(
              "none", List.of(1_000_000L, 5_000_000L + 90_000L * (i % 5)), List.of(494L, 6L))
          .distribution("bfq", List.of(100_000L, 500_000L + 7_000L * (i % 4)), List.of(494L, 6L));
    }
    assertThat(
            message(
                    "bfq at least 80% lower p99 latency than none",
                    List.of(
                        new Claim.Ratio(
                            Metric.of(Quantity.P99_LATENCY),
                            "bfq",
                            "none",
                            Claim.Sense.AT_MOST,
                            0.2)),
                    rounds.samples(),
                    LookPlans.plan(12, 0.95))
                .lines()
                .toList())
        .satisfies(
            lines ->
                assertThat(lines.get(0))
                    .startsWith(
                        "MET: bfq at least 80% lower p99 latency than none: typical p99 latency"
                            + " bfq/none = 0.")
                    .endsWith(" claimed), 6 units merged from 12 rounds"))
        .anyMatch(
            line -> line.startsWith("  median p99 latency of 6 units merged from 12 rounds: bfq "));
  }
}
