package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EvidenceWarningsTests {
  private static final Claim CLAIM =
      new Claim.Ratio(Metric.SPEED, "a", "b", Claim.Sense.AT_LEAST, 1);

  private static List<Warning> warnings(double[] a, double[] b) {
    return EvidenceWarnings.of(Evidence.of(CLAIM, Rounds.times("a", a, "b", b)));
  }

  private static double[] noise(int n, long seed) {
    Random random = new Random(seed);
    return random.doubles(n).map(u -> 1 + 0.1 * u).toArray();
  }

  @Test
  void ordinaryNoiseGivesNoWarning() {
    assertThat(warnings(noise(30, 1), noise(30, 2))).isEmpty();
  }

  @Test
  void independentNoiseSeldomLooksOtherwise() {
    Random random = new Random(7);
    int warned = 0;
    for (int run = 0; run < 1000; run++) {
      double[] a = random.doubles(30).map(u -> Math.exp(0.1 * u)).toArray();
      double[] b = random.doubles(30).map(u -> Math.exp(0.1 * u)).toArray();
      warned += warnings(a, b).isEmpty() ? 0 : 1;
    }
    assertThat(warned).isBetween(1, 60);
  }

  @Test
  void fewRoundsAreWeak() {
    assertThat(warnings(noise(4, 1), noise(4, 2)))
        .singleElement()
        .satisfies(w -> assertThat(w.kind()).isEqualTo("few-rounds"))
        .satisfies(w -> assertThat(w.message()).startsWith("weak: 4 rounds"));
  }

  @Test
  void anArmThatSlowsDownIsATrend() {
    double[] a = noise(12, 1);
    double[] b = noise(12, 2);
    for (int i = 0; i < 12; i++) {
      a[i] *= 1 + 0.1 * i;
      b[i] *= 1 + 0.1 * i;
    }
    assertThat(warnings(a, b)).extracting(Warning::kind).containsExactly("trend", "trend");
    assertThat(warnings(a, b).get(0).message()).startsWith("time of a rose over the run");
  }

  @Test
  void mannKendallAgreesWithKendallsTau() {
    assertThat(EvidenceWarnings.mannKendall(new double[] {1, 3, 2, 4, 5, 7, 6, 8, 10, 9}))
        .as("S = 39, variance 125, continuity corrected")
        .isCloseTo(0.000677, within(0.00001));
    assertThat(EvidenceWarnings.mannKendall(new double[] {1, 1, 1, 1, 1, 1, 1})).isEqualTo(1);
  }

  @Test
  void anEffectThatComesAndGoesIsDependence() {
    double[] a = noise(30, 1);
    double[] b = noise(30, 2);
    for (int i = 8; i < 22; i++) {
      a[i] *= 2;
    }
    assertThat(warnings(a, b)).extracting(Warning::kind).contains("dependence");
  }

  @Test
  void oneRunFarFromTheOthersIsAHeavyTail() {
    double[] a = noise(12, 1);
    a[4] *= 30;
    assertThat(warnings(a, noise(12, 2)))
        .filteredOn(w -> w.kind().equals("heavy-tails"))
        .singleElement()
        .satisfies(w -> assertThat(w.message()).contains("1 of 12 rounds lies far", "in round 5"));
  }

  @Test
  void repeatedValuesAreACoarseClock() {
    double[] a = {1, 2, 1, 2, 1, 2, 1};
    double[] b = {2, 2, 1, 1, 2, 1, 2};
    assertThat(warnings(a, b)).extracting(Warning::kind).contains("coarse-clock");
  }

  @Test
  void disturbedRoundsAreNamedWithTheirReasons() {
    Rounds rounds = new Rounds();
    rounds.next().time("a", 1);
    rounds
        .next()
        .add("a", Map.of(), List.of(new Mark("foreign-io", "another process wrote 3 MB", true)));
    rounds.next().time("a", 1).next().time("a", 1);
    assertThat(EvidenceWarnings.ofContamination(rounds.samples()))
        .containsExactly(
            new Warning(
                "contaminated-rounds",
                "round 2 was disturbed and left out of the decision: another process wrote 3 MB"));
    assertThat(EvidenceWarnings.ofContamination(List.of())).isEmpty();
  }
}
