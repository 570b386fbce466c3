package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;

/** Writes Markdown as GitHub reads it; texts are escaped, so that none becomes markup. */
final class Markdown {

  private final List<String> lines = new ArrayList<>();

  Markdown heading(int level, String text) {
    lines.add("#".repeat(level) + " " + escaped(text));
    lines.add("");
    return this;
  }

  Markdown paragraph(String text) {
    lines.add(escaped(text));
    lines.add("");
    return this;
  }

  Markdown bullets(List<String> texts) {
    texts.forEach(text -> lines.add("- " + escaped(text)));
    if (!texts.isEmpty()) {
      lines.add("");
    }
    return this;
  }

  /** Writes a table; nothing where there are no rows. */
  Markdown table(List<String> head, List<List<String>> rows) {
    if (!rows.isEmpty()) {
      row(head);
      lines.add("|" + " --- |".repeat(head.size()));
      rows.forEach(this::row);
      lines.add("");
    }
    return this;
  }

  /** Writes a block of code, fenced by more backticks than it holds. */
  Markdown code(String language, String text) {
    String fence = "```";
    while (text.contains(fence)) {
      fence += "`";
    }
    lines.add(fence + language);
    lines.addAll(text.strip().lines().map(String::stripTrailing).toList());
    lines.add(fence);
    lines.add("");
    return this;
  }

  private void row(List<String> cells) {
    StringBuilder row = new StringBuilder("|");
    for (String cell : cells) {
      row.append(" ").append(escaped(cell)).append(" |");
    }
    lines.add(row.toString());
  }

  private static String escaped(String text) {
    return PlainText.oneLine(text)
        .replaceAll("[\\\\`*_|~#]", "\\\\$0")
        .replace("](", "]\\(")
        .replace("&", "&amp;")
        .replace("<", "&lt;");
  }

  @Override
  public String toString() {
    return String.join("\n", lines).strip() + "\n";
  }
}
