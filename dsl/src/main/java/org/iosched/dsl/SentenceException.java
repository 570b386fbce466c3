package org.iosched.dsl;

import java.util.Optional;

/**
 * Says that a sentence cannot be read, or names an arm that is not there: which word it is, where,
 * and what could stand there instead.
 */
public final class SentenceException extends IllegalArgumentException {

  private final String sentence;
  private final String word;
  private final int column;
  private final String nearest;

  /**
   * Creates the message from its parts.
   *
   * @param word the word the problem lies in, or an empty text for the sentence's end
   * @param column where it starts, in characters from 1
   * @param problem what is wrong with it
   * @param nearest what was probably meant, if anything is near enough
   * @param example a valid wording for this place, shown where nothing is near
   */
  SentenceException(
      String sentence,
      String word,
      int column,
      String problem,
      Optional<String> nearest,
      String example) {
    super(
        (word.isEmpty() ? "the end of the sentence" : "\"" + word + "\"")
            + " (column "
            + column
            + "): "
            + problem
            + nearest
                .map(near -> " (did you mean \"" + near + "\"?)")
                .orElse(example.isEmpty() ? "" : " (for example \"" + example + "\")")
            + Caret.under(sentence, column));
    this.sentence = sentence;
    this.word = word;
    this.column = column;
    this.nearest = nearest.orElse(example);
  }

  /** Returns the whole sentence. */
  public String sentence() {
    return sentence;
  }

  /** Returns the word that the problem lies in, or an empty text for the sentence's end. */
  public String word() {
    return word;
  }

  /** Returns the place of the word, in characters from 1; one past the length is the end. */
  public int column() {
    return column;
  }

  /** Returns the nearest valid wording for the place. */
  public String nearest() {
    return nearest;
  }
}
