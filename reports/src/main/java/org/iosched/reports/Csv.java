package org.iosched.reports;

import java.util.List;
import java.util.stream.Collectors;

/** Writes CSV (RFC 4180). */
final class Csv {

  private Csv() {}

  static String of(List<List<String>> lines) {
    return lines.stream()
            .map(cells -> cells.stream().map(Csv::quoted).collect(Collectors.joining(",")))
            .collect(Collectors.joining("\r\n"))
        + "\r\n";
  }

  /** Returns a number with all its digits, or nothing where there is none. */
  static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "";
  }

  private static String quoted(String cell) {
    return cell.matches("(?s).*[\",\r\n].*") ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell;
  }
}
