package org.iosched.dsl;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Plans the looks of a run before it starts. */
public final class LookPlans {
  /** Runs are looked at after each so many rounds. */
  public static final int ROUNDS_BETWEEN_LOOKS = 6;

  private static final double LOWEST_Z = -7;
  private static final double FAR = 7;

  private LookPlans() {}

  /**
   * Plans looks every 6 rounds and after the last round.
   *
   * <p>Each look has the level of as many equally spaced looks. Where the last look, or the looks
   * that remain after early ones were dropped, lie closer together than that, the plan errs less
   * than it may, never more, because closer looks agree more.
   *
   * <p>A look after n rounds at which 2⁻ⁿ exceeds the level cannot decide even a claim of a single
   * part: the signed-rank test has no bound there. Such looks are dropped, which leaves more of the
   * error to the others. The last look always stays; where even it can decide nothing, verdicts are
   * INCONCLUSIVE and say how many rounds it would take. Looks after 3 to 5 rounds are decided by
   * Student's t and are not subject to this.
   *
   * @param rounds the most rounds that will be measured, one or more
   * @param confidence of all looks together, between 0.5 and 1 exclusive; usually 0.95
   * @throws IllegalArgumentException for values outside these ranges
   */
  public static LookPlan plan(int rounds, double confidence) {
    if (rounds < 1) {
      throw new IllegalArgumentException(
          "a benchmark needs at least one round, not " + rounds + " (30 is the default)");
    }
    checkConfidence(confidence);
    List<Integer> looks = new ArrayList<>();
    for (int look = ROUNDS_BETWEEN_LOOKS; look < rounds; look += ROUNDS_BETWEEN_LOOKS) {
      looks.add(look);
    }
    looks.add(rounds);
    double level = nominalLevel(looks.size(), confidence);
    while (looks.size() > 1 && Math.pow(0.5, looks.get(0)) > level) {
      looks.remove(0);
      level = nominalLevel(looks.size(), confidence);
    }
    return new LookPlan(looks, level, confidence);
  }

  /**
   * Returns the plan of a run that ends early because its time is used up: the next planned look is
   * taken after the rounds that were done, at its own level.
   *
   * <p>That spends no more error than was planned, because a time limit does not know which arm is
   * ahead. Ending a run early for what its differences show would not be valid.
   *
   * @param plan what was planned
   * @param roundsDone how many rounds were done, one or more
   * @return the plan up to the rounds done; the plan itself when it was not cut short
   * @throws IllegalArgumentException where no round was done
   */
  public static LookPlan endingAt(LookPlan plan, int roundsDone) {
    if (roundsDone < 1) {
      throw new IllegalArgumentException(
          "the run ended before its first round was complete; there is nothing to look at");
    }
    if (roundsDone >= plan.maxRounds()) {
      return plan;
    }
    List<Integer> looks = new ArrayList<>();
    for (int look : plan.rounds()) {
      if (look < roundsDone) {
        looks.add(look);
      }
    }
    looks.add(roundsDone);
    return new LookPlan(looks, plan.level(), plan.confidence());
  }

  /**
   * Returns the one-sided level at which each of several equally spaced looks is taken, so that
   * they err with 1 − confidence in all: Pocock's constant for one side.
   *
   * <p>The probability that a sum of independent normal steps stays below the boundary at every
   * look is integrated look by look (Armitage, McPherson, Rowe, J. R. Stat. Soc. A 132, 1969;
   * Pocock, Biometrika 64, 1977).
   *
   * @param looks how many, one or more
   * @param confidence of all looks together, between 0.5 and 1 exclusive
   * @throws IllegalArgumentException for values outside these ranges
   */
  public static double nominalLevel(int looks, double confidence) {
    if (looks < 1) {
      throw new IllegalArgumentException("a plan needs at least one look, not " + looks);
    }
    checkConfidence(confidence);
    double error = 1 - confidence;
    if (looks == 1) {
      return error;
    }
    NormalDistribution normal = NormalDistribution.of(0, 1);
    // One look alone would cross too often here, and all looks together cannot cross too often
    // there (Bonferroni). False position between them, halving the weight of a stale end.
    double low = normal.inverseSurvivalProbability(error);
    double high = normal.inverseSurvivalProbability(error / looks);
    double overLow = crossing(looks, low) - error;
    double overHigh = crossing(looks, high) - error;
    for (int step = 0; step < 60 && high - low > 1e-8; step++) {
      double middle = high - overHigh * (high - low) / (overHigh - overLow);
      double over = crossing(looks, middle) - error;
      if (Math.abs(over) < 1e-9) {
        return normal.survivalProbability(middle);
      }
      if (over > 0) {
        low = middle;
        overLow = over;
        overHigh /= 2;
      } else {
        high = middle;
        overHigh = over;
        overLow /= 2;
      }
    }
    return normal.survivalProbability((low + high) / 2);
  }

  /** Returns the probability that a standardized sum exceeds the boundary at any of the looks. */
  private static double crossing(int looks, double boundary) {
    // The kernel narrows with the root of the looks, and the grid with it; Simpson's rule needs an
    // even number of steps.
    int grid = 2 * (int) Math.ceil(Math.max(40, 10 * Math.sqrt(looks)));
    double width = (boundary - LOWEST_Z) / grid;
    double[] z = new double[grid + 1];
    double[] weight = new double[grid + 1];
    double[] density = new double[grid + 1];
    for (int i = 0; i <= grid; i++) {
      z[i] = LOWEST_Z + i * width;
      // Simpson's rule
      weight[i] = (i == 0 || i == grid ? 1 : i % 2 == 1 ? 4 : 2) * width / 3;
      density[i] = gauss(z[i]);
    }
    for (int look = 1; look < looks; look++) {
      double before = Math.sqrt(look);
      double after = Math.sqrt(look + 1.0);
      double[] next = new double[grid + 1];
      for (int i = 0; i <= grid; i++) {
        double sum = 0;
        // Steps of more than 7 standard deviations add nothing.
        int first = (int) Math.floor(((after * z[i] - FAR) / before - LOWEST_Z) / width);
        int last = (int) Math.ceil(((after * z[i] + FAR) / before - LOWEST_Z) / width);
        for (int j = Math.max(0, first); j <= Math.min(grid, last); j++) {
          sum += weight[j] * density[j] * gauss(after * z[i] - before * z[j]);
        }
        next[i] = after * sum;
      }
      density = next;
    }
    double staying = 0;
    for (int i = 0; i <= grid; i++) {
      staying += weight[i] * density[i];
    }
    return 1 - staying;
  }

  private static double gauss(double z) {
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  private static void checkConfidence(double confidence) {
    if (!(confidence > 0.5 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence lies between 0.5 and 1, not at " + confidence + " (the usual one is 0.95)");
    }
  }
}
