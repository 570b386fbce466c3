package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingPlan;
import org.iosched.dsl.Unit;
import org.junit.jupiter.api.Test;

/** When a measurement looks and stops, with a clock and samples of the test's own. */
final class MeasurementTest {

  private static final List<Arm> ARMS =
      List.of(new Arm("none", "none", Map.of()), new Arm("bfq", "bfq", Map.of()));

  private long nowNanos;

  /** By how much bfq is slower in odd rounds and faster in even ones. */
  private double wobble;

  private final List<List<String>> orders = new ArrayList<>();

  private Measurement measurement(int rounds, long shareNanos, String... sentences) {
    BenchmarkPlan plan = plan(rounds, sentences);
    return new Measurement(
        plan,
        plan.workloads().get(0),
        new SamplingPlan.Runs(""),
        false,
        0.95,
        OptionalInt.empty(),
        42,
        shareNanos,
        () -> nowNanos,
        null);
  }

  private static BenchmarkPlan plan(int rounds, String... sentences) {
    List<Expectation> expectations = new ArrayList<>();
    for (String sentence : sentences) {
      expectations.add(Expectation.parse(sentence));
    }
    return new BenchmarkPlan(
        "Some.benchmark",
        MeasurementTest.class.getDeclaredMethods()[0],
        ARMS,
        true,
        List.of(new WorkloadPlan.Body()),
        expectations,
        rounds,
        Sampling.RUNS,
        false,
        Map.of());
  }

  private void run(Measurement measurement, double noneSeconds, double bfqSeconds) {
    run(measurement, noneSeconds, bfqSeconds, List.of());
  }

  private void run(
      Measurement measurement, double noneSeconds, double bfqSeconds, List<Integer> contaminated) {
    while (measurement.hasNext()) {
      one(measurement, noneSeconds, bfqSeconds, contaminated);
    }
  }

  /** Measures one run; a control of none is a tenth slower than it should be. */
  private void one(
      Measurement measurement, double noneSeconds, double bfqSeconds, List<Integer> contaminated) {
    Measurement.Turn turn = measurement.next();
    while (orders.size() < turn.round()) {
      orders.add(new ArrayList<>());
    }
    orders.get(turn.round() - 1).add(turn.arm().name());
    double seconds =
        switch (turn.arm().name()) {
              case "none" -> noneSeconds;
              case "none (control)" -> noneSeconds * 1.1;
              default -> bfqSeconds * (1 + (turn.round() % 2 == 0 ? -wobble : wobble));
            }
            * (1 + 0.001 * turn.round());
    nowNanos += (long) (seconds * 1e9);
    measurement.measured(
        new Sample(
            turn.arm().name(),
            turn.arm().name(),
            turn.arm().name(),
            turn.round(),
            turn.position(),
            Instant.EPOCH.plusNanos(nowNanos),
            seconds,
            0,
            Map.of(Metric.TIME, new Measured.Value(seconds, Unit.SECONDS)),
            List.of(),
            List.of(),
            contaminated.contains(turn.round())
                ? List.of(new Mark("foreign-io", "someone else wrote", true))
                : List.of()));
  }

  @Test
  void theFirstLookThatDecidesEverythingEndsIt() {
    Measurement measurement = measurement(30, Long.MAX_VALUE, "none at least 2x faster than bfq");

    run(measurement, 1, 3);

    BenchmarkResult result = measurement.result();
    assertThat(result.samples()).hasSize(6 * 2);
    assertThat(result.verdicts().get(0).outcome()).isEqualTo(Outcome.MET);
    assertThat(result.plan().rounds()).containsExactly(6, 12, 18, 24, 30);
  }

  @Test
  void roundsThatAreAllDisturbedEndItWithTheReason() {
    Measurement measurement = measurement(3, Long.MAX_VALUE, "none at least 2x faster than bfq");

    run(measurement, 1, 3, List.of(1, 2, 3, 4, 5, 6, 7));

    BenchmarkResult result = measurement.result();
    assertThat(result.samples()).hasSize(6 * 2);
    assertThat(result.verdicts().get(0).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(result.verdicts().get(0).message())
        .endsWith(
            "all 6 rounds were disturbed, the last one since someone else wrote; end what does that"
                + " and run again");
  }

  @Test
  void aDisturbedRoundIsNotLookedAtAgain() {
    wobble = 0.01;
    Measurement measurement = measurement(12, Long.MAX_VALUE, "none at most 3x faster than bfq");

    run(measurement, 1, 3, List.of(7, 8));

    assertThat(measurement.looksTaken()).as("after 6 and 12 clean rounds").isEqualTo(2);
    assertThat(measurement.result().samples()).hasSize((12 + 2) * 2);
    assertThat(measurement.plannedRounds()).isEqualTo(12 + 2);
  }

  @Test
  void whatWasDecidedIsOpenAgainWhenTooManyRoundsWereDisturbedSince() {
    wobble = 0.01;
    Measurement measurement =
        measurement(
            12,
            Long.MAX_VALUE,
            "none at least 2x faster than bfq",
            "none at most 3x faster than bfq");

    run(measurement, 1, 3, List.of(7, 8, 9, 10, 11, 12, 13, 14, 15));

    BenchmarkResult result = measurement.result();
    assertThat(result.samples()).hasSize(Measurement.mostRounds(12, OptionalInt.empty()) * 2);
    assertThat(result.verdicts())
        .allSatisfy(
            verdict -> {
              assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
              assertThat(verdict.message()).contains("someone else wrote");
            });
  }

  @Test
  void aRunThatFailsLeavesOpenWhatALookHadDecided() {
    wobble = 0.01;
    Measurement measurement =
        measurement(
            12,
            Long.MAX_VALUE,
            "none at least 2x faster than bfq",
            "none at most 3x faster than bfq");
    for (int run = 0; run < 6 * 2; run++) {
      one(measurement, 1, 3, List.of());
    }
    assertThat(measurement.hasNext()).as("the second expectation is open").isTrue();
    assertThat(measurement.verdict(0).outcome()).isEqualTo(Outcome.MET);

    measurement.stop("round 7 under none failed: the disk is full");

    assertThat(measurement.verdict(0).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(measurement.result().obstacle())
        .hasValue("round 7 under none failed: the disk is full");
  }

  @Test
  void aControlThatFailsLeavesEverythingOpenAndEndsIt() {
    Measurement measurement =
        new Measurement(
            plan(30, "none at least 2x faster than bfq"),
            new WorkloadPlan.Body(),
            new SamplingPlan.Runs(""),
            true,
            0.95,
            OptionalInt.empty(),
            42,
            Long.MAX_VALUE,
            () -> nowNanos,
            null);
    run(measurement, 1, 3);

    BenchmarkResult result = measurement.result();
    assertThat(result.control().orElseThrow().outcome()).isEqualTo(Outcome.NOT_MET);
    assertThat(result.samples()).as("10 rounds could fail, so the look at 12 did").hasSize(12 * 3);
    assertThat(result.verdicts().get(0).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(result.verdicts().get(0).message())
        .contains("its A/A control failed", "none equals itself (control)");
  }

  @Test
  void allRoundsAreRunWhileOneExpectationIsOpen() {
    Measurement measurement =
        measurement(
            12,
            Long.MAX_VALUE,
            "none at least 2x faster than bfq",
            "none at most 10% slower than baseline");

    run(measurement, 1, 3);

    assertThat(measurement.result().samples())
        .as("a baseline cannot be decided by, so it does not keep the run going")
        .hasSize(6 * 2);
    assertThat(measurement.verdict(1).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void theTimeAllowedPlansTheLooksAfterTheFirstRound() {
    Measurement measurement = measurement(30, 40_500_000_000L, "none at least 3x faster than bfq");

    // About 4 s a round, and a ratio that lies on the claim's boundary.
    run(measurement, 1, 3);

    assertThat(measurement.result().plan().rounds()).containsExactly(6, 10);
    assertThat(measurement.result().samples()).hasSize(10 * 2);
  }

  @Test
  void oneRoundIsRunHoweverLittleTimeThereIs() {
    Measurement measurement = measurement(30, 1, "none at least 2x faster than bfq");

    run(measurement, 1, 3);

    assertThat(measurement.result().samples()).hasSize(2);
    assertThat(measurement.result().verdicts().get(0).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void aContaminatedRoundIsRepeatedAndKept() {
    Measurement measurement = measurement(6, Long.MAX_VALUE, "none at least 2x faster than bfq");

    run(measurement, 1, 3, List.of(2, 4));

    assertThat(measurement.result().samples()).hasSize(8 * 2);
    assertThat(measurement.result().verdicts().get(0).outcome()).isEqualTo(Outcome.MET);
    assertThat(measurement.result().verdicts().get(0).rounds()).isEqualTo(6);
  }

  @Test
  void repeatsAreBounded() {
    Measurement measurement = measurement(6, Long.MAX_VALUE, "none at least 2x faster than bfq");

    run(measurement, 1, 3, List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));

    assertThat(measurement.result().samples())
        .hasSize(Measurement.mostRounds(6, OptionalInt.empty()) * 2);
    assertThat(measurement.result().verdicts().get(0).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void ordersAreFreshAndBalancedInTheLongRun() {
    Measurement measurement = measurement(400, Long.MAX_VALUE, "none at least 3x faster than bfq");
    while (measurement.hasNext() && orders.size() < 400) {
      Measurement.Turn turn = measurement.next();
      while (orders.size() < turn.round()) {
        orders.add(new ArrayList<>());
      }
      orders.get(turn.round() - 1).add(turn.arm().name());
    }

    assertThat(new HashSet<>(orders)).contains(List.of("none", "bfq"), List.of("bfq", "none"));
    long noneFirst = orders.stream().filter(order -> order.get(0).equals("none")).count();
    assertThat(noneFirst).as("rounds of 400 that began with none").isBetween(150L, 250L);
  }
}
