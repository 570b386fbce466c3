package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ControlTests {
  private static final LookPlan PLAN = LookPlans.plan(30, 0.95);

  /** Returns rounds in which the copy takes so many times as long. */
  private static Rounds rounds(int rounds, double copyTakes, double noise, Random random) {
    Rounds samples = new Rounds();
    for (int i = 0; i < rounds; i++) {
      samples
          .next()
          .time("none", Math.exp(noise * random.nextGaussian()))
          .time("none (copy)", copyTakes * Math.exp(noise * random.nextGaussian()));
    }
    return samples;
  }

  private static Verdict decide(Rounds rounds, LookPlan plan) {
    return Control.decide("none", "none (copy)", rounds.samples(), plan);
  }

  @Test
  void noDifferencePasses() {
    Verdict verdict = decide(rounds(30, 1, 0.02, new Random(1)), PLAN);
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(verdict.expectation()).isEqualTo("none equals itself (control)");
    assertThat(verdict.rounds()).isEqualTo(30);
    assertThat(verdict.low()).isLessThan(1);
    assertThat(verdict.high()).isGreaterThan(1);
    assertThat(verdict.message())
        .startsWith("MET: none equals itself (control): typical speed none/none (copy) = 1.00")
        .contains("99.7% interval", ", 30 rounds\n  median time of 30 rounds: none ")
        .endsWith("that is: the plan sees no difference where there is none");
  }

  @Test
  void aDifferenceFailsAndSaysWhatThatMeans() {
    Verdict verdict = decide(rounds(30, 1.05, 0.01, new Random(1)), PLAN);
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_MET);
    assertThat(verdict.estimate()).isCloseTo(1.05, within(0.01));
    assertThat(verdict.low()).isGreaterThan(1);
    assertThat(verdict.message())
        .startsWith("NOT MET: none equals itself (control): typical speed none/none (copy) = 1.05")
        .containsPattern(
            "that is: the plan sees a difference where there is none: both are none, and yet none"
                + " comes out [45](\\.\\d)?% ahead, so its benchmark decides nothing; ");
    assertThat(decide(rounds(30, 1 / 1.05, 0.01, new Random(1)), PLAN).message())
        .contains("and yet none (copy) comes out");
  }

  @Test
  void aDifferenceOfOnePercentOrLessPassesAndIsNamed() {
    Verdict verdict = decide(rounds(30, 1.005, 0.001, new Random(1)), PLAN);
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(verdict.low()).isGreaterThan(1);
    assertThat(verdict.message())
        .contains("the plan sees a difference of 0.5% where there is none");
  }

  @Test
  void theIntervalIsThatOfTheLookAt99PercentInAll() {
    double level = LookPlans.nominalLevel(PLAN.rounds(), 0.995);
    Verdict verdict = decide(rounds(12, 1, 0.02, new Random(1)), PLAN);
    assertThat(verdict.level()).isEqualTo(1 - 2 * level).isBetween(0.996, 0.998);
  }

  @Test
  void fewerThanSixRoundsLeaveItOpen() {
    Verdict five = decide(rounds(5, 2, 0.01, new Random(1)), LookPlans.plan(5, 0.95));
    assertThat(five.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(five.message().lines().findFirst().orElseThrow())
        .startsWith("INCONCLUSIVE: none equals itself (control): typical speed none/none (copy) =")
        .endsWith(", only 5 rounds; a control takes at least 8");
    Verdict one = decide(rounds(1, 2, 0.01, new Random(1)), PLAN);
    assertThat(one.message()).contains("(no interval yet), only 1 round;");
  }

  @Test
  void sixRoundsThatCouldNotHaveFailedSaySo() {
    Verdict six = decide(rounds(6, 2, 0.01, new Random(1)), PLAN);
    assertThat(six.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(six.high()).isInfinite();
    assertThat(six.message())
        .contains("only 6 rounds; a control takes at least 10")
        .contains("that is: so few rounds could not make the control fail, even if they all agree");
  }

  @Test
  void aCopyThatWasNotMeasuredLeavesItOpen() {
    Rounds rounds = new Rounds();
    for (int i = 0; i < 8; i++) {
      rounds.next().time("none", 1);
    }
    Verdict verdict = decide(rounds, PLAN);
    assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.estimate()).isNaN();
    assertThat(verdict.message())
        .isEqualTo(
            "INCONCLUSIVE: none equals itself (control): there is no sample of none (copy);"
                + " measured were none");
    assertThat(Control.decide("none", "copy", List.of(), PLAN).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void bandwidthIsComparedWhereWorkDoesNotEndAndIopsWhereNothingElseIs() {
    Rounds bandwidth = new Rounds();
    Rounds iops = new Rounds();
    for (int i = 0; i < 12; i++) {
      bandwidth.next().bandwidth("none", 1e8 + i * 1e5).bandwidth("none (copy)", 1e8 - i * 1e5);
      iops.next();
      for (String arm : List.of("none", "none (copy)")) {
        iops.add(
            arm,
            Map.of(
                Metric.of(Quantity.IOPS),
                new Measured.Rate(50_000 + 7 * i * arm.length(), 1, Unit.IO_PER_SECOND)),
            List.of());
      }
    }
    assertThat(decide(bandwidth, PLAN).message()).contains("median bandwidth of 12 rounds");
    assertThat(decide(iops, PLAN).message())
        .contains("typical iops none/none (copy)", "median iops of 12 rounds: none 50.");
  }

  @Test
  void disturbedRoundsDoNotCountAndAreNamed() {
    Rounds rounds = rounds(12, 1, 0.01, new Random(1));
    rounds
        .next()
        .time("none", 9)
        .add("none (copy)", Map.of(), List.of(new Mark("steal", "the processor was busy", true)));
    Verdict verdict = decide(rounds, PLAN);
    assertThat(verdict.rounds()).isEqualTo(12);
    assertThat(verdict.warnings()).extracting(Warning::kind).containsExactly("contaminated-rounds");
    assertThat(verdict.message()).contains("warning (contaminated-rounds): round 13 was disturbed");
  }

  /** Over all looks at most 1 in 100; the signed-rank test leaves some of it unused. */
  @Test
  void equalArmsSeldomFail() {
    Random random = new Random(6);
    LookPlan plan = LookPlans.slices(200, 0.95, 1);
    int runs = 1500;
    int failed = 0;
    double level = LookPlans.nominalLevel(plan.rounds(), 0.995);
    for (int run = 0; run < runs; run++) {
      double[] d = random.doubles(plan.maxRounds()).map(u -> u - 0.5).toArray();
      boolean excluded = false;
      for (int look : plan.rounds()) {
        LogBounds bounds = LogBounds.of(Arrays.copyOf(d, look), level).get(0);
        excluded |= bounds.low() > 0 || bounds.high() < 0;
      }
      failed += excluded ? 1 : 0;
    }
    assertThat((double) failed / runs)
        .isLessThanOrEqualTo(0.01 + 1.645 * Math.sqrt(0.01 * 0.99 / runs))
        .isPositive();
  }
}
