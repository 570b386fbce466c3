package org.iosched.dsl;

import java.math.BigDecimal;
import java.time.Duration;

/** The part of each run that an expectation is about. */
public sealed interface Phase {

  /** The whole run. */
  record WholeRun() implements Phase {
    @Override
    public String toString() {
      return "";
    }
  }

  /**
   * From the start of the run.
   *
   * @param length how much of it; more than zero, at most a day
   */
  record InTheFirst(Duration length) implements Phase {
    /** Checks the range. */
    public InTheFirst {
      check(length);
    }

    @Override
    public String toString() {
      return "in the first " + words(length);
    }
  }

  /**
   * From some time after the start to the end of the run.
   *
   * @param start the time after the start; more than zero, at most a day
   */
  record After(Duration start) implements Phase {
    /** Checks the range. */
    public After {
      check(start);
    }

    @Override
    public String toString() {
      return "after " + words(start);
    }
  }

  private static void check(Duration duration) {
    if (duration.isNegative() || duration.isZero() || duration.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException("a phase is more than zero and at most a day long");
    }
  }

  private static String words(Duration duration) {
    return Amount.duration(BigDecimal.valueOf(duration.toNanos()));
  }
}
