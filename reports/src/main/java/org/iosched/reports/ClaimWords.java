package org.iosched.reports;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.dsl.Unit;

/** Reads from a canonical sentence what a figure of its verdict counts. */
final class ClaimWords {

  private static final Pattern COMPARISON = Pattern.compile("\\bthan\\b|\\bwithin \\S+ of\\b");
  private static final Pattern BETTER =
      Pattern.compile("\\bat least (\\d+(?:\\.\\d+)?)(%|x) (faster|more)\\b");
  private static final Pattern LESS_TIME =
      Pattern.compile("\\bat least (\\d+(?:\\.\\d+)?)% less time\\b");
  private static final Pattern WITHIN = Pattern.compile("\\bwithin (\\d+(?:\\.\\d+)?)% of\\b");

  private ClaimWords() {}

  /** Tells whether the figure is a ratio of two arms rather than a value of one. */
  static boolean isRatio(String expectation) {
    return COMPARISON.matcher(expectation).find();
  }

  /** Returns the unit of a value that is claimed about. */
  static Unit unit(String expectation) {
    if (expectation.contains("latency") || expectation.contains("cpu")) {
      return Unit.NANOSECONDS;
    }
    if (expectation.contains("iops")) {
      return Unit.IO_PER_SECOND;
    }
    return expectation.contains("bandwidth") ? Unit.BYTES_PER_SECOND : Unit.SECONDS;
  }

  /**
   * Returns the ratios at which the claim begins to hold: one, two for {@code within}, none where
   * the words alone do not tell which way round the ratio is taken.
   */
  static List<Double> thresholds(String expectation) {
    Matcher better = BETTER.matcher(expectation);
    if (better.find()) {
      double number = Double.parseDouble(better.group(1));
      return List.of(better.group(2).equals("x") ? number : 1 + number / 100);
    }
    Matcher lessTime = LESS_TIME.matcher(expectation);
    if (lessTime.find()) {
      return List.of(1 - Double.parseDouble(lessTime.group(1)) / 100);
    }
    Matcher within = WITHIN.matcher(expectation);
    if (within.find()) {
      double slower = 1 + Double.parseDouble(within.group(1)) / 100;
      return List.of(1 / slower, slower);
    }
    return List.of();
  }
}
