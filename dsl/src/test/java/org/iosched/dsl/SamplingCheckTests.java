package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SamplingCheckTests {
  private static final List<Arm> ARMS = Arms.parseAll(List.of("none", "bfq"));
  private static final int REPLICATES = 1000;

  private final Random random = new Random(7);

  /** Rounds in which none is so many times as fast as bfq, each straying by a share. */
  private List<Sample> rounds(int count, double ratio, double sigma) {
    Rounds rounds = new Rounds();
    for (int i = 0; i < count; i++) {
      rounds
          .next()
          .bandwidth("none", 1e8 * ratio * Math.exp(sigma * random.nextGaussian()))
          .bandwidth("bfq", 1e8 * Math.exp(sigma * random.nextGaussian()));
    }
    return rounds.samples();
  }

  private SamplingCheck check(double fromSlices, double fromRuns) {
    return SamplingCheck.of(
            "b", ARMS, rounds(40, fromSlices, 0.025), rounds(12, fromRuns, 0.015), 0.95)
        .get(0);
  }

  @Test
  void theSameTruthAgreesAsOftenAsTheConfidenceSays() {
    int agree = 0;
    for (int i = 0; i < REPLICATES; i++) {
      agree += check(1.1, 1.1).agrees() ? 1 : 0;
    }
    // 0.95, give or take three standard errors and what the whole numbers of ranks add.
    assertThat(agree / (double) REPLICATES).isBetween(0.925, 0.98);
  }

  @Test
  void aBiasOfTenPercentIsSeen() {
    int differ = 0;
    for (int i = 0; i < 200; i++) {
      differ += check(1.21, 1.1).differs() ? 1 : 0;
    }
    assertThat(differ).isGreaterThanOrEqualTo(199);
  }

  @Test
  void theEndsOfTheDifferenceAreSquaredAndAdded() {
    SamplingCheck check = check(1.2, 1.1);
    SamplingCheck.Interval slices = check.slices();
    SamplingCheck.Interval runs = check.runs();

    assertThat(check.difference().estimate())
        .isCloseTo(slices.estimate() / runs.estimate(), within(1e-12));
    assertThat(Math.log(check.difference().low() / check.difference().estimate()))
        .isCloseTo(
            -Math.hypot(
                Math.log(slices.estimate() / slices.low()),
                Math.log(runs.high() / runs.estimate())),
            within(1e-12));
    assertThat(slices.rounds()).isEqualTo(40);
    assertThat(check.difference().rounds()).isEqualTo(12);
    assertThat(check.sliceSeconds()).isEqualTo(40 * 2 * 4.0);
    assertThat(check.runSeconds()).isEqualTo(12 * 2 * 4.0);
  }

  @Test
  void theFirstArmIsComparedWithEachOther() {
    List<Arm> arms = Arms.parseAll(List.of("none", "kyber", "bfq"));
    Rounds rounds = new Rounds();
    for (int i = 0; i < 6; i++) {
      rounds.next().bandwidth("none", 2e8 + i).bandwidth("kyber", 1e8).bandwidth("bfq", 5e7);
    }

    List<SamplingCheck> checks =
        SamplingCheck.of("b", arms, rounds.samples(), rounds.samples(), 0.9);

    assertThat(checks).extracting(SamplingCheck::arm).containsExactly("none", "none");
    assertThat(checks).extracting(SamplingCheck::other).containsExactly("kyber", "bfq");
    assertThat(checks.get(0).slices().estimate()).isCloseTo(2, within(1e-6));
    assertThat(checks.get(1).runs().estimate()).isCloseTo(4, within(1e-6));
    assertThat(SamplingCheck.of("b", List.of(), List.of(), List.of(), 0.9)).isEmpty();
  }

  @Test
  void tooFewRoundsNeitherAgreeNorDiffer() {
    SamplingCheck two =
        SamplingCheck.of("b", ARMS, rounds(60, 1.1, 0.01), rounds(2, 1.1, 0.01), 0.95).get(0);
    assertThat(two.difference().estimate()).isPositive();
    assertThat(two.agrees()).isFalse();
    assertThat(two.differs()).isFalse();

    SamplingCheck none = SamplingCheck.of("b", ARMS, rounds(60, 1.1, 0.01), List.of(), 0.95).get(0);
    assertThat(none.runs().estimate()).isNaN();
    assertThat(none.difference().estimate()).isNaN();
    assertThat(none.difference().bounded()).isFalse();
    assertThat(none.agrees()).isFalse();
  }

  @Test
  void disturbedRoundsDoNotCount() {
    List<Mark> disturbed = List.of(new Mark("foreign-io", "dd wrote to the device.", true));
    Rounds rounds = new Rounds();
    for (int i = 0; i < 8; i++) {
      rounds.next().bandwidth("none", 2e8 + i).bandwidth("bfq", 1e8);
    }
    rounds
        .next()
        .add(
            "none",
            Map.of(Metric.BANDWIDTH, new Measured.Rate(1, 4, Unit.BYTES_PER_SECOND)),
            disturbed)
        .bandwidth("bfq", 1e8);

    assertThat(
            SamplingCheck.of("b", ARMS, rounds.samples(), rounds.samples(), 0.95)
                .get(0)
                .slices()
                .rounds())
        .isEqualTo(8);
  }

  @Test
  void refusesAConfidenceThatIsNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SamplingCheck.of("b", ARMS, List.of(), List.of(), 95))
        .withMessageContaining("not at 95");
  }
}
