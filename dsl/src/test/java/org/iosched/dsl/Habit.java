package org.iosched.dsl;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * What people do today: all runs of one scheduler, then all runs of the next, and a look at the
 * figures. For comparison only.
 */
enum Habit {
  /** Three runs each; the means are compared, and whatever they say is the result. */
  THREE_MEANS(3) {
    @Override
    Outcome judge(double[] arm, double[] other, Claim.Sense sense, double ratio) {
      double seen = mean(arm) / mean(other);
      boolean holds = sense == Claim.Sense.AT_LEAST ? seen >= ratio : seen <= ratio;
      return holds ? Outcome.MET : Outcome.NOT_MET;
    }
  },
  /**
   * Ten runs each; a one-sided Mann–Whitney test at 5% of the rates, one arm's divided by the
   * claimed ratio. That is the test at its best: most people only ask whether there is a
   * difference.
   */
  TEN_MANN_WHITNEY(10) {
    @Override
    Outcome judge(double[] arm, double[] other, Claim.Sense sense, double ratio) {
      double[] scaled = Arrays.stream(arm).map(rate -> rate / ratio).toArray();
      double above = p(scaled, other, AlternativeHypothesis.GREATER_THAN);
      double below = p(scaled, other, AlternativeHypothesis.LESS_THAN);
      double holds = sense == Claim.Sense.AT_LEAST ? above : below;
      double fails = sense == Claim.Sense.AT_LEAST ? below : above;
      return holds < LEVEL ? Outcome.MET : fails < LEVEL ? Outcome.NOT_MET : Outcome.INCONCLUSIVE;
    }
  };

  private static final double LEVEL = 0.05;

  private final int runs;

  Habit(int runs) {
    this.runs = runs;
  }

  /** Returns what is said of one comparison. */
  abstract Outcome judge(double[] arm, double[] other, Claim.Sense sense, double ratio);

  /** Returns how many runs of each arm are made. */
  int runs() {
    return runs;
  }

  /** Measures arm by arm and judges the claims one by one. */
  Outcome run(
      List<Claim> claims,
      List<Double> factors,
      SimulatedSampling sampling,
      SimulatedNoise noise,
      SplittableRandom random) {
    SimulatedMachine machine = noise.machine(random, factors.size() * runs);
    double[][] rates = new double[factors.size()][runs];
    // Whether the better arm comes first is nobody's plan.
    boolean backwards = random.nextBoolean();
    for (int i = 0; i < rates.length; i++) {
      int arm = backwards ? rates.length - 1 - i : i;
      for (int run = 0; run < runs; run++) {
        rates[arm][run] =
            Math.exp(machine.logRate(sampling.lostSeconds(), sampling.seconds(), factors.get(arm)));
      }
    }
    List<Outcome> outcomes =
        claims.stream()
            .map(Claim.Ratio.class::cast)
            .map(
                claim ->
                    judge(
                        rates[SimulatedBenchmark.index(claim.arm())],
                        rates[SimulatedBenchmark.index(claim.other())],
                        claim.sense(),
                        claim.threshold()))
            .toList();
    return outcomes.contains(Outcome.NOT_MET)
        ? Outcome.NOT_MET
        : outcomes.contains(Outcome.INCONCLUSIVE) ? Outcome.INCONCLUSIVE : Outcome.MET;
  }

  private static double p(double[] x, double[] y, AlternativeHypothesis alternative) {
    return MannWhitneyUTest.withDefaults().with(alternative).test(x, y).getPValue();
  }

  private static double mean(double[] rates) {
    return Arrays.stream(rates).average().orElseThrow();
  }
}
