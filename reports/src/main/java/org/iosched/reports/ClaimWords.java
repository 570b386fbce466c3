package org.iosched.reports;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.dsl.Unit;

/** Reads from a canonical sentence what a figure of its verdict counts. */
final class ClaimWords {

  private static final Pattern COMPARISON = Pattern.compile("\\bthan\\b|\\bwithin \\S+ of\\b");
  private static final Pattern BETTER =
      Pattern.compile("\\bat least ([0-9.]+)(%|x) (faster|more)\\b");
  private static final Pattern LESS_TIME = Pattern.compile("\\bat least ([0-9.]+)% less time\\b");

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

  /** Returns the ratio that is claimed, where the words alone tell which way round it is taken. */
  static OptionalDouble threshold(String expectation) {
    Matcher better = BETTER.matcher(expectation);
    if (better.find()) {
      double number = Double.parseDouble(better.group(1));
      return OptionalDouble.of(better.group(2).equals("x") ? number : 1 + number / 100);
    }
    Matcher lessTime = LESS_TIME.matcher(expectation);
    return lessTime.find()
        ? OptionalDouble.of(1 - Double.parseDouble(lessTime.group(1)) / 100)
        : OptionalDouble.empty();
  }
}
