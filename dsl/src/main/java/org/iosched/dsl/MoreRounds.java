package org.iosched.dsl;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How many rounds in all would decide an open part, if its estimate and the noise stay as they are.
 * Intervals shrink with the square root of the rounds.
 */
final class MoreRounds {
  /** Beyond this many rounds no number is named. */
  static final int MOST = 200;

  private MoreRounds() {}

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
      return wholeLooks(fewest * roundsPerUnit);
    }
    if (part.lead() == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double units = evidence.units() * Math.pow(half / Math.abs(part.lead()), 2);
    double rounds = Math.max(Math.max(units, fewest), evidence.units() + 1.0) * roundsPerUnit;
    if (rounds > plan.maxRounds() && rounds <= MOST) {
      int looks = (int) Math.ceil(rounds / LookPlans.ROUNDS_BETWEEN_LOOKS);
      double longer = LookPlans.nominalLevel(looks, plan.confidence()) / share;
      rounds *= Math.max(1, Math.pow(quantile(longer) / quantile(decidingLevel), 2));
    }
    return wholeLooks(rounds);
  }

  private static double quantile(double level) {
    return NormalDistribution.of(0, 1).inverseSurvivalProbability(level);
  }

  private static double wholeLooks(double rounds) {
    int step = LookPlans.ROUNDS_BETWEEN_LOOKS;
    return Math.ceil(rounds / step) * step;
  }
}
