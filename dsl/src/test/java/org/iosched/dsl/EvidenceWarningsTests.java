package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceWarningsTests {
  private static final Claim CLAIM =
      new Claim.Ratio(Metric.SPEED, "a", "b", Claim.Sense.AT_LEAST, 1);

  private static List<Warning> warnings(double[] a, double[] b) {
    return EvidenceWarnings.of(Evidence.of(CLAIM, Rounds.times("a", a, "b", b)));
  }

  private static List<Warning> warnings(Rounds rounds) {
    return EvidenceWarnings.of(Evidence.of(CLAIM, rounds.samples()));
  }

  private static double[] noise(int n, long seed) {
    Random random = new Random(seed);
    return random.doubles(n).map(u -> 1 + 0.1 * u).toArray();
  }

  @Test
  void ordinaryNoiseGivesNoWarning() {
    assertThat(warnings(noise(30, 1), noise(30, 2))).isEmpty();
  }

  /** Each at its level of 1%, a trend of either arm; together in a few of a hundred benchmarks. */
  @ParameterizedTest
  @ValueSource(ints = {12, 30, 120})
  void independentNoiseSeldomLooksOtherwise(int rounds) {
    Random random = new Random(7);
    int runs = 1000;
    Map<String, Integer> warned = new TreeMap<>();
    for (int run = 0; run < runs; run++) {
      Rounds samples = new Rounds();
      for (int round = 0; round < rounds; round++) {
        boolean first = random.nextBoolean();
        samples
            .next()
            .at(first ? 1 : 2)
            .time("a", Math.exp(0.1 * random.nextGaussian()))
            .at(first ? 2 : 1)
            .time("b", Math.exp(0.1 * random.nextGaussian()));
      }
      warnings(samples).stream()
          .map(Warning::kind)
          .distinct()
          .forEach(kind -> warned.merge(kind, 1, Integer::sum));
    }
    assertThat(warned.keySet()).isSubsetOf("trend", "dependence", "order-effect", "heavy-tails");
    assertThat(warned.get("trend")).isBetween(runs / 200, runs * 3 / 100);
    assertThat(warned.get("dependence")).isBetween(runs / 200, runs * 15 / 1000);
    assertThat(warned.get("order-effect")).isBetween(runs / 500, runs * 15 / 1000);
    assertThat(warned.getOrDefault("heavy-tails", 0)).isLessThan(runs / 100);
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
  void anEffectThatComesAndGoesIsDependence() {
    double[] a = noise(30, 1);
    double[] b = noise(30, 2);
    for (int i = 8; i < 22; i++) {
      a[i] *= 2;
    }
    assertThat(warnings(a, b)).extracting(Warning::kind).contains("dependence");
  }

  private static Rounds everyOtherRoundReversed(int rounds, double secondIsSlowerBy) {
    Rounds samples = new Rounds();
    double[] a = noise(rounds, 1);
    double[] b = noise(rounds, 2);
    for (int i = 0; i < rounds; i++) {
      boolean first = i % 2 == 0;
      samples
          .next()
          .at(first ? 1 : 3)
          .time("a", 0.8 * a[i] * (first ? 1 : secondIsSlowerBy))
          .at(2)
          .time("b", b[i] * (first ? secondIsSlowerBy : 1));
    }
    return samples;
  }

  @Test
  void anArmThatGainsByRunningFirstIsAnOrderEffect() {
    List<Warning> warnings = warnings(everyOtherRoundReversed(20, 1.5));
    assertThat(warnings)
        .filteredOn(w -> w.kind().equals("order-effect"))
        .singleElement()
        .satisfies(
            w ->
                assertThat(w.message())
                    .matches(
                        "speed a/b is typically 1\\.8\\d where a runs first and 0\\.8\\d+ where b"
                            + " does \\(a factor of 2\\.\\d+\\): .*"));
    assertThat(warnings(everyOtherRoundReversed(20, 1))).isEmpty();
  }

  @Test
  void theSameOrderEffectSeenFromTheOtherArmReadsTheSame() {
    List<Sample> samples = everyOtherRoundReversed(20, 1.5).samples();
    Claim reverse = new Claim.Ratio(Metric.SPEED, "b", "a", Claim.Sense.AT_LEAST, 1);
    assertThat(EvidenceWarnings.of(Evidence.of(reverse, samples)))
        .filteredOn(w -> w.kind().equals("order-effect"))
        .isEqualTo(
            EvidenceWarnings.of(Evidence.of(CLAIM, samples)).stream()
                .filter(w -> w.kind().equals("order-effect"))
                .toList());
  }

  @Test
  void anOrderEffectTakesFourRoundsOfEitherOrder() {
    assertThat(warnings(everyOtherRoundReversed(7, 1.5)))
        .extracting(Warning::kind)
        .doesNotContain("order-effect");
  }

  @Test
  void orderIsKnownOnlyWhereSamplesTellIt() {
    List<Sample> told = everyOtherRoundReversed(4, 1).samples();
    assertThat(Evidence.of(CLAIM, told).firstBefore()).containsExactly(true, false, true, false);
    assertThat(Evidence.of(CLAIM, Rounds.times("a", noise(4, 1), "b", noise(4, 2))).firstBefore())
        .isEmpty();
    Claim bound = new Claim.Bound(Metric.TIME, "a", Claim.Sense.AT_MOST, 1, Unit.SECONDS);
    assertThat(Evidence.of(bound, told).firstBefore()).isEmpty();
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
  void aThousandSlicesThatCountFewIosAreNoCoarseClock() {
    Random random = new Random(3);
    Rounds slices = new Rounds();
    for (int i = 0; i < 1000; i++) {
      // Whole I/Os, 1,000 ± 20 of 4 KiB.
      slices
          .next()
          .bandwidth("a", 4096 * Math.rint(1000 + 20 * random.nextGaussian()))
          .bandwidth("b", 4096 * Math.rint(1000 + 20 * random.nextGaussian()));
    }
    assertThat(warnings(slices)).isEmpty();
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
  }

  @Test
  void manyDisturbedRoundsAreNamedInStretches() {
    List<Integer> alternating = IntStream.range(0, 20).map(i -> 2 * i).boxed().toList();
    assertThat(new Disturbed(List.of(3, 7, 8, 15, 16, 17, 18), 100, List.of("dd")).warnings())
        .extracting(Warning::message)
        .containsExactly(
            "rounds 3, 7, 8, 15 to 18 were disturbed and left out of the decision: dd");
    assertThat(new Disturbed(alternating, 100, List.of("dd")).warnings().get(0).message())
        .startsWith("rounds 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22 and 8 times more were");
    assertThat(EvidenceWarnings.ofContamination(List.of())).isEmpty();
  }
}
