package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
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
    double z =
        org.apache.commons.statistics.distribution.NormalDistribution.of(0, 1)
            .inverseSurvivalProbability(level);
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
    assertThat(plan.rounds())
        .containsExactlyElementsOf(
            java.util.Arrays.stream(looks.split(",")).map(Integer::valueOf).toList());
    assertThat(plan.maxRounds()).isEqualTo(rounds);
    assertThat(plan.level()).isEqualTo(LookPlans.nominalLevel(plan.rounds().size(), 0.95));
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
}
