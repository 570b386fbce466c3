package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MoreRoundsTests {
  private static final double SIGMA = 0.1;

  /** Returns the estimate for a claim of 1 from rounds whose typical ratio is 1 + lead. */
  private static double rounds(int n, double lead, LookPlan plan) {
    Random random = new Random(5);
    double[] a = new double[n];
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      a[i] = 1;
      // Half of the noise mirrors the other half, so that the estimate is the lead.
      b[i] =
          (1 + lead)
              * Math.exp(i % 2 == 0 ? SIGMA * random.nextDouble() : -SIGMA * random.nextDouble());
    }
    Claim claim = new Claim.Ratio(Metric.SPEED, "a", "b", Claim.Sense.AT_LEAST, 1);
    Evidence evidence = Evidence.of(claim, Rounds.times("a", a, "b", b));
    Part part = Part.decide(evidence.logs(), claim.sense(), 0, plan.level(), 1);
    assertThat(part.state()).isEqualTo(Part.State.OPEN);
    return MoreRounds.estimate(part, evidence, claim.sense(), plan, 1);
  }

  @Test
  void runsAreCountedInWholeLooks() {
    assertThat(rounds(12, 0.02, LookPlans.plan(30, 0.95)) % 6).isZero();
  }

  @Test
  void slicesAreCountedUpToTheNextPlannedLook() {
    LookPlan plan = LookPlans.slices(1000, 0.95, 1);
    assertThat(plan.isOfSlices()).isTrue();
    assertThat(rounds(63, 0.01, plan)).isIn(125.0, 250.0, 500.0, 1000.0);
  }

  @Test
  void slicesBeyondThePlanAreRoundedToTwoDigits() {
    LookPlan plan = LookPlans.slices(200, 0.95, 1);
    double rounds = rounds(200, 0.003, plan);
    assertThat(rounds).isBetween(201.0, 2000.0);
    assertThat(rounds % Math.pow(10, Math.floor(Math.log10(rounds)) - 1))
        .isCloseTo(0, within(1e-9));
  }

  @Test
  void noNumberIsNamedBeyondTenTimesWhatWasPlanned() {
    assertThat(MoreRounds.most(LookPlans.plan(30, 0.95))).isEqualTo(200);
    assertThat(MoreRounds.most(LookPlans.slices(1000, 0.95, 1))).isEqualTo(10_000);
    assertThat(MoreRounds.most(LookPlans.slices(16, 0.95, 1))).isEqualTo(200);
  }

  @Test
  void looksThatLieFurtherAndFurtherApartAreThoseOfSlices() {
    assertThat(LookPlans.plan(200, 0.95, 12).isOfSlices()).isFalse();
    assertThat(LookPlans.plan(3, 0.95).isOfSlices()).isFalse();
    assertThat(LookPlans.endingAt(LookPlans.slices(1000, 0.95, 1), 70).isOfSlices()).isTrue();
  }
}
