package org.iosched.dsl;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;

/** The processor time of deciding a large benchmark, messages included. */
final class DecisionTime {
  /** The sentences of the benchmark. */
  static final List<String> SENTENCES =
      List.of(
          "none at least 10% faster than bfq",
          "none at most 10% slower than every other", "every scheduler within 10% of the best");

  private static final int SLICES = 1000;
  private static final int WARM_UP = 30;
  private static final int REPEATS = 31;

  private DecisionTime() {}

  /** Returns the median time in milliseconds to decide all sentences once. */
  static double millis() {
    List<Sample> samples = samples(new SplittableRandom(1));
    LookPlan plan = LookPlans.slices(SLICES, Judge.CONFIDENCE, 12);
    double[] millis = new double[REPEATS];
    for (int i = -WARM_UP; i < REPEATS; i++) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      for (String sentence : SENTENCES) {
        Expectation expectation = Expectation.parse(sentence);
        Verdict verdict =
            Verdicts.decide(
                expectation.toString(),
                expectation.meaning(),
                expectation.phase(),
                expectation.claims(SimulatedBenchmark.ARMS),
                samples,
                plan);
        if (verdict.rounds() != SLICES) {
          throw new IllegalStateException(verdict.message());
        }
      }
      long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      if (i >= 0) {
        millis[i] = (end - start) / 1e6;
      }
    }
    return Medians.of(millis);
  }

  private static List<Sample> samples(SplittableRandom random) {
    Rounds rounds = new Rounds();
    for (int slice = 0; slice < SLICES; slice++) {
      rounds.next();
      for (String arm : SimulatedBenchmark.ARMS) {
        double slower = 0.03 * SimulatedBenchmark.ARMS.indexOf(arm);
        rounds.bandwidth(arm, 1e8 * Math.exp(0.2 * random.nextGaussian() - slower));
      }
    }
    return rounds.samples();
  }
}
