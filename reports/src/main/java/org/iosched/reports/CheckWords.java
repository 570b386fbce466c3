package org.iosched.reports;

import org.iosched.dsl.SamplingCheck;
import org.iosched.dsl.Shown;
import org.iosched.dsl.Unit;

/** Says whether slices and runs tell the same. */
final class CheckWords {

  private CheckWords() {}

  /**
   * Returns e.g. {@code "slices none/bfq 1.08 (1.06 to 1.10) in 40 s; runs 1.07 (1.01 to 1.13) in
   * 3m00s; slices/runs 1.01 (0.95 to 1.07): agree"}.
   */
  static String of(SamplingCheck check) {
    return "slices "
        + check.arm()
        + "/"
        + check.other()
        + " "
        + ratio(check.slices())
        + " in "
        + Figures.of(check.sliceSeconds(), Unit.SECONDS)
        + "; runs "
        + ratio(check.runs())
        + " in "
        + Figures.of(check.runSeconds(), Unit.SECONDS)
        + "; slices/runs "
        + ratio(check.difference())
        + ": "
        + (check.agrees() ? "agree" : check.differs() ? "differ" : "too few rounds to tell");
  }

  /** Returns the same with the benchmark and the confidence before it. */
  static String line(SamplingCheck check, String benchmark) {
    return "Sampling check of "
        + benchmark
        + " at "
        + Shown.percent(check.confidence())
        + ": "
        + of(check)
        + ".";
  }

  private static String ratio(SamplingCheck.Interval interval) {
    if (Double.isNaN(interval.estimate())) {
      return Figures.NONE;
    }
    return Shown.ratio(interval.estimate())
        + (interval.bounded()
            ? " (" + Shown.ratio(interval.low()) + " to " + Shown.ratio(interval.high()) + ")"
            : "");
  }
}
