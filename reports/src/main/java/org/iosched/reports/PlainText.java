package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;

/** Fits text into lines of a terminal or a mail. Lengths are counted in code points. */
final class PlainText {

  private PlainText() {}

  /** Returns the text on one line: breaks, tabs and control characters become single spaces. */
  static String oneLine(String text) {
    return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
  }

  /** Returns the text cut to a length, the last character being an ellipsis where it was cut. */
  static String cut(String text, int length) {
    return length(text) <= length
        ? text
        : text.substring(0, text.offsetByCodePoints(0, length - 1)) + "…";
  }

  /**
   * Returns what a sentence says first, without the advice after a semicolon; where that is too
   * long, up to the last break that fits.
   */
  static String clause(String text, int length) {
    String first = oneLine(text).split(";", 2)[0];
    if (length(first) <= length) {
      return first;
    }
    String fitting = first.substring(0, first.offsetByCodePoints(0, length));
    int end = Math.max(fitting.lastIndexOf(" ("), fitting.lastIndexOf(", "));
    end = Math.max(end, fitting.lastIndexOf(": "));
    return end > length / 2 ? fitting.substring(0, end) : cut(first, length);
  }

  static String padded(String text, int length) {
    return text + " ".repeat(Math.max(0, length - length(text)));
  }

  static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /**
   * Breaks a text between words into lines of at most {@code width}; a longer word is broken
   * inside.
   *
   * @param first what the first line begins with
   * @param indent how far the following lines are indented
   */
  static List<String> wrap(String first, int indent, String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(first);
    int used = 0;
    for (String word : oneLine(text).split(" ", -1)) {
      String rest = word;
      if (used > 0 && length(line.toString()) + 1 + length(rest) > width) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(indent));
        used = 0;
      }
      line.append(used > 0 ? " " : "");
      while (length(line.toString()) + length(rest) > width) {
        int split = rest.offsetByCodePoints(0, width - length(line.toString()));
        lines.add(line + rest.substring(0, split));
        line = new StringBuilder(" ".repeat(indent));
        rest = rest.substring(split);
      }
      line.append(rest);
      used++;
    }
    lines.add(line.toString());
    return lines.stream().map(String::stripTrailing).toList();
  }
}
