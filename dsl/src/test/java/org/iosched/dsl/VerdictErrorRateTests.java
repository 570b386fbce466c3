package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Wrong verdicts in simulated runs of up to 30 rounds, and of up to 128 slices, whose true ratio
 * lies exactly on the claim. What is claimed at least is at most wrongly met, and rightly so
 * wrongly refuted, by 5 in 100 runs.
 */
class VerdictErrorRateTests {
  private static final double SIGMA = 0.05;
  private static final LookPlan RUNS = LookPlans.plan(30, 0.95);

  /** How the logarithm of a run's speed strays. */
  enum Noise {
    INDEPENDENT,
    /** Autocorrelation 0.9 from run to run, in the order in which they ran. */
    AUTOREGRESSIVE,
    /** One run in twenty is slower by a factor of up to twenty. */
    OUTLIERS
  }

  /** A one-sided part: speed(arm)/speed(other) is at least or at most e to the threshold. */
  private record Compared(int arm, int other, Claim.Sense sense, double threshold) {}

  private record Rates(double met, double notMet) {}

  private static Rates simulate(
      Noise noise, double sigma, double[] speeds, List<Compared> claims, int runs, long seed) {
    return simulate(RUNS, noise, sigma, speeds, claims, runs, seed);
  }

  private static Rates simulate(
      LookPlan plan,
      Noise noise,
      double sigma,
      double[] speeds,
      List<Compared> claims,
      int runs,
      long seed) {
    Random random = new Random(seed);
    int met = 0;
    int notMet = 0;
    for (int run = 0; run < runs; run++) {
      double[][] logs = measure(plan, noise, sigma, speeds, random);
      Outcome outcome = Outcome.INCONCLUSIVE;
      for (int look : plan.rounds()) {
        if (outcome == Outcome.INCONCLUSIVE) {
          outcome = decide(logs, claims, look, plan.level());
        }
      }
      met += outcome == Outcome.MET ? 1 : 0;
      notMet += outcome == Outcome.NOT_MET ? 1 : 0;
    }
    return new Rates((double) met / runs, (double) notMet / runs);
  }

  private static Outcome decide(double[][] logs, List<Compared> claims, int look, double level) {
    List<Part> parts = new ArrayList<>();
    for (Compared claim : claims) {
      double[] d = new double[look];
      for (int i = 0; i < look; i++) {
        d[i] = logs[i][claim.arm()] - logs[i][claim.other()];
      }
      parts.add(Part.decide(d, claim.sense(), claim.threshold(), level, claims.size()));
    }
    return Decision.of(parts).outcome();
  }

  private static double[][] measure(
      LookPlan plan, Noise noise, double sigma, double[] speeds, Random random) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, speeds.length).boxed().toList());
    double[][] logs = new double[plan.maxRounds()][speeds.length];
    double drift = random.nextGaussian();
    for (double[] round : logs) {
      Collections.shuffle(order, random);
      for (int arm : order) {
        drift = 0.9 * drift + Math.sqrt(1 - 0.81) * random.nextGaussian();
        round[arm] =
            speeds[arm]
                + switch (noise) {
                  case INDEPENDENT -> sigma * random.nextGaussian();
                  case AUTOREGRESSIVE -> sigma * drift;
                  case OUTLIERS ->
                      sigma * random.nextGaussian()
                          - (random.nextDouble() < 0.05 ? random.nextDouble() * Math.log(20) : 0);
                };
      }
    }
    return logs;
  }

  private static double fivePercent(int runs) {
    return 0.05 + 1.645 * Math.sqrt(0.05 * 0.95 / runs);
  }

  @ParameterizedTest
  @EnumSource
  void atLeastTenPercentFaster(Noise noise) {
    double claimed = Math.log(1.1);
    Rates rates =
        simulate(
            noise,
            SIGMA,
            new double[] {claimed, 0},
            List.of(new Compared(0, 1, Claim.Sense.AT_LEAST, claimed)),
            4000,
            11);
    assertThat(rates.met()).isLessThanOrEqualTo(fivePercent(4000)).isPositive();
    assertThat(rates.notMet()).isLessThanOrEqualTo(fivePercent(4000)).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void withinFivePercent(Noise noise) {
    double slower = -Math.log(1.05);
    Rates rates =
        simulate(
            noise,
            SIGMA / 5,
            new double[] {slower, 0},
            List.of(
                new Compared(0, 1, Claim.Sense.AT_LEAST, slower),
                new Compared(1, 0, Claim.Sense.AT_LEAST, slower)),
            4000,
            12);
    assertThat(rates.met()).isLessThanOrEqualTo(fivePercent(4000)).isPositive();
    assertThat(rates.notMet()).isLessThanOrEqualTo(fivePercent(4000)).isPositive();
  }

  @Test
  void atMostTenPercentSlowerThanEveryOther() {
    double slower = -Math.log(1.1);
    List<Compared> claims =
        IntStream.of(1, 2, 3)
            .mapToObj(other -> new Compared(0, other, Claim.Sense.AT_LEAST, slower))
            .toList();
    // The easiest to meet wrongly: one other is as fast as it may be, the rest far behind.
    assertThat(
            simulate(Noise.INDEPENDENT, SIGMA, new double[] {slower, 0, -1, -1}, claims, 2000, 13)
                .met())
        .isLessThanOrEqualTo(fivePercent(2000))
        .isPositive();
    // The easiest to refute wrongly: all others are.
    assertThat(
            simulate(Noise.INDEPENDENT, SIGMA, new double[] {slower, 0, 0, 0}, claims, 2000, 14)
                .notMet())
        .isLessThanOrEqualTo(fivePercent(2000))
        .isPositive();
  }

  @Test
  void everySchedulerWithinTenPercentOfTheBest() {
    double slower = -Math.log(1.1);
    List<Compared> claims = new ArrayList<>();
    for (int arm = 0; arm < 4; arm++) {
      for (int other = 0; other < 4; other++) {
        if (arm != other) {
          claims.add(new Compared(arm, other, Claim.Sense.AT_LEAST, slower));
        }
      }
    }
    int runs = 1000;
    Rates oneSlow =
        simulate(
            Noise.INDEPENDENT, SIGMA / 2, new double[] {slower, 0, -0.05, -0.05}, claims, runs, 15);
    assertThat(oneSlow.met()).isLessThanOrEqualTo(fivePercent(runs)).isPositive();
    assertThat(oneSlow.notMet()).isLessThanOrEqualTo(fivePercent(runs));
    Rates halfSlow =
        simulate(
            Noise.INDEPENDENT, SIGMA / 2, new double[] {slower, 0, 0, slower}, claims, runs, 16);
    assertThat(halfSlow.notMet()).isLessThanOrEqualTo(fivePercent(runs)).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void slicesAtLeastTenPercentFaster(Noise noise) {
    double claimed = Math.log(1.1);
    int runs = 2000;
    Rates rates =
        simulate(
            LookPlans.slices(128, 0.95, 1),
            noise,
            SIGMA,
            new double[] {claimed, 0},
            List.of(new Compared(0, 1, Claim.Sense.AT_LEAST, claimed)),
            runs,
            18);
    assertThat(rates.met()).isLessThanOrEqualTo(fivePercent(runs)).isGreaterThan(0.03);
    assertThat(rates.notMet()).isLessThanOrEqualTo(fivePercent(runs)).isGreaterThan(0.03);
  }

  /** A run whose time is up after any number of slices takes its next look then. */
  @Test
  void slicesThatEndEarly() {
    double slower = -Math.log(1.1);
    LookPlan plan = LookPlans.endingAt(LookPlans.slices(256, 0.95, 2), 40);
    int runs = 2000;
    Rates rates =
        simulate(
            plan,
            Noise.INDEPENDENT,
            SIGMA / 5,
            new double[] {slower, 0},
            List.of(
                new Compared(0, 1, Claim.Sense.AT_LEAST, slower),
                new Compared(1, 0, Claim.Sense.AT_LEAST, slower)),
            runs,
            19);
    assertThat(rates.met()).isLessThanOrEqualTo(fivePercent(runs)).isPositive();
    assertThat(rates.notMet()).isLessThanOrEqualTo(fivePercent(runs)).isPositive();
  }

  @Test
  void aClearDifferenceIsFound() {
    Rates rates =
        simulate(
            Noise.INDEPENDENT,
            0.02,
            new double[] {Math.log(1.15), 0},
            List.of(new Compared(0, 1, Claim.Sense.AT_LEAST, Math.log(1.1))),
            1000,
            17);
    assertThat(rates.met()).isGreaterThanOrEqualTo(0.99);
    assertThat(rates.notMet()).isZero();
  }
}
