package org.iosched.dsl;

import java.util.Arrays;
import java.util.List;

/**
 * How the level of each of an arm's runs differs between two stretches of time: from the mean of
 * the logarithms of the windows' rates in the one to that in the other.
 *
 * <p>That is another question than whether a run changes at a moment. On a machine that stalls, or
 * is quick, for a second again and again, each run changes many times, and by a large factor; but
 * its levels before and after any moment are alike, since stalls and bursts lie on both sides.
 */
final class LevelSteps {
  private final double[] steps;

  /**
   * Compares.
   *
   * @param runs whose levels
   * @param before the one stretch
   * @param after the other
   */
  LevelSteps(List<RateSeries> runs, Stretch before, Stretch after) {
    steps = runs.stream().mapToDouble(run -> run.meanLog(after) - run.meanLog(before)).toArray();
  }

  /**
   * Returns how many runs rise or fall by a factor at least; those that were not at work in both
   * stretches do neither.
   *
   * @param rises the direction
   * @param logFactor the logarithm of the factor, more than zero
   */
  int runs(boolean rises, double logFactor) {
    return (int) Arrays.stream(steps).filter(step -> (rises ? step : -step) >= logFactor).count();
  }
}
