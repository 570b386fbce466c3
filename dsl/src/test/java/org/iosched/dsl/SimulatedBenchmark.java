package org.iosched.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A benchmark that is measured on a {@linkplain SimulatedMachine simulated machine} and decided by
 * the project's own code: {@link Expectation} makes the claims, {@link LookPlans} the looks, {@link
 * Part} and {@link Decision} the outcome.
 *
 * @param claims the one-sided parts of the sentence
 * @param factors how many times as fast each of the {@link #ARMS} is
 * @param sampling how the arms are sampled
 * @param plan the looks
 */
record SimulatedBenchmark(
    List<Claim> claims, List<Double> factors, SimulatedSampling sampling, LookPlan plan) {
  /** The names of the arms, of which a benchmark takes as many as it has factors. */
  static final List<String> ARMS = List.of("none", "bfq", "kyber", "mq-deadline");

  /**
   * How a benchmark ended.
   *
   * @param outcome that of the look at which it was decided, else of the last
   * @param rounds how many rounds had been measured by then
   */
  record Ended(Outcome outcome, int rounds) {}

  /** Returns the claims of a sentence about so many {@link #ARMS}. */
  static List<Claim> claims(String sentence, int arms) {
    return Expectation.parse(sentence).claims(ARMS.subList(0, arms));
  }

  /** Returns the place of an arm among the {@link #ARMS}. */
  static int index(String arm) {
    return ARMS.indexOf(arm);
  }

  /** Measures look by look, each round in a fresh random order, until the sentence is decided. */
  Ended run(SimulatedMachine machine, SplittableRandom random) {
    double[][] logs = new double[factors.size()][plan.maxRounds()];
    int round = 0;
    Outcome outcome = Outcome.INCONCLUSIVE;
    for (int look : plan.rounds()) {
      for (; round < look; round++) {
        measureRound(machine, random, logs, round);
      }
      outcome = decide(logs, look);
      if (outcome != Outcome.INCONCLUSIVE) {
        break;
      }
    }
    return new Ended(outcome, round);
  }

  /** Measures one round of all arms in a fresh random order. */
  void measureRound(SimulatedMachine machine, SplittableRandom random, double[][] logs, int round) {
    int arms = factors.size();
    int[] order = new int[arms];
    for (int i = 0; i < arms; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    for (int arm : order) {
      logs[arm][round] =
          machine.logRate(sampling.lostSeconds(), sampling.seconds(), factors.get(arm));
    }
  }

  /**
   * Decides after so many rounds.
   *
   * @param logs one row per arm, one logarithm per round
   */
  Outcome decide(double[][] logs, int rounds) {
    List<Part> parts = new ArrayList<>();
    for (Claim claim : claims) {
      Claim.Ratio ratio = (Claim.Ratio) claim;
      double[] arm = logs[index(ratio.arm())];
      double[] other = logs[index(ratio.other())];
      double[] d = new double[rounds];
      for (int i = 0; i < rounds; i++) {
        d[i] = arm[i] - other[i];
      }
      parts.add(
          Part.decide(d, claim.sense(), Verdicts.logThreshold(claim), plan.level(), claims.size()));
    }
    return Decision.of(parts).outcome();
  }
}
