package org.iosched.workload.dd;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of dd, e.g. {@code 4k}, {@code 2x512} or {@code 1MiB}. Format: "dd invocation" and
 * "Block size" in the manual of GNU coreutils; powers of 1024 without a {@code B}, of 1000 with it.
 *
 * @param value the number
 * @param bytes whether it ends in a {@code B}, by which a count is one of bytes and not of blocks
 */
record DdSize(long value, boolean bytes) {

  private static final Pattern FACTOR = Pattern.compile("(\\d{1,18})([a-zA-Z]{0,3})");

  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("c", 1L),
          Map.entry("B", 1L),
          Map.entry("w", 2L),
          Map.entry("b", 512L),
          Map.entry("k", 1L << 10),
          Map.entry("K", 1L << 10),
          Map.entry("KiB", 1L << 10),
          Map.entry("kB", 1_000L),
          Map.entry("KB", 1_000L),
          Map.entry("M", 1L << 20),
          Map.entry("MiB", 1L << 20),
          Map.entry("MB", 1_000_000L),
          Map.entry("G", 1L << 30),
          Map.entry("GiB", 1L << 30),
          Map.entry("GB", 1_000_000_000L),
          Map.entry("T", 1L << 40),
          Map.entry("TiB", 1L << 40),
          Map.entry("TB", 1_000_000_000_000L));

  /**
   * Reads a number.
   *
   * @throws IllegalArgumentException if it is none, or is too large; in one sentence
   */
  static DdSize parse(String operand, String text) {
    long product = 1;
    boolean bytes = false;
    for (String part : text.split("x", -1)) {
      Matcher factor = FACTOR.matcher(part);
      Long unit = factor.matches() ? UNITS.get(factor.group(2)) : null;
      if (unit == null) {
        throw new IllegalArgumentException(
            "dd: "
                + operand
                + "="
                + text
                + " is no number; write it as in "
                + operand
                + "=512, 4k, 1M or 2x512.");
      }
      try {
        product =
            Math.multiplyExact(product, Math.multiplyExact(Long.parseLong(factor.group(1)), unit));
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException(
            "dd: " + operand + "=" + text + " is more than can be counted.");
      }
      bytes |= factor.group(2).endsWith("B");
    }
    return new DdSize(product, bytes);
  }
}
