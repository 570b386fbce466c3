package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictsTests {
  private static final LookPlan SIX = LookPlans.plan(6, 0.95);

  private static Claim.Ratio fast(String arm, String other, double ratio) {
    return new Claim.Ratio(Metric.SPEED, arm, other, Claim.Sense.AT_LEAST, ratio);
  }

  private static Verdict decide(List<Claim> claims, List<Sample> samples, LookPlan plan) {
    return Verdicts.decide("sentence", "", new Phase.WholeRun(), claims, samples, plan);
  }

  private static List<Sample> random(int rounds, double effect, double sigma, long seed) {
    Random random = new Random(seed);
    double[] a = new double[rounds];
    double[] b = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      a[i] = Math.exp(sigma * random.nextGaussian() - effect);
      b[i] = Math.exp(sigma * random.nextGaussian());
    }
    return Rounds.times("a", a, "b", b);
  }

  @Test
  void theSixLogarithmsDecide() {
    double[] a = {1, 1, 1, 1, 1, 1};
    double[] b = {1.10, 1.20, 1.30, 1.40, 1.50, 1.60};
    Verdict verdict = decide(List.of(fast("a", "b", 1.1)), Rounds.times("a", a, "b", b), SIX);
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    // The third smallest Walsh average is that of rounds 1 and 3, the third largest round 5's own.
    assertThat(verdict.low()).isCloseTo(Math.sqrt(1.10 * 1.30), within(1e-9));
    assertThat(verdict.high()).isCloseTo(1.5, within(1e-9));
    assertThat(verdict.level()).isCloseTo(0.90, within(1e-12));
    assertThat(verdict.rounds()).isEqualTo(6);
  }

  @Test
  void aCountWithoutASingleIoHasALogarithm() {
    Rounds rounds = new Rounds();
    Metric iops = Metric.of(Quantity.IOPS);
    for (int i = 0; i < 6; i++) {
      rounds
          .next()
          .add("a", Map.of(iops, new Measured.Rate(0, 4, Unit.IO_PER_SECOND)), List.of())
          .add("b", Map.of(iops, new Measured.Rate(100 + i, 4, Unit.IO_PER_SECOND)), List.of());
    }
    Verdict verdict =
        decide(
            List.of(new Claim.Ratio(iops, "a", "b", Claim.Sense.AT_MOST, 0.1)),
            rounds.samples(),
            SIX);
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(verdict.estimate()).isCloseTo(0.5 / 103, within(0.0001));
  }

  @Test
  void notSignificantIsNeverEquality() {
    Claim atLeast = fast("a", "b", 0.95);
    Claim atMost = fast("b", "a", 0.95);
    assertThat(decide(List.of(atLeast, atMost), random(6, 0, 0.5, 1), SIX).outcome())
        .isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(decide(List.of(atLeast, atMost), random(6, 0, 0.01, 1), SIX).outcome())
        .isEqualTo(Outcome.MET);
  }

  @Test
  void onePartOfManyIsRefutedOnlyAtItsShareOfTheError() {
    double[] a = {1, 1, 1, 1, 1, 1};
    double[] b = {0.99, 0.98, 0.97, 0.96, 0.95, 0.94};
    Claim refuted = fast("a", "b", 1);
    List<Sample> samples = Rounds.times("a", a, "b", b);
    assertThat(decide(List.of(refuted), samples, SIX).outcome()).isEqualTo(Outcome.NOT_MET);
    // 2⁻⁶ is at most 0.05/3, but not 0.05/4.
    assertThat(decide(List.of(refuted, refuted, refuted), samples, SIX).outcome())
        .isEqualTo(Outcome.NOT_MET);
    Verdict four = decide(List.of(refuted, refuted, refuted, refuted), samples, SIX);
    assertThat(four.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(four.message()).contains("one of 4 parts counts as refuted only at 97.5%");
  }

  @Test
  void theRefutingPartIsReportedElseTheWeakest() {
    Rounds rounds = new Rounds();
    for (int i = 0; i < 6; i++) {
      double noise = 1 + 0.001 * i;
      rounds.next().time("a", noise).time("b", 2).time("c", 1.5).time("d", 0.5);
    }
    List<Sample> samples = rounds.samples();
    Verdict met = decide(List.of(fast("a", "b", 1.1), fast("a", "c", 1.1)), samples, SIX);
    assertThat(met.outcome()).isEqualTo(Outcome.MET);
    assertThat(met.estimate()).isCloseTo(1.5, within(0.01));
    Verdict notMet = decide(List.of(fast("a", "b", 1.1), fast("a", "d", 1.1)), samples, SIX);
    assertThat(notMet.outcome()).isEqualTo(Outcome.NOT_MET);
    assertThat(notMet.estimate()).isCloseTo(0.5, within(0.01));
  }

  @Test
  void aMissingArmKeepsAConjunctionOpenUnlessAnotherPartIsRefuted() {
    List<Sample> samples = random(6, 0.5, 0.01, 3);
    Verdict open = decide(List.of(fast("a", "b", 1), fast("a", "cfq", 1)), samples, SIX);
    assertThat(open.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(open.estimate()).isNaN();
    assertThat(decide(List.of(fast("b", "a", 1), fast("b", "cfq", 1)), samples, SIX).outcome())
        .isEqualTo(Outcome.NOT_MET);
  }

  @Test
  void belowThreeRoundsNothingIsDecided() {
    for (int rounds = 0; rounds < 3; rounds++) {
      Verdict verdict =
          decide(
              List.of(fast("a", "b", 1)),
              random(rounds, 5, 0.001, 1),
              LookPlans.plan(Math.max(1, rounds), 0.95));
      assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }
    assertThat(
            decide(List.of(fast("a", "b", 1)), random(3, 5, 0.001, 1), LookPlans.plan(3, 0.95))
                .outcome())
        .isEqualTo(Outcome.MET);
  }

  @Test
  void aContaminatedSampleTakesItsRoundOut() {
    Rounds rounds = new Rounds();
    for (int i = 0; i < 7; i++) {
      rounds.next().time("a", 1 + 0.01 * i);
      if (i == 3) {
        rounds.add(
            "b",
            Map.of(Metric.TIME, new Measured.Value(0.001, Unit.SECONDS)),
            List.of(new Mark("throttled", "the processor was throttled", true)));
      } else {
        rounds.time("b", 2);
      }
    }
    Verdict verdict = decide(List.of(fast("a", "b", 1.1)), rounds.samples(), SIX);
    assertThat(verdict.rounds()).isEqualTo(6);
    assertThat(verdict.low()).isGreaterThan(1.8);
    assertThat(verdict.warnings())
        .filteredOn(w -> w.kind().equals("contaminated-rounds"))
        .singleElement()
        .satisfies(w -> assertThat(w.message()).contains("round 4", "throttled"));
  }

  @Test
  void aRoundWithoutTheOtherArmDoesNotCount() {
    Rounds rounds = new Rounds();
    for (int i = 0; i < 6; i++) {
      rounds.next().time("a", 1 + 0.01 * i).time("b", 2);
    }
    rounds.next().time("a", 1);
    assertThat(decide(List.of(fast("a", "b", 1.1)), rounds.samples(), SIX).rounds()).isEqualTo(6);
  }

  /** What is too fast to be measured is missing just where an arm was at its fastest. */
  @Test
  void whereManySamplesLackTheMetricTheOthersDecideNothing() {
    Rounds few = new Rounds();
    Rounds many = new Rounds();
    for (int round = 1; round <= 12; round++) {
      few.next().bandwidth("none", 100e6 + round);
      many.next().bandwidth("none", 100e6 + round);
      if (round % 4 == 0) {
        few.time("bfq", 1);
        many.time("bfq", 1);
      } else {
        few.bandwidth("bfq", 50e6 + round);
        if (round % 2 == 0) {
          many.time("bfq", 1);
        } else {
          many.bandwidth("bfq", 50e6 + round);
        }
      }
    }
    List<Claim> claims =
        List.of(new Claim.Ratio(Metric.BANDWIDTH, "none", "bfq", Claim.Sense.AT_LEAST, 1.5));
    LookPlan plan = new LookPlan(List.of(12), 0.05, 0.95);

    Verdict met = Verdicts.decide("s", "", new Phase.WholeRun(), claims, few.samples(), plan);
    Verdict open = Verdicts.decide("s", "", new Phase.WholeRun(), claims, many.samples(), plan);

    assertThat(met.outcome()).isEqualTo(Outcome.MET);
    assertThat(met.warnings())
        .extracting(Warning::message)
        .anyMatch(m -> m.startsWith("3 of 12 samples of bfq have no bandwidth (too fast"));
    assertThat(open.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(open.message())
        .startsWith("INCONCLUSIVE: s: 6 of 12 samples of bfq have no bandwidth (too fast to be");
  }

  @Test
  void twoSamplesOfOneArmInARoundAreRefused() {
    List<Sample> twins = new Rounds().next().time("a", 1).time("a", 2).time("b", 1).samples();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> decide(List.of(fast("a", "b", 1)), twins, SIX))
        .withMessageContaining("round 1 holds two samples of a");
  }

  @Test
  void nothingClaimedAndImpossibleThresholdsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> decide(List.of(), List.of(), SIX))
        .withMessageContaining("\"sentence\" claims nothing");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> decide(List.of(fast("a", "b", 0)), List.of(), SIX))
        .withMessageContaining("above zero, not 0.0");
  }

  @Test
  void aTimeOfZeroDecidesNothing() {
    Verdict verdict =
        decide(
            List.of(fast("a", "b", 1)),
            Rounds.times("a", new double[] {1, 0, 1}, "b", new double[] {2, 2, 2}),
            SIX);
    assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.message()).contains("speed of a cannot be judged: round 2 measured 0 ns");
  }

  @Test
  void tailQuantilesComeFromMergedRounds() {
    Rounds rounds = new Rounds();
    // 250 I/Os a round: four rounds make a unit of 1,000; the last two rounds join the third unit.
    for (int i = 0; i < 14; i++) {
      rounds
          .next()
          .distribution("a", List.of(10L, 1000L + i), List.of(245L, 5L))
          .distribution("b", List.of(10L, 5000L + i), List.of(245L, 5L));
    }
    Claim claim =
        new Claim.Ratio(Metric.of(Quantity.P99_LATENCY), "a", "b", Claim.Sense.AT_MOST, 0.5);
    Evidence evidence = Evidence.of(claim, rounds.samples());
    assertThat(evidence.units()).isEqualTo(3);
    assertThat(evidence.rounds()).isEqualTo(14);
    assertThat(evidence.firstRounds()).containsExactly(1, 5, 9);
    // In the first unit the 990th of 1,000 is the 10th of the 20 slow ones: five of each round.
    assertThat(evidence.values()[0]).isEqualTo(1001);
    assertThat(evidence.otherValues()[2]).isEqualTo(5010);
  }

  @Test
  void withoutDistributionsTheMeasuredQuantilesDecide() {
    Rounds rounds = new Rounds();
    for (int i = 0; i < 6; i++) {
      rounds
          .next()
          .latency("a", Quantity.P99_LATENCY, 1e6 + i)
          .latency("b", Quantity.P99_LATENCY, 5e6 - i);
    }
    Claim claim =
        new Claim.Ratio(Metric.of(Quantity.P99_LATENCY), "b", "a", Claim.Sense.AT_LEAST, 4);
    assertThat(decide(List.of(claim), rounds.samples(), SIX).outcome()).isEqualTo(Outcome.MET);
  }

  @Test
  void boundsAreDecidedInTheirUnit() {
    Rounds rounds = new Rounds();
    for (int i = 0; i < 6; i++) {
      rounds.next().time("a", 200 + i);
    }
    Verdict verdict =
        decide(
            List.of(new Claim.Bound(Metric.TIME, "a", Claim.Sense.AT_MOST, 210, Unit.SECONDS)),
            rounds.samples(),
            SIX);
    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(verdict.estimate()).isCloseTo(202.5, within(0.05));
    assertThat(verdict.low()).isBetween(200.0, 202.0);
    assertThat(verdict.high()).isBetween(203.0, 205.0);
  }

  @Test
  void aBoundInAnotherUnitThanTheSamplesDecidesNothing() {
    Rounds rounds = new Rounds();
    for (int i = 0; i < 6; i++) {
      rounds
          .next()
          .add("a", Map.of(Metric.of(Quantity.CPU), new Measured.Value(3, Unit.PERCENT)), List.of())
          .add(
              "b", Map.of(Metric.of(Quantity.CPU), new Measured.Value(9, Unit.PERCENT)), List.of());
    }
    Verdict bound =
        decide(
            Expectation.parse("a cpu at most 5 s").claims(List.of("a", "b")),
            rounds.samples(),
            SIX);
    assertThat(bound.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(bound.message())
        .contains(
            "cpu was measured in %, and a bound in s says nothing about that;"
                + " compare it with another scheduler's");
    Verdict ratio =
        decide(
            Expectation.parse("a at least 2x less cpu than b").claims(List.of("a", "b")),
            rounds.samples(),
            SIX);
    assertThat(ratio.outcome()).isEqualTo(Outcome.MET);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void swappingTheArmsInvertsTheRatio(long seed) {
    List<Sample> samples = random(12, 0.1, 0.1, seed);
    LookPlan plan = LookPlans.plan(12, 0.95);
    Verdict there = decide(List.of(fast("a", "b", 1)), samples, plan);
    Verdict back =
        decide(
            List.of(new Claim.Ratio(Metric.SPEED, "b", "a", Claim.Sense.AT_MOST, 1)),
            samples,
            plan);
    assertThat(back.outcome()).isEqualTo(there.outcome());
    assertThat(back.estimate()).isCloseTo(1 / there.estimate(), within(1e-12));
    assertThat(back.low()).isCloseTo(1 / there.high(), within(1e-12));
    assertThat(back.high()).isCloseTo(1 / there.low(), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 0.3, 1e6})
  void theUnitOfTheValuesDoesNotMatter(double scale) {
    Random random = new Random(9);
    double[] a = random.doubles(12).map(u -> 1 + 0.2 * u).toArray();
    double[] b = random.doubles(12).map(u -> 1.1 + 0.2 * u).toArray();
    double[] scaledA = java.util.Arrays.stream(a).map(x -> x * scale).toArray();
    double[] scaledB = java.util.Arrays.stream(b).map(x -> x * scale).toArray();
    LookPlan plan = LookPlans.plan(12, 0.95);
    Verdict one = decide(List.of(fast("a", "b", 1)), Rounds.times("a", a, "b", b), plan);
    Verdict other =
        decide(List.of(fast("a", "b", 1)), Rounds.times("a", scaledA, "b", scaledB), plan);
    assertThat(other.outcome()).isEqualTo(one.outcome());
    assertThat(other.low()).isCloseTo(one.low(), within(1e-9));
    assertThat(other.high()).isCloseTo(one.high(), within(1e-9));
  }

  @Test
  void moreConfidenceNeverFlipsAVerdict() {
    for (long seed = 0; seed < 60; seed++) {
      List<Sample> samples = random(seed % 2 == 0 ? 12 : 4, 0.05, 0.05, seed);
      List<Claim> claims = List.of(fast("a", "b", 1.02), fast("b", "a", 0.9));
      Outcome before = null;
      for (double confidence : new double[] {0.6, 0.8, 0.9, 0.95, 0.99, 0.999}) {
        LookPlan plan = new LookPlan(List.of(12), 1 - confidence, confidence);
        Outcome outcome = decide(claims, samples, plan).outcome();
        if (before != null && before != outcome) {
          assertThat(outcome).as("seed %d at %s", seed, confidence).isEqualTo(Outcome.INCONCLUSIVE);
        }
        before = outcome;
      }
    }
  }

  @Test
  void whateverIsMissingAVerdictComesOut() {
    Random random = new Random(21);
    Metric p99 = Metric.of(Quantity.P99_LATENCY);
    List<Claim> claims =
        List.of(
            fast("a", "b", 1.1),
            fast("b", "c", 0.9),
            new Claim.Ratio(p99, "a", "c", Claim.Sense.AT_MOST, 2),
            new Claim.Bound(Metric.TIME, "c", Claim.Sense.AT_MOST, 1.2, Unit.SECONDS));
    for (int run = 0; run < 300; run++) {
      Rounds rounds = new Rounds();
      int planned = 1 + random.nextInt(20);
      for (int i = 0; i < planned; i++) {
        rounds.next();
        for (String arm : List.of("a", "b", "c")) {
          int kind = random.nextInt(run % 2 == 0 ? 40 : 8);
          if (kind == 1) {
            rounds.add(arm, Map.of(), List.of(new Mark("steal", "stolen", true)));
          } else if (kind == 2) {
            rounds.distribution(arm, List.of(10L, 20L), List.of(random.nextLong(2000), 3L));
          } else if (kind > 2) {
            rounds.time(arm, random.nextInt(4) / 2.0 + 0.5);
          }
        }
      }
      int first = random.nextInt(claims.size());
      List<Claim> some = claims.subList(first, first + 1 + random.nextInt(claims.size() - first));
      Verdict verdict = decide(some, rounds.samples(), LookPlans.plan(planned, 0.9));
      String word = verdict.outcome() == Outcome.NOT_MET ? "NOT MET" : verdict.outcome().name();
      assertThat(verdict.message())
          .startsWith(word + ": sentence")
          .doesNotContain("NaN", "unknown");
      if (verdict.outcome() != Outcome.INCONCLUSIVE) {
        assertThat(verdict.rounds()).isGreaterThanOrEqualTo(3);
        assertThat(verdict.low()).isLessThanOrEqualTo(verdict.estimate());
        assertThat(verdict.high()).isGreaterThanOrEqualTo(verdict.estimate());
      }
    }
  }

  @Test
  void allOrNothingIsDecided() {
    Verdict open = Verdict.undecided("s", 0, "m");
    Verdict met = decide(List.of(fast("a", "b", 1)), random(6, 1, 0.01, 1), SIX);
    assertThat(Verdicts.decided(List.of(met, met))).isTrue();
    assertThat(Verdicts.decided(List.of(met, open))).isFalse();
  }
}
