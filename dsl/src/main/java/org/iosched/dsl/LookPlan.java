package org.iosched.dsl;

import java.util.List;

/**
 * The looks at which expectations are decided, planned before the run; {@link LookPlans} makes it.
 *
 * @param rounds after how many rounds each look is taken, increasing; at least one
 * @param level the one-sided nominal level of every look, so that all together err with at most 1 −
 *     confidence
 * @param confidence the confidence of the whole plan, between 0.5 and 1 exclusive
 */
public record LookPlan(List<Integer> rounds, double level, double confidence) {

  /** Copies the looks and checks the ranges. */
  public LookPlan {
    rounds = List.copyOf(rounds);
    checkLooks(rounds);
    if (!(level > 0 && level < 0.5)) {
      throw new IllegalArgumentException(
          "the level of a look lies between 0 and 0.5, not at " + level);
    }
    if (!(confidence > 0.5 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence lies between 0.5 and 1, not at " + confidence + " (the usual one is 0.95)");
    }
  }

  /** Tells whether a look is planned after this many rounds. */
  public boolean isLook(int roundsDone) {
    return rounds.contains(roundsDone);
  }

  /** Returns after how many rounds the last look is taken, which ends the measuring. */
  public int maxRounds() {
    return rounds.get(rounds.size() - 1);
  }

  /** Returns the two-sided confidence of the intervals that belong to a look, 1 − 2 × level. */
  public double intervalConfidence() {
    return 1 - 2 * level;
  }

  /**
   * Tells whether these are looks at slices, which lie further and further apart. A single look may
   * be of either; it counts as one at runs.
   */
  boolean isOfSlices() {
    for (int look = 1; look < rounds.size(); look++) {
      if (rounds.get(look) - rounds.get(look - 1) > LookPlans.ROUNDS_BETWEEN_LOOKS) {
        return true;
      }
    }
    return false;
  }

  /** Refuses looks that are none, or that do not come after an increasing number of rounds. */
  static void checkLooks(List<Integer> rounds) {
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("a plan needs at least one look");
    }
    int before = 0;
    for (int look : rounds) {
      if (look <= before) {
        throw new IllegalArgumentException(
            "looks come after an increasing number of rounds, not " + rounds);
      }
      before = look;
    }
  }
}
