package org.iosched.dsl;

/** Says that a scheduler was written in a way that cannot be read, and where. */
public final class ArmException extends IllegalArgumentException {

  private final String text;
  private final int column;

  ArmException(String text, int column, String problem) {
    super(problem + " (column " + column + ")" + Caret.under(text, column));
    this.text = text;
    this.column = column;
  }

  /** Returns what was written. */
  public String text() {
    return text;
  }

  /** Returns the place of the problem, in characters from 1; one past the length is the end. */
  public int column() {
    return column;
  }
}
