package org.iosched.dsl;

import java.util.List;
import java.util.SplittableRandom;

/**
 * How long two arms are measured until the interval of their ratio is narrow enough. It is looked
 * at after every few rounds, which tells the time and would decide nothing.
 */
final class IntervalTime {
  /** The level of each side, of a 95% interval. */
  private static final double LEVEL = 0.025;

  private static final double HALF_WIDTH = Math.log(1.05);
  private static final int MOST_ROUNDS = 1000;

  private IntervalTime() {}

  /** Returns the seconds that it takes to reach ±5%, or those of 1,000 rounds. */
  static double seconds(SimulatedSampling sampling, SimulatedNoise noise, SplittableRandom random) {
    SimulatedMachine machine = noise.machine(random, 2 * MOST_ROUNDS);
    SimulatedBenchmark benchmark =
        new SimulatedBenchmark(
            List.of(), List.of(1.0, 1.0), sampling, new LookPlan(List.of(1), 0.05, 0.95));
    double[][] logs = new double[2][MOST_ROUNDS];
    int look = LogBounds.ENOUGH;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      benchmark.measureRound(machine, random, logs, round);
      if (round + 1 == look) {
        double[] d = new double[look];
        for (int i = 0; i < look; i++) {
          d[i] = logs[0][i] - logs[1][i];
        }
        LogBounds bounds = LogBounds.of(d, LEVEL).get(0);
        if (bounds.high() - bounds.low() <= 2 * HALF_WIDTH) {
          return sampling.secondsFor(look, 2);
        }
        look += Math.max(1, look / 20);
      }
    }
    return sampling.secondsFor(MOST_ROUNDS, 2);
  }
}
