package org.iosched.dsl;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the wording that was probably meant. */
public final class Nearest {

  private Nearest() {}

  /**
   * Returns the candidate with the fewest edits, or empty where all are too far off to be what was
   * meant: more than half of the word's letters, or more than three.
   */
  public static Optional<String> to(String word, Collection<String> candidates) {
    String wanted = Vocabulary.lower(word);
    int limit = Math.max(1, Math.min(3, wanted.length() / 2));
    record Candidate(String text, int edits) {}
    // Edits decide; among equals the one that begins alike, as slips are rarer in first letters.
    return candidates.stream()
        .filter(candidate -> Math.abs(candidate.length() - wanted.length()) <= limit)
        .map(candidate -> new Candidate(candidate, edits(wanted, candidate)))
        .filter(candidate -> candidate.edits() <= limit)
        .min(
            Comparator.comparingInt(Candidate::edits)
                .thenComparingDouble(candidate -> -likeness(wanted, candidate.text())))
        .map(Candidate::text);
  }

  /**
   * Returns {@code " (did you mean X?)"}, to be put behind a message; empty where nothing is near.
   */
  public static String hint(String word, Collection<String> candidates) {
    return to(word, candidates).map(near -> " (did you mean " + near + "?)").orElse("");
  }

  private static int edits(String wanted, String candidate) {
    String there = Vocabulary.lower(candidate);
    int edits = LevenshteinDistance.getDefaultInstance().apply(wanted, there);
    // Two letters that changed places are one slip, in short names too: cqf for cfq.
    return edits == 2 && sortedLetters(wanted).equals(sortedLetters(there)) ? 1 : edits;
  }

  private static String sortedLetters(String word) {
    char[] letters = word.toCharArray();
    Arrays.sort(letters);
    return new String(letters);
  }

  private static double likeness(String wanted, String candidate) {
    return new JaroWinklerSimilarity().apply(wanted, Vocabulary.lower(candidate));
  }
}
