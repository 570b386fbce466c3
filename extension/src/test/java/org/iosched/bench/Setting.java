package org.iosched.bench;

import org.iosched.bench.Bench.CannotRun;

/** What can be changed about a benchmark from the command line, as {@code -Dbench.NAME=NUMBER}. */
final class Setting {

  private Setting() {}

  /**
   * Returns a setting.
   *
   * @param name the property
   * @param usual what it is where nothing was said
   * @param least the smallest value that makes sense
   * @throws CannotRun if it is not a whole number of at least that
   */
  static int of(String name, int usual, int least) throws CannotRun {
    String text = System.getProperty(name, "");
    if (text.isBlank()) {
      return usual;
    }
    try {
      int value = Integer.parseInt(text.strip());
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, with what is possible.
      throw new CannotRun(message(name, text, usual, least));
    }
    throw new CannotRun(message(name, text, usual, least));
  }

  private static String message(String name, String text, int usual, int least) {
    return "-D%s=%s is not a whole number of at least %d; the usual value is %d"
        .formatted(name, text, least, usual);
  }
}
