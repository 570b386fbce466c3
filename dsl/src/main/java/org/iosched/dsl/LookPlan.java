package org.iosched.dsl;

import java.util.List;

/**
 * The looks at which expectations are decided, planned before the run.
 *
 * @param rounds after how many rounds each look is taken, increasing; at least one
 * @param level the one-sided nominal level of every look, so that all together err with at most 1 −
 *     confidence
 * @param confidence the confidence of the whole plan, between 0.5 and 1 exclusive
 */
public record LookPlan(List<Integer> rounds, double level, double confidence) {

  /** Copies the looks. */
  public LookPlan {
    rounds = List.copyOf(rounds);
  }
}
