package org.iosched.measure;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Finds how long a load takes to come to its steady rate after something was changed under it.
 *
 * <p>Rates are taken over blocks of 50 ms, each beginning 10 ms after the one before. The steady
 * rate is the median over the second half of the time that was watched, and its noise the median
 * absolute deviation there. The load has settled at the first moment from which on it stays near
 * the steady rate for 100 ms: within 15%, or three robust standard deviations where that is more.
 */
public final class SettleTime {
  private static final double STEP_SECONDS = 0.01;
  private static final int STEPS_PER_BLOCK = 5;
  private static final int STEADY_STEPS = 10;
  private static final double NEAR = 0.15;
  private static final double FAR = 3;
  private static final double NORMAL_PER_MAD = 1.4826;

  /** With fewer I/Os in the steady half, chance alone decides what a block holds. */
  private static final long FEWEST_IOS = 50;

  private SettleTime() {}

  /**
   * Finds the settle time.
   *
   * @param atSeconds when the counter was read, in seconds since the change, increasing; the first
   *     at about zero
   * @param completed the counter: I/Os completed so far
   * @return the settle time in seconds, zero or more, and zero where there was no I/O; empty if the
   *     load did not settle in the first half of the time that was watched, or if there were too
   *     few I/Os, or too little time, to tell
   * @throws IllegalArgumentException where the two differ in length
   */
  public static OptionalDouble of(double[] atSeconds, long[] completed) {
    if (atSeconds.length != completed.length) {
      throw new IllegalArgumentException(
          atSeconds.length + " times do not fit " + completed.length + " counts");
    }
    int last = atSeconds.length - 1;
    if (last < 1) {
      return OptionalDouble.of(0);
    }
    int steps = (int) ((atSeconds[last] - atSeconds[0]) / STEP_SECONDS + 1e-9);
    int half = steps / 2;
    int blocks = steps - STEPS_PER_BLOCK + 1;
    if (completed[last] == completed[0]) {
      return OptionalDouble.of(0);
    }
    if (blocks <= half + STEADY_STEPS
        || completed[last] - at(atSeconds, completed, half) < FEWEST_IOS) {
      return OptionalDouble.empty();
    }
    double[] rates = new double[blocks];
    for (int i = 0; i < blocks; i++) {
      rates[i] = at(atSeconds, completed, i + STEPS_PER_BLOCK) - at(atSeconds, completed, i);
    }
    double[] steady = Arrays.copyOfRange(rates, half, blocks);
    double level = median(steady);
    double noise =
        NORMAL_PER_MAD * median(Arrays.stream(steady).map(r -> Math.abs(r - level)).toArray());
    double tolerance = Math.max(NEAR * level, FAR * noise);
    int near = 0;
    for (int i = 0; i < half + STEADY_STEPS; i++) {
      near = Math.abs(rates[i] - level) <= tolerance ? near + 1 : 0;
      if (near == STEADY_STEPS) {
        return OptionalDouble.of((i + 1 - STEADY_STEPS) * STEP_SECONDS);
      }
    }
    return OptionalDouble.empty();
  }

  /** Returns the counter at a step, drawn straight between two readings. */
  private static double at(double[] atSeconds, long[] completed, int step) {
    double wanted = atSeconds[0] + step * STEP_SECONDS;
    int after = Arrays.binarySearch(atSeconds, wanted);
    if (after >= 0) {
      return completed[after];
    }
    after = Math.min(-after - 1, atSeconds.length - 1);
    int before = Math.max(0, after - 1);
    double span = atSeconds[after] - atSeconds[before];
    double share = span > 0 ? Math.min(1, (wanted - atSeconds[before]) / span) : 0;
    return completed[before] + share * (completed[after] - completed[before]);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
