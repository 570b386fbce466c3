package org.iosched.engine;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers as fio writes them, with its suffixes under {@code kb_base=1024}. */
final class Numbers {

  private static final Map<String, Long> BYTES =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("b", 1L),
          Map.entry("k", 1L << 10),
          Map.entry("kb", 1L << 10),
          Map.entry("ki", 1L << 10),
          Map.entry("kib", 1_000L),
          Map.entry("m", 1L << 20),
          Map.entry("mb", 1L << 20),
          Map.entry("mi", 1L << 20),
          Map.entry("mib", 1_000_000L),
          Map.entry("g", 1L << 30),
          Map.entry("gb", 1L << 30),
          Map.entry("gi", 1L << 30),
          Map.entry("gib", 1_000_000_000L),
          Map.entry("t", 1L << 40),
          Map.entry("tb", 1L << 40),
          Map.entry("ti", 1L << 40),
          Map.entry("tib", 1_000_000_000_000L),
          Map.entry("p", 1L << 50),
          Map.entry("pb", 1L << 50),
          Map.entry("pi", 1L << 50),
          Map.entry("pib", 1_000_000_000_000_000L));

  private static final Map<String, Long> MICROS =
      Map.ofEntries(
          Map.entry("us", 1L),
          Map.entry("usec", 1L),
          Map.entry("ms", 1_000L),
          Map.entry("msec", 1_000L),
          Map.entry("s", 1_000_000L),
          Map.entry("m", 60_000_000L),
          Map.entry("h", 3_600_000_000L),
          Map.entry("d", 86_400_000_000L));

  private static final Pattern HEXADECIMAL = Pattern.compile("0[xX][0-9a-fA-F]{1,15}");

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern PERCENTAGE = Pattern.compile("[0-9]{1,3}%");

  /** Times of several jobs add up, and the sum in nanoseconds is to fit 63 bits. */
  private static final long LONGEST_DAYS = 10_000;

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** fio keeps many numbers in 32 bits, and what is larger would become another number. */
  static final long LARGEST_OF_32_BITS = (1L << 32) - 1;

  /** What a size looks like. */
  static final String EXPECTED_SIZE = "it is a size like 64k, 10g or 50%, without a fraction";

  private Numbers() {}

  /** Returns what a time looks like. */
  static String expectedTime(String unit) {
    return "it is a time like 30, 500ms or 2m, with us, ms, s, m, h or d (a bare number is in "
        + unit
        + "), at most "
        + LONGEST_DAYS
        + "d";
  }

  /**
   * Reads an option that is on or off.
   *
   * @throws IllegalArgumentException with what was expected
   */
  static boolean flag(String value) {
    return switch (value) {
      case "0" -> false;
      case "1" -> true;
      default -> throw new IllegalArgumentException("it is 0 or 1");
    };
  }

  /** Returns a size in bytes, or empty if the text is none that fits 62 bits. */
  static Optional<Long> bytes(String text) {
    // fio reads no suffix behind hexadecimal digits.
    if (HEXADECIMAL.matcher(text).matches()) {
      return Optional.of(Long.parseLong(text.substring(2), 16));
    }
    return withSuffix(text, BYTES);
  }

  /**
   * Returns a time, or empty if the text is none.
   *
   * @param unit the suffix that a bare number has, e.g. {@code "s"}
   */
  static Optional<Duration> time(String text, String unit) {
    String full = DIGITS.matcher(text).matches() ? text + unit : text;
    return withSuffix(full, MICROS)
        .filter(micros -> micros <= LONGEST_DAYS * MICROS_PER_DAY)
        .map(micros -> Duration.ofNanos(Math.multiplyExact(micros, 1_000L)));
  }

  /** Returns a whole percentage like {@code 20%}, or empty if the text is none from 0 to 100. */
  static Optional<Integer> percent(String text) {
    if (!PERCENTAGE.matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(Integer.parseInt(text.substring(0, text.length() - 1)))
        .filter(percent -> percent <= 100);
  }

  private static Optional<Long> withSuffix(String text, Map<String, Long> units) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    Long unit = units.get(text.substring(digits).toLowerCase(Locale.ROOT));
    if (digits == 0 || digits > 18 || unit == null) {
      return Optional.empty();
    }
    long number = Long.parseLong(text.substring(0, digits));
    long limit = units == MICROS ? (1L << 62) / 1_000 : 1L << 62;
    return number > limit / unit ? Optional.empty() : Optional.of(number * unit);
  }
}
