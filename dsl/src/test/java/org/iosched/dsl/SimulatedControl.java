package org.iosched.dsl;

import java.util.List;
import java.util.SplittableRandom;

/** The A/A control of a simulated benchmark: one arm under two labels. */
final class SimulatedControl {
  private static final double BYTES_PER_IO = 4096;

  private SimulatedControl() {}

  /** Measures and decides look by look, by {@link Control}, until the control fails. */
  static Outcome run(SimulatedSampling sampling, SimulatedNoise noise, SplittableRandom random) {
    LookPlan plan = Judge.plan(sampling, 2, 1);
    SimulatedBenchmark benchmark =
        new SimulatedBenchmark(List.of(), List.of(1.0, 1.0), sampling, plan);
    SimulatedMachine machine = noise.machine(random, 2 * plan.maxRounds());
    double[][] logs = new double[2][plan.maxRounds()];
    Rounds rounds = new Rounds();
    Outcome outcome = Outcome.INCONCLUSIVE;
    for (int round = 0; round < plan.maxRounds() && outcome != Outcome.NOT_MET; round++) {
      benchmark.measureRound(machine, random, logs, round);
      rounds.next();
      for (int arm = 0; arm < 2; arm++) {
        rounds.bandwidth(
            SimulatedBenchmark.ARMS.get(arm), BYTES_PER_IO * Math.exp(logs[arm][round]));
      }
      if (plan.isLook(round + 1)) {
        outcome =
            Control.decide(
                    SimulatedBenchmark.ARMS.get(0),
                    SimulatedBenchmark.ARMS.get(1),
                    rounds.samples(),
                    plan)
                .outcome();
      }
    }
    return outcome;
  }
}
