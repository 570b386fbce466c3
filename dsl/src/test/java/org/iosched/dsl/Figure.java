package org.iosched.dsl;

/**
 * One figure of the method, with what it is to be.
 *
 * @param value what was found
 * @param limit what it is to be at most or at least
 * @param isAtMost whether it is to be at most the limit
 */
record Figure(double value, double limit, boolean isAtMost) {

  /** A figure that is to be at most a limit. */
  static Figure atMost(double limit, double value) {
    return new Figure(value, limit, true);
  }

  /** A figure that is to be at least a limit. */
  static Figure atLeast(double limit, double value) {
    return new Figure(value, limit, false);
  }

  /** Tells whether the figure is as it is to be. */
  boolean holds() {
    return isAtMost ? value <= limit : value >= limit;
  }
}
