package org.iosched.measure;

import java.util.Optional;

/**
 * For how long work has waited since boot, in microseconds (Documentation/accounting/psi.rst). The
 * load's own waiting is in it.
 *
 * @param someMicros time in which some task waited
 * @param fullMicros time in which all that were not idle waited; 0 where it is not told
 */
record Pressure(long someMicros, long fullMicros) {

  /** Reads a file of {@code /proc/pressure}. */
  static Optional<Pressure> parse(String text) {
    Optional<Long> some = total(text, "some");
    return some.map(s -> new Pressure(s, total(text, "full").orElse(0L)));
  }

  private static Optional<Long> total(String text, String kind) {
    return text.lines()
        .filter(line -> line.startsWith(kind + " ") && line.contains(" total="))
        .map(line -> Long.parseLong(line.substring(line.indexOf(" total=") + 7).strip()))
        .findFirst();
  }
}
