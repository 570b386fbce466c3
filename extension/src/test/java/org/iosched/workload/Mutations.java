package org.iosched.workload;

import java.util.Random;

/** Spoils texts at random. */
public final class Mutations {

  private Mutations() {}

  /**
   * Changes, adds, takes away and doubles some letters of a text.
   *
   * @param letters what may come in
   * @param longest how long a doubled part may be
   */
  public static String of(String text, Random random, String letters, int longest) {
    StringBuilder spoilt = new StringBuilder(text);
    for (int change = random.nextInt(6); change >= 0; change--) {
      int at = random.nextInt(spoilt.length());
      char letter = letters.charAt(random.nextInt(letters.length()));
      switch (random.nextInt(4)) {
        case 0 -> spoilt.setCharAt(at, letter);
        case 1 -> spoilt.insert(at, letter);
        case 2 -> spoilt.deleteCharAt(at);
        default ->
            spoilt.insert(at, spoilt, at, Math.min(spoilt.length(), at + random.nextInt(longest)));
      }
    }
    return spoilt.toString();
  }
}
