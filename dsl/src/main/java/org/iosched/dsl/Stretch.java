package org.iosched.dsl;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A part of every run, in seconds from its start.
 *
 * @param fromSeconds where it begins; zero or more
 * @param toSeconds where it ends, exclusive; infinite for the end of the run
 */
public record Stretch(double fromSeconds, double toSeconds) {

  /** The whole run. */
  public static final Stretch WHOLE = new Stretch(0, Double.POSITIVE_INFINITY);

  /** Checks the range. */
  public Stretch {
    if (!(fromSeconds >= 0 && fromSeconds < toSeconds)) {
      throw new IllegalArgumentException(
          "a stretch of a run begins at 0 s or later and before its end, not at "
              + fromSeconds
              + " s with an end at "
              + toSeconds
              + " s");
    }
  }

  /** Returns the stretch that a phase names. */
  public static Stretch of(Phase phase) {
    if (phase instanceof Phase.InTheFirst first) {
      return new Stretch(0, first.length().toNanos() / 1e9);
    }
    return phase instanceof Phase.After after
        ? new Stretch(after.start().toNanos() / 1e9, Double.POSITIVE_INFINITY)
        : WHOLE;
  }

  /** Tells whether it is the whole run. */
  public boolean isWhole() {
    return fromSeconds == 0 && Double.isInfinite(toSeconds);
  }

  /**
   * Returns it in the language's words for a phase, to a tenth of a second, e.g. {@code "in the
   * first 2.5 s"}, {@code "after 2.5 s"} or {@code "from 2.5 s to 7 s"}; empty for the whole run.
   */
  public String words() {
    if (isWhole()) {
      return "";
    }
    if (Double.isInfinite(toSeconds)) {
      return "after " + seconds(fromSeconds);
    }
    return fromSeconds == 0
        ? "in the first " + seconds(toSeconds)
        : "from " + seconds(fromSeconds) + " to " + seconds(toSeconds);
  }

  /** Returns a time as sentences write it, to a tenth of a second, e.g. {@code "2.5 s"}. */
  static String seconds(double seconds) {
    BigDecimal tenths = BigDecimal.valueOf(seconds).setScale(1, RoundingMode.HALF_UP);
    return tenths.signum() == 0 ? "0 s" : Amount.duration(tenths.movePointRight(9));
  }
}
