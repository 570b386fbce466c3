package org.iosched.extension;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sizes as settings and annotations give them; suffixes are powers of 1024. */
final class Sizes {

  private static final Pattern BYTES = Pattern.compile("(\\d{1,18})([kmgt]?)(?:i?b)?");
  private static final long MOST = 1L << 60;

  private Sizes() {}

  /**
   * Reads a size.
   *
   * @param place what is set, for messages, e.g. {@code "iosched.image.size"}
   * @param value e.g. {@code "2g"}
   * @return bytes, more than zero
   * @throws PlanException if it is none, or more than any disk holds
   */
  static long bytes(String place, String value) {
    Matcher matcher = BYTES.matcher(value.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new PlanException(place + "=" + value + " is not a size; write it like 2g.");
    }
    long unit =
        switch (matcher.group(2)) {
          case "k" -> 1L << 10;
          case "m" -> 1L << 20;
          case "g" -> 1L << 30;
          case "t" -> 1L << 40;
          default -> 1L;
        };
    long count = Long.parseLong(matcher.group(1));
    if (count > MOST / unit) {
      throw new PlanException(place + "=" + value + " is more than any disk holds.");
    }
    if (count == 0) {
      throw new PlanException(place + "=" + value + " is nothing; write it like 2g.");
    }
    return count * unit;
  }
}
