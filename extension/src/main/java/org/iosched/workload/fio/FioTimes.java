package org.iosched.workload.fio;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as fio's options give them: seconds unless a suffix says otherwise. */
final class FioTimes {

  private static final Pattern TIME = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)([a-z]*)");

  private static final Map<String, Double> SECONDS =
      Map.ofEntries(
          Map.entry("", 1.0),
          Map.entry("us", 1e-6),
          Map.entry("usec", 1e-6),
          Map.entry("ms", 1e-3),
          Map.entry("msec", 1e-3),
          Map.entry("s", 1.0),
          Map.entry("sec", 1.0),
          Map.entry("m", 60.0),
          Map.entry("min", 60.0),
          Map.entry("h", 3600.0),
          Map.entry("hr", 3600.0),
          Map.entry("d", 86_400.0),
          Map.entry("day", 86_400.0));

  private FioTimes() {}

  /** Returns a time in seconds; empty where it is none, or a range that is drawn from. */
  static OptionalDouble seconds(String text) {
    Matcher matcher = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches() || !SECONDS.containsKey(matcher.group(2))) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        Double.parseDouble(matcher.group(1)) * SECONDS.getOrDefault(matcher.group(2), 1.0));
  }
}
