package org.iosched.reports;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the two files beside Allure's results that the report reads: the environment and the
 * categories of results that did not pass.
 */
final class AllureSurroundings {

  private AllureSurroundings() {}

  static void write(Path directory, RunReport report) throws IOException {
    ReportFile.replace(directory.resolve("environment.properties"), environment(report));
    ReportFile.replace(
        directory.resolve("categories.json"),
        out -> JsonMapper.builder().build().writeValue(out, categories()));
  }

  private static String environment(RunReport report) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("suite", report.suite());
    all.put("seed", Long.toString(report.seed()));
    all.put("iosched", report.version());
    all.putAll(report.device());
    all.putAll(report.conditions());
    StringBuilder lines = new StringBuilder();
    all.forEach(
        (key, value) -> lines.append(key(key)).append('=').append(value(value)).append('\n'));
    return lines.toString();
  }

  private static List<Map<String, Object>> categories() {
    return List.of(
        Map.of(
            "name",
            "Inconclusive",
            "matchedStatuses",
            List.of("skipped"),
            "messageRegex",
            "(?s)INCONCLUSIVE: .*"),
        Map.of(
            "name",
            "Not met",
            "matchedStatuses",
            List.of("failed"),
            "messageRegex",
            "(?s)NOT MET: .*"),
        Map.of(
            "name",
            "Could not run",
            "matchedStatuses",
            List.of("skipped", "broken"),
            "messageRegex",
            "(?s)(?!INCONCLUSIVE: ).*"));
  }

  /** See {@link java.util.Properties#load(java.io.Reader)} for what must be escaped. */
  private static String key(String text) {
    return value(text).replaceAll("[ =:]", "\\\\$0").replaceFirst("^([#!])", "\\\\$1");
  }

  private static String value(String text) {
    StringBuilder escaped = new StringBuilder();
    PlainText.oneLine(text)
        .chars()
        .forEach(
            c -> {
              if (c == '\\') {
                escaped.append("\\\\");
              } else if (c < 0x7f) {
                escaped.append((char) c);
              } else {
                escaped.append(String.format("\\u%04x", c));
              }
            });
    return escaped.toString();
  }
}
