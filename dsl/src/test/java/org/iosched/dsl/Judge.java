package org.iosched.dsl;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/** A way from measuring to an outcome. */
interface Judge {

  /** The project's own, in slices. */
  Judge SLICES = ours(SimulatedSampling.SLICES);

  /** The project's own, in runs. */
  Judge RUNS = ours(SimulatedSampling.RUNS);

  /** Three runs each in blocks, whose means are compared. */
  Judge THREE_MEANS = habit(Habit.THREE_MEANS);

  /** Ten runs each in blocks, and a Mann–Whitney test. */
  Judge TEN_MANN_WHITNEY = habit(Habit.TEN_MANN_WHITNEY);

  /** What users have who set nothing. */
  double CONFIDENCE = 0.95;

  /** The most rounds of a benchmark in runs. */
  int RUNS_ROUNDS = 30;

  /** How long a benchmark in slices measures at most. */
  double SLICES_BUDGET_SECONDS = 120;

  /**
   * Returns a simulation that measures arms of the given factors on a noisy machine and judges.
   *
   * @param claims what is judged
   * @param factors how many times as fast each arm is
   * @param noise how the rates of the machine stray
   */
  Function<SplittableRandom, Outcome> of(
      List<Claim> claims, List<Double> factors, SimulatedNoise noise);

  /** Plans the looks of a benchmark of so many arms and parts. */
  static LookPlan plan(SimulatedSampling sampling, int arms, int parts) {
    return sampling.equals(SimulatedSampling.RUNS)
        ? LookPlans.plan(RUNS_ROUNDS, CONFIDENCE, parts)
        : LookPlans.slices(sampling.roundsWithin(SLICES_BUDGET_SECONDS, arms), CONFIDENCE, parts);
  }

  private static Judge ours(SimulatedSampling sampling) {
    return (claims, factors, noise) -> {
      LookPlan plan = plan(sampling, factors.size(), claims.size());
      SimulatedBenchmark benchmark = new SimulatedBenchmark(claims, factors, sampling, plan);
      return random ->
          benchmark.run(noise.machine(random, plan.maxRounds() * factors.size()), random).outcome();
    };
  }

  private static Judge habit(Habit habit) {
    return (claims, factors, noise) ->
        random -> habit.run(claims, factors, SimulatedSampling.RUNS, noise, random);
  }
}
