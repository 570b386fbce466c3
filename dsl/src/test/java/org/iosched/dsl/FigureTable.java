package org.iosched.dsl;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A table in Markdown that counts which of its figures are as they are to be. */
final class FigureTable {
  private final PrintStream out;
  private final List<Figure> figures = new ArrayList<>();

  FigureTable(PrintStream out) {
    this.out = out;
  }

  /** Begins a table of its own, with a title and the heads of its columns. */
  void begin(String title, String... heads) {
    out.printf("%n%s%n%n| %s |%n", title, String.join(" | ", heads));
    out.println("|" + " --- |".repeat(heads.length));
  }

  /** Adds a row. */
  void row(String... cells) {
    out.printf("| %s |%n", String.join(" | ", cells));
    out.flush();
  }

  /** Returns a figure as a cell, which says so when it misses its target. */
  String cell(String format, Figure figure) {
    return cell(format, 1, figure);
  }

  /** Returns a share as a cell, in percent. */
  String percent(Figure figure) {
    return cell("%.1f", 100, figure);
  }

  private String cell(String format, double scale, Figure figure) {
    figures.add(figure);
    String text = number(format, scale * figure.value());
    return figure.holds()
        ? text
        : "**"
            + text
            + "** (target "
            + (figure.isAtMost() ? "at most " : "at least ")
            + number("%.2f", scale * figure.limit())
            + ")";
  }

  /** Returns shares in percent that are to be nothing, separated by strokes. */
  static String percents(double... shares) {
    return String.join(
        " / ", Arrays.stream(shares).mapToObj(share -> number("%.1f", 100 * share)).toList());
  }

  /** Writes a number. */
  static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  /** Returns every figure so far. */
  List<Figure> figures() {
    return List.copyOf(figures);
  }
}
