package org.iosched.dsl;

import java.util.ArrayList;
import java.util.List;

/**
 * One word of a sentence.
 *
 * @param text the word as written
 * @param start where it starts, in characters from 0
 */
record Word(String text, int start) {

  /** Splits at blanks. What stands in brackets after a name belongs to it, blanks included. */
  static List<Word> split(String sentence) {
    List<Word> words = new ArrayList<>();
    int at = 0;
    while (at < sentence.length()) {
      if (isBlank(sentence.charAt(at))) {
        at++;
        continue;
      }
      int start = at;
      while (at < sentence.length() && !isBlank(sentence.charAt(at))) {
        int closed = sentence.charAt(at) == '[' ? sentence.indexOf(']', at) : -1;
        at = Math.max(at, closed) + 1;
      }
      words.add(new Word(sentence.substring(start, at), start));
    }
    return words;
  }

  boolean is(String word) {
    return lower().equals(word);
  }

  String lower() {
    return Vocabulary.lower(text);
  }

  /** Returns the word as the name of an arm, whose tunables are written without blanks. */
  String name() {
    StringBuilder name = new StringBuilder();
    text.chars().filter(c -> !isBlank((char) c)).forEach(c -> name.append((char) c));
    return name.toString();
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }
}
