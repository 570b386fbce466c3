package org.iosched.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Plans the looks of a run before it starts. */
public final class LookPlans {
  /** Runs are looked at after each so many rounds. */
  public static final int ROUNDS_BETWEEN_LOOKS = 6;

  /** Slices are looked at first after this share of the rounds. */
  private static final int SMALLEST_SHARE = 32;

  /** A boundary this close to the one before, in standard deviations, is the solution. */
  private static final double CLOSE = 1e-4;

  private static final int MOST_STEPS = 30;

  private static final double SHARE_SPENT_BY_SLICES = 0.9;

  private LookPlans() {}

  /**
   * Plans the looks of a run of expectations with one part each: {@link #plan(int, double, int)}
   * with 1.
   *
   * @param rounds the most rounds that will be measured, one or more
   * @param confidence of all looks together, between 0.5 and 1 exclusive; usually 0.95
   * @throws IllegalArgumentException for values outside these ranges
   */
  public static LookPlan plan(int rounds, double confidence) {
    return plan(rounds, confidence, 1);
  }

  /**
   * Plans looks every 6 rounds and after the last round, as runs are sampled.
   *
   * <p>A look after n rounds at which 2⁻ⁿ exceeds the level divided by the parts cannot refute an
   * expectation of so many parts, however clearly the rounds agree: the signed-rank test has no
   * bound there. Such looks are dropped, which leaves more of the error to the others. The last
   * look always stays; where even it can decide nothing, verdicts are INCONCLUSIVE and say how many
   * rounds it would take. Looks after 3 to 5 rounds are decided by Student's t and are not subject
   * to this.
   *
   * @param rounds the most rounds that will be measured, one or more
   * @param confidence of all looks together, between 0.5 and 1 exclusive; usually 0.95
   * @param parts the most one-sided parts that any expectation of the benchmark has, one or more
   * @throws IllegalArgumentException for values outside these ranges
   */
  public static LookPlan plan(int rounds, double confidence, int parts) {
    checkRounds(rounds);
    List<Integer> looks = new ArrayList<>();
    for (int look = ROUNDS_BETWEEN_LOOKS; look < rounds; look += ROUNDS_BETWEEN_LOOKS) {
      looks.add(look);
    }
    looks.add(rounds);
    return usable(looks, confidence, parts, LookPlans::levelOfRuns);
  }

  /**
   * Plans looks after a 32nd, a 16th, … half, and all of the rounds, as slices are sampled: an
   * expectation that is easy to decide ends early, and one that is not pays little for the looks.
   *
   * <p>Looks are rounded to whole rounds. Those after fewer than 6 rounds are dropped, and so are
   * those that {@link #plan(int, double, int)} would drop; the last one always stays.
   *
   * @param rounds the most rounds of slices that will be measured, one or more
   * @param confidence of all looks together, between 0.5 and 1 exclusive; usually 0.95
   * @param parts the most one-sided parts that any expectation of the benchmark has, one or more
   * @throws IllegalArgumentException for values outside these ranges
   */
  public static LookPlan slices(int rounds, double confidence, int parts) {
    checkRounds(rounds);
    List<Integer> looks = new ArrayList<>();
    for (int share = SMALLEST_SHARE; share > 1; share /= 2) {
      int look = Math.round((float) rounds / share);
      if (look >= LogBounds.ENOUGH && look < rounds) {
        looks.add(look);
      }
    }
    looks.add(rounds);
    return usable(looks, confidence, parts, LookPlans::levelOfSlices);
  }

  /** Returns the level of each look after so many rounds. */
  @FunctionalInterface
  private interface Level {
    double of(List<Integer> rounds, double confidence);
  }

  /**
   * Looks of runs have the level of as many equal distances where that is less than the level of
   * their own: at few rounds ranks are coarse, and err a little more than the normal distribution
   * says.
   */
  private static double levelOfRuns(List<Integer> rounds, double confidence) {
    return Math.min(nominalLevel(rounds, confidence), nominalLevel(rounds.size(), confidence));
  }

  /**
   * Several looks of slices spend nine tenths of the error. Levels take the noise to be of one size
   * throughout; where it is not, looks agree less than planned. On the recorded noise single
   * histories then erred by up to a seventh more than planned.
   */
  private static double levelOfSlices(List<Integer> rounds, double confidence) {
    return rounds.size() == 1
        ? nominalLevel(rounds, confidence)
        : nominalLevel(rounds, 1 - SHARE_SPENT_BY_SLICES * (1 - confidence));
  }

  /** Drops the early looks that cannot decide, and gives the others their level. */
  private static LookPlan usable(List<Integer> looks, double confidence, int parts, Level levels) {
    if (parts < 1) {
      throw new IllegalArgumentException(
          "an expectation has at least one part, not " + parts + "; count its claims");
    }
    checkConfidence(confidence);
    List<Integer> kept = looks;
    // No look of several gets more than all of the error, so these are out without computing it.
    while (kept.size() > 1 && Math.pow(0.5, kept.get(0)) > (1 - confidence) / parts) {
      kept = kept.subList(1, kept.size());
    }
    double level = levels.of(kept, confidence);
    while (kept.size() > 1 && Math.pow(0.5, kept.get(0)) > level / parts) {
      kept = kept.subList(1, kept.size());
      level = levels.of(kept, confidence);
    }
    return new LookPlan(kept, level, confidence);
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
   * @param looks how many, one or more
   * @param confidence of all looks together, between 0.5 and 1 exclusive
   * @throws IllegalArgumentException for values outside these ranges
   */
  public static double nominalLevel(int looks, double confidence) {
    if (looks < 1) {
      throw new IllegalArgumentException("a plan needs at least one look, not " + looks);
    }
    return nominalLevel(IntStream.rangeClosed(1, looks).boxed().toList(), confidence);
  }

  /**
   * Returns the one-sided level at which each of several looks is taken, so that they err with 1 −
   * confidence in all: Pocock's constant for one side, for looks at any distances. Each round holds
   * the same information.
   *
   * <p>The probability that a sum of independent normal steps stays below the boundary at every
   * look is integrated look by look (Armitage, McPherson, Rowe, J. R. Stat. Soc. A 132, 1969;
   * Pocock, Biometrika 64, 1977).
   *
   * @param rounds after how many rounds each look is taken, increasing; at least one
   * @param confidence of all looks together, between 0.5 and 1 exclusive
   * @throws IllegalArgumentException for values outside these ranges
   */
  public static double nominalLevel(List<Integer> rounds, double confidence) {
    LookPlan.checkLooks(rounds);
    checkConfidence(confidence);
    double error = 1 - confidence;
    int looks = rounds.size();
    if (looks == 1) {
      return error;
    }
    NormalDistribution normal = NormalDistribution.of(0, 1);
    // All looks together cannot cross too often here (Bonferroni). The logarithm of their error is
    // nearly a parabola in the boundary, so that a few steps of the secant from there arrive.
    double before = normal.inverseSurvivalProbability(error / looks);
    double excessBefore = Math.log(Crossing.probability(rounds, before) / error);
    double boundary = before + excessBefore / before;
    for (int step = 0; step < MOST_STEPS && Math.abs(boundary - before) > CLOSE; step++) {
      double excess = Math.log(Crossing.probability(rounds, boundary) / error);
      double next = boundary - excess * (boundary - before) / (excess - excessBefore);
      before = boundary;
      excessBefore = excess;
      boundary = next;
    }
    return normal.survivalProbability(boundary);
  }

  private static void checkRounds(int rounds) {
    if (rounds < 1) {
      throw new IllegalArgumentException(
          "a benchmark needs at least one round, not " + rounds + " (30 is the default)");
    }
  }

  private static void checkConfidence(double confidence) {
    if (!(confidence > 0.5 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence lies between 0.5 and 1, not at " + confidence + " (the usual one is 0.95)");
    }
  }
}
