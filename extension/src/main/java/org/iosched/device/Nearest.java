package org.iosched.device;

import java.util.Collection;
import java.util.Comparator;

/** Finds the name that somebody probably meant. */
final class Nearest {

  private Nearest() {}

  /**
   * Returns {@code " (did you mean X?)"} for the name that takes the fewest edits, or nothing where
   * none is within a third of the word's length and at least 2.
   */
  static String hint(String word, Collection<String> names) {
    int bound = Math.max(2, word.length() / 3);
    return names.stream()
        .filter(name -> edits(word, name) <= bound)
        .min(Comparator.comparingInt(name -> edits(word, name)))
        .map(name -> " (did you mean " + name + "?)")
        .orElse("");
  }

  /** Returns the Levenshtein distance. */
  private static int edits(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
