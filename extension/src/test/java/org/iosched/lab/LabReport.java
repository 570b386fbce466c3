package org.iosched.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Prints each test as it ends, and keeps what the reports tell. */
final class LabReport implements TestExecutionListener {

  private enum Outcome {
    PASSED,
    FAILED,
    SKIPPED
  }

  private record Line(String name, double seconds, Outcome outcome, String message) {}

  private final Map<String, List<Line>> classes = new TreeMap<>();
  private final Map<String, Long> started = new HashMap<>();
  private final long start = System.nanoTime();

  @Override
  public void executionStarted(TestIdentifier test) {
    started.put(test.getUniqueId(), System.nanoTime());
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    add(test, Outcome.SKIPPED, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Status status = result.getStatus();
    if (test.isTest() || status != Status.SUCCESSFUL) {
      Outcome outcome =
          switch (status) {
            case SUCCESSFUL -> Outcome.PASSED;
            case ABORTED -> Outcome.SKIPPED;
            case FAILED -> Outcome.FAILED;
          };
      add(test, outcome, result.getThrowable().map(LabReport::text).orElse(""));
    }
  }

  private static String text(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    // Frames of JUnit and of the streams it is made of lead to no fault here.
    return text.toString()
        .lines()
        .filter(line -> !line.startsWith("\tat java.base/") && !line.startsWith("\tat org.junit."))
        .collect(Collectors.joining("\n"));
  }

  private void add(TestIdentifier test, Outcome outcome, String message) {
    long begun = started.getOrDefault(test.getUniqueId(), System.nanoTime());
    double seconds = (System.nanoTime() - begun) / 1e9;
    String name = test.getLegacyReportingName();
    classes
        .computeIfAbsent(className(test), c -> new ArrayList<>())
        .add(new Line(name, seconds, outcome, message));
    String shown = outcome == Outcome.FAILED ? message : message.lines().findFirst().orElse("");
    System.out.printf(
        Locale.ROOT,
        "%7.1f s  %-7s %s.%s (%.1f s)%s%n",
        (System.nanoTime() - start) / 1e9,
        outcome,
        className(test),
        name,
        seconds,
        shown.isEmpty() ? "" : ": " + shown);
  }

  private static String className(TestIdentifier test) {
    return test.getSource()
        .map(
            source ->
                source instanceof MethodSource method
                    ? method.getClassName()
                    : source instanceof ClassSource type ? type.getClassName() : "lab")
        .orElse("lab");
  }

  private long count(Outcome outcome) {
    return classes.values().stream()
        .flatMap(List::stream)
        .filter(line -> line.outcome() == outcome)
        .count();
  }

  /** Returns how many tests passed or failed. */
  long ran() {
    return count(Outcome.PASSED) + failed();
  }

  /** Returns how many failed. */
  long failed() {
    return count(Outcome.FAILED);
  }

  /** Returns the run in one line. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "lab: %d tests ran in %.1f s, %d failed, %d skipped%s",
        ran(),
        (System.nanoTime() - start) / 1e9,
        failed(),
        count(Outcome.SKIPPED),
        ran() == 0 ? "; that none ran is a failure" : "");
  }

  /** Writes a {@code TEST-CLASS.xml} for each class. */
  void write(Path directory) throws IOException {
    for (Map.Entry<String, List<Line>> entry : classes.entrySet()) {
      Files.writeString(
          directory.resolve("TEST-" + entry.getKey() + ".xml"),
          xml(entry.getKey(), entry.getValue()));
    }
  }

  private static String xml(String className, List<Line> lines) {
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.append(
        String.format(
            Locale.ROOT,
            "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" skipped=\"%d\">%n",
            escaped(className),
            lines.size(),
            lines.stream().filter(line -> line.outcome() == Outcome.FAILED).count(),
            lines.stream().filter(line -> line.outcome() == Outcome.SKIPPED).count()));
    for (Line line : lines) {
      text.append(
          String.format(
              Locale.ROOT,
              "  <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\">",
              escaped(className),
              escaped(line.name()),
              line.seconds()));
      switch (line.outcome()) {
        case PASSED -> {}
        case FAILED -> text.append("<failure>" + escaped(line.message()) + "</failure>");
        case SKIPPED -> text.append("<skipped message=\"" + escaped(line.message()) + "\"/>");
      }
      text.append("</testcase>\n");
    }
    return text.append("</testsuite>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
