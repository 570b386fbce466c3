package org.iosched.dsl;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How many rounds in all would decide an open part, if its estimate and the noise stay as they are.
 * Intervals shrink with the square root of the rounds.
 */
final class MoreRounds {
  /** Of runs, no larger number is named. */
  static final int MOST = 200;

  /** Of slices, no number is named that is more than so many times what was planned. */
  private static final int MOST_TIMES_PLANNED = 10;

  private MoreRounds() {}

  /** Returns beyond how many rounds no number is named. */
  static int most(LookPlan plan) {
    return plan.isOfSlices() ? Math.max(MOST, MOST_TIMES_PLANNED * plan.maxRounds()) : MOST;
  }

  /**
   * Estimates the rounds.
   *
   * @param part an open part
   * @param evidence its evidence
   * @param sense the claimed side
   * @param plan the looks; a longer run has more of them, each at a smaller level
   * @param parts how many parts the expectation has
   * @return rounds in all, more than there are; infinite where the estimate lies on the claim
   */
  static double estimate(
      Part part, Evidence evidence, Claim.Sense sense, LookPlan plan, int parts) {
    boolean leads = part.lead() >= 0;
    double share = leads ? 1 : parts;
    double decidingLevel = plan.level() / share;
    double fewest = Math.max(LogBounds.ENOUGH, Math.ceil(-Math.log(decidingLevel) / Math.log(2)));
    double roundsPerUnit =
        evidence.units() == 0 ? 1 : (double) evidence.rounds() / evidence.units();
    LogBounds bounds = leads ? part.bounds() : part.strictBounds();
    boolean below = leads == (sense == Claim.Sense.AT_LEAST);
    double half = below ? bounds.estimate() - bounds.low() : bounds.high() - bounds.estimate();
    if (evidence.units() < LogBounds.FEWEST || Double.isInfinite(half)) {
      return wholeLooks(fewest * roundsPerUnit, plan);
    }
    if (part.lead() == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double units = evidence.units() * Math.pow(half / Math.abs(part.lead()), 2);
    double rounds = Math.max(Math.max(units, fewest), evidence.units() + 1.0) * roundsPerUnit;
    if (rounds > plan.maxRounds() && rounds <= most(plan)) {
      double longer = longerLevel((int) Math.ceil(rounds), plan) / share;
      rounds *= Math.max(1, Math.pow(quantile(longer) / quantile(decidingLevel), 2));
    }
    return wholeLooks(rounds, plan);
  }

  /** Returns the level of the looks of a longer run of the same kind. */
  private static double longerLevel(int rounds, LookPlan plan) {
    return plan.isOfSlices()
        ? LookPlans.slices(rounds, plan.confidence(), 1).level()
        : LookPlans.nominalLevel(
            (int) Math.ceil((double) rounds / LookPlans.ROUNDS_BETWEEN_LOOKS), plan.confidence());
  }

  private static double quantile(double level) {
    return NormalDistribution.of(0, 1).inverseSurvivalProbability(level);
  }

  /**
   * Returns the next number of rounds at which runs are looked at; of slices, the next planned one,
   * or two digits beyond the plan.
   */
  private static double wholeLooks(double rounds, LookPlan plan) {
    if (!plan.isOfSlices()) {
      return upTo(LookPlans.ROUNDS_BETWEEN_LOOKS, rounds);
    }
    for (int look : plan.rounds()) {
      if (look >= rounds) {
        return look;
      }
    }
    return Double.isInfinite(rounds)
        ? rounds
        : upTo(Math.pow(10, Math.max(0, Math.floor(Math.log10(rounds)) - 1)), rounds);
  }

  private static double upTo(double step, double rounds) {
    return Math.ceil(rounds / step) * step;
  }
}
