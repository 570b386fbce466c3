package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LookPlansTests {
  @ParameterizedTest
  @CsvSource({"1,.0500", "2,.0304", "3,.0232", "4,.0193", "5,.0169", "6,.0152"})
  void levelsAreThoseOfOneSidedPocockBoundaries(int looks, double level) {
    assertThat(LookPlans.nominalLevel(looks, 0.95)).isCloseTo(level, within(0.00005));
  }

  /** Two-sided Pocock constants at 1% are one-sided at 0.5%: 2.772 and 2.873 for K = 2 and 3. */
  @ParameterizedTest
  @CsvSource({"2,.995,2.772", "3,.995,2.873", "5,.995,2.986", "2,.975,2.178", "10,.975,2.555"})
  void otherConfidencesAgreeWithThePublishedConstants(
      int looks, double confidence, double constant) {
    double level = LookPlans.nominalLevel(looks, confidence);
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(level);
    assertThat(z).isCloseTo(constant, within(0.0015));
  }

  @Test
  void manyLooksStayBetweenBonferroniAndOneLook() {
    double before = 0.05;
    for (int looks : List.of(2, 10, 20, 40, 80)) {
      double level = LookPlans.nominalLevel(looks, 0.95);
      assertThat(level).isBetween(0.05 / looks, before);
      before = level;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "30,'6,12,18,24,30'",
    "8,'6,8'",
    "12,'6,12'",
    "5,'5'",
    "6,'6'",
    "7,'6,7'",
    "1,'1'",
    "31,'12,18,24,30,31'",
    "36,'12,18,24,30,36'"
  })
  void looksComeEverySixRoundsAndAtTheEnd(int rounds, String looks) {
    LookPlan plan = LookPlans.plan(rounds, 0.95);
    assertThat(plan.rounds()).containsExactlyElementsOf(rounds(looks));
    assertThat(plan.maxRounds()).isEqualTo(rounds);
    assertThat(plan.level())
        .as("never more than at equal distances")
        .isEqualTo(
            Math.min(
                LookPlans.nominalLevel(plan.rounds(), 0.95),
                LookPlans.nominalLevel(plan.rounds().size(), 0.95)));
  }

  /** As the probabilities of normal vectors, integrated otherwise, give them. */
  @ParameterizedTest
  @CsvSource({
    "'1,2,4,8,16',.01379",
    "'1,2,4,8,16,32',.01160",
    "'13,25,50,100,200',.01385",
    "'31,63,125,250,500,1000',.01159",
    "'12,18,24,30,36',.01906",
    "'30,31',.04339"
  })
  void levelsOfUnequalLooksSpendTheErrorOfJustThose(String looks, double level) {
    assertThat(LookPlans.nominalLevel(rounds(looks), 0.95)).isCloseTo(level, within(0.00001));
  }

  /** Those that spend 4.5%, which leaves a tenth of the error to noise that changes its size. */
  @ParameterizedTest
  @CsvSource({"200,5,.0123", "1000,6,.0103", "384,6,.0103"})
  void slicesHaveTheLevelsOfDoublingLooksForNineTenthsOfTheError(
      int rounds, int looks, double level) {
    LookPlan plan = LookPlans.slices(rounds, 0.95, 1);
    assertThat(plan.rounds()).hasSize(looks);
    assertThat(plan.level()).isCloseTo(level, within(0.00006));
    assertThat(plan.confidence()).isEqualTo(0.95);
  }

  @Test
  void roundsCountOnlyInProportion() {
    assertThat(LookPlans.nominalLevel(List.of(100, 200, 300), 0.95))
        .isCloseTo(LookPlans.nominalLevel(3, 0.95), within(3e-6));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.51, 0.6, 0.9, 0.99, 0.9999, 0.999999})
  void theLevelSpendsTheWholeErrorAtAnyConfidence(double confidence) {
    for (String looks : List.of("6,8", "6,1000", "999,1000", "8,16,32,64,128", "12,18,24,30,31")) {
      double level = LookPlans.nominalLevel(rounds(looks), confidence);
      double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(level);
      double error = 1 - confidence;
      assertThat(Crossing.probability(rounds(looks), z)).isCloseTo(error, within(error / 10_000));
      assertThat(level).isBetween(error / rounds(looks).size(), error);
    }
  }

  @Test
  void looksSpendTheirErrorAndNoMore() {
    Random random = new Random(3);
    for (List<Integer> looks : List.of(List.of(6, 8), List.of(31, 63, 125, 250, 500, 1000))) {
      double z =
          NormalDistribution.of(0, 1)
              .inverseSurvivalProbability(LookPlans.nominalLevel(looks, 0.95));
      int crossed = 0;
      for (int run = 0; run < 50_000; run++) {
        double sum = 0;
        int before = 0;
        boolean above = false;
        for (int look : looks) {
          sum += random.nextGaussian() * Math.sqrt(look - before);
          before = look;
          above |= sum > z * Math.sqrt(look);
        }
        crossed += above ? 1 : 0;
      }
      assertThat(crossed / 50_000.0).isCloseTo(0.05, within(0.003));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1000,1,'31,63,125,250,500,1000'",
    "1000,12,'31,63,125,250,500,1000'",
    "250,1,'8,16,31,63,125,250'",
    "250,12,'16,31,63,125,250'",
    "200,1,'13,25,50,100,200'",
    "100,12,'13,25,50,100'",
    "96,1,'12,24,48,96'",
    "12,1,'6,12'",
    "12,12,'12'",
    "7,1,'7'",
    "5,1,'5'",
    "1,1,'1'"
  })
  void slicesAreLookedAtAfterA32ndAndEachTimeAfterTwiceAsMany(int rounds, int parts, String looks) {
    LookPlan plan = LookPlans.slices(rounds, 0.95, parts);
    assertThat(plan.rounds()).isEqualTo(rounds(looks));
    assertThat(plan.level())
        .isEqualTo(
            LookPlans.nominalLevel(
                plan.rounds(), plan.rounds().size() == 1 ? 0.95 : 1 - 0.9 * 0.05),
            within(1e-12));
    assertThat(
            plan.rounds().size() == 1
                || Math.pow(0.5, plan.rounds().get(0)) * parts <= plan.level())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({"30,1,6", "30,2,12", "30,12,12", "30,200,18", "12,12,12", "6,12,6"})
  void aLookThatCannotRefuteOneOfManyPartsIsDropped(int rounds, int parts, int first) {
    assertThat(LookPlans.plan(rounds, 0.95, parts).rounds().get(0)).isEqualTo(first);
  }

  @Test
  void aPlanWithoutPartsIsThatOfASinglePart() {
    assertThat(LookPlans.plan(42, 0.95)).isEqualTo(LookPlans.plan(42, 0.95, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LookPlans.slices(42, 0.95, 0))
        .withMessageContaining("at least one part, not 0");
  }

  @Test
  void slicesThatEndEarlyTakeTheirNextLookAtOnceAndErrLess() {
    LookPlan plan = LookPlans.slices(1000, 0.95, 1);
    LookPlan ended = LookPlans.endingAt(plan, 80);
    assertThat(ended.rounds()).containsExactly(31, 63, 80);
    assertThat(ended.level()).isEqualTo(plan.level());
    assertThat(LookPlans.nominalLevel(ended.rounds(), 0.95))
        .as("what looks at these rounds might have spent")
        .isGreaterThan(ended.level());
  }

  @Test
  void aThousandRoundsStayBetweenBonferroniAndOneLook() {
    LookPlan plan = LookPlans.plan(997, 0.95, 12);
    assertThat(plan.rounds()).hasSize(166).startsWith(12).endsWith(996, 997);
    assertThat(plan.level()).isBetween(0.05 / 166, 0.0169);
  }

  @Test
  void moreConfidenceDropsEarlyLooks() {
    assertThat(LookPlans.plan(30, 0.99).rounds()).containsExactly(12, 18, 24, 30);
    assertThat(LookPlans.plan(6, 0.999).rounds()).containsExactly(6);
  }

  @Test
  void aLookIsWhatWasPlanned() {
    LookPlan plan = LookPlans.plan(30, 0.95);
    assertThat(plan.isLook(12)).isTrue();
    assertThat(plan.isLook(13)).isFalse();
    assertThat(plan.intervalConfidence()).isCloseTo(1 - 2 * plan.level(), within(1e-15));
  }

  @Test
  void aRunThatEndsEarlyTakesItsNextLookAtOnce() {
    LookPlan plan = LookPlans.plan(30, 0.95);
    LookPlan ended = LookPlans.endingAt(plan, 14);
    assertThat(ended.rounds()).containsExactly(6, 12, 14);
    assertThat(ended.level()).isEqualTo(plan.level());
    assertThat(LookPlans.endingAt(plan, 12).rounds()).containsExactly(6, 12);
    assertThat(LookPlans.endingAt(plan, 4).rounds()).containsExactly(4);
    assertThat(LookPlans.endingAt(plan, 30)).isEqualTo(plan);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LookPlans.endingAt(plan, 0))
        .withMessageContaining("before its first round");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -3})
  void aPlanNeedsARound(int rounds) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LookPlans.plan(rounds, 0.95))
        .withMessageContaining("at least one round, not " + rounds);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1, 95, Double.NaN})
  void confidenceIsAShareBetweenOneHalfAndOne(double confidence) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LookPlans.plan(30, confidence))
        .withMessageContaining("not at " + confidence);
  }

  @Test
  void aPlanRefusesLooksThatDoNotIncrease() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LookPlan(List.of(6, 6), 0.05, 0.95))
        .withMessageContaining("[6, 6]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LookPlan(List.of(), 0.05, 0.95))
        .withMessageContaining("at least one look");
  }

  private static List<Integer> rounds(String looks) {
    return Arrays.stream(looks.split(",")).map(Integer::valueOf).toList();
  }
}
