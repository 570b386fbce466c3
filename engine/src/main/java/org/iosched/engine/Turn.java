package org.iosched.engine;

import java.time.Duration;
import java.util.List;

/**
 * How a job shares the clock with the jobs before it.
 *
 * @param stonewall whether it waits for them
 * @param clockTime how long it runs by the clock, start delay and ramp time included
 */
record Turn(boolean stonewall, Duration clockTime) {

  /** What is longer counts as that, so that it fits 63 bits of nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(100_000);

  /** Returns how long jobs run by the clock, groups that wait for each other added up. */
  static Duration ofAll(List<Turn> turns) {
    Duration before = Duration.ZERO;
    Duration group = Duration.ZERO;
    for (Turn turn : turns) {
      if (turn.stonewall()) {
        before = before.plus(group);
        group = Duration.ZERO;
      }
      if (turn.clockTime().compareTo(group) > 0) {
        group = turn.clockTime();
      }
    }
    Duration all = before.plus(group);
    return all.compareTo(LONGEST) > 0 ? LONGEST : all;
  }
}
