package org.iosched.dsl;

/** Shows a place in a text. */
final class Caret {

  private Caret() {}

  /**
   * Returns the text on a line of its own and below it a caret under the given column.
   *
   * @param column counted from 1; one more than the length stands for the end
   */
  static String under(String text, int column) {
    // Every blank becomes one space, so that a tab or a line break does not shift the caret.
    String line = text.replaceAll("\\s", " ");
    return "\n    " + line + "\n    " + " ".repeat(column - 1) + "^";
  }
}
