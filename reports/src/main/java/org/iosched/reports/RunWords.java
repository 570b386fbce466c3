package org.iosched.reports;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.iosched.dsl.Shown;
import org.iosched.dsl.Unit;

/** Says what is true of a run as a whole, in the same sentences in every report. */
final class RunWords {

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

  private RunWords() {}

  static String startedAt(RunReport report) {
    return MINUTE.format(report.startedAt());
  }

  /** Returns how long the run measured, and what the harness cost and saved. */
  static String cost(RunReport report) {
    HarnessCost cost = report.harnessCost();
    String sentences = "Measured for " + Figures.time(report.measuring()) + ".";
    if (!report.savedBudget().isZero()) {
      sentences +=
          " Deciding early saved "
              + Figures.time(report.savedBudget())
              + " of the measuring time planned.";
    }
    if (Double.isFinite(cost.share())) {
      sentences +=
          " Around each run the harness took "
              + Figures.of(cost.medianSeconds(), Unit.SECONDS)
              + " (median), "
              + Shown.percent(cost.share())
              + " of the time in all.";
    }
    return sentences;
  }

  /**
   * Returns what is to be known of how the run measured: how benchmarks were sampled and why, the
   * controls, what was disturbed, and whether slices and runs agree.
   */
  static List<String> measuring(RunReport report) {
    String commonClass = BenchmarkName.commonClass(report.benchmarks());
    List<String> lines = new ArrayList<>(SamplingWords.lines(report.benchmarks()));
    report.samplingChecks().stream()
        .map(check -> CheckWords.line(check, BenchmarkName.shown(check.benchmark(), commonClass)))
        .forEach(lines::add);
    ControlWords.line(report.benchmarks()).ifPresent(lines::add);
    DisturbanceWords.of(report.benchmarks()).map(words -> words + ".").ifPresent(lines::add);
    return lines;
  }

  /** Returns one sentence for each invocation that failed and each benchmark that did not run. */
  static List<String> troubles(RunReport report) {
    return Stream.concat(
            report.failures().stream()
                .map(
                    failure ->
                        "Failed: "
                            + failure.benchmark()
                            + (failure.arm().isEmpty() ? "" : " under " + failure.arm())
                            + ": "
                            + failure.message()),
            report.skipped().stream()
                .map(skipped -> "Not run: " + skipped.name() + ": " + skipped.reason()))
        .toList();
  }

  /**
   * Returns what was run, e.g. {@code "suite ssd (SsdBenchmarks)"}; the class alone, or
   * "benchmarks", where no suite was named.
   */
  static String subject(RunReport report) {
    String testClass = BenchmarkName.commonClass(report.benchmarks());
    if (report.suite().isEmpty()) {
      return testClass.isEmpty() ? "benchmarks" : testClass;
    }
    return "suite " + report.suite() + (testClass.isEmpty() ? "" : " (" + testClass + ")");
  }

  /** Returns the suite's name, or "benchmarks" where no suite was named. */
  static String suite(RunReport report) {
    return report.suite().isEmpty() ? "benchmarks" : report.suite();
  }

  /** Returns the title of a report, e.g. {@code "Suite ssd, 2026-01-31 09:15 UTC"}. */
  static String title(RunReport report) {
    String subject = report.suite().isEmpty() ? subject(report) : "suite " + report.suite();
    return subject.substring(0, 1).toUpperCase(Locale.ROOT)
        + subject.substring(1)
        + ", "
        + startedAt(report);
  }

  /** Returns how to run in the same order again. */
  static String repeating(RunReport report) {
    return "Again in the same order: "
        + (report.suite().isEmpty() ? "the same command with " : "")
        + command(report);
  }

  /**
   * Returns the command that runs the suite in the same order again; without a suite, what to add
   * to the command that ran it, which is not known here.
   */
  static String command(RunReport report) {
    return report.suite().isEmpty()
        ? "-Diosched.seed=" + report.seed()
        : "mvn test -Dsuite=" + quoted(report.suite()) + " -Dseed=" + report.seed();
  }

  /** Several suites are joined by a sign that shells take for a pipe. */
  private static String quoted(String word) {
    return word.matches("[\\w.-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
