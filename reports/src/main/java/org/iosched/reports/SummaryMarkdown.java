package org.iosched.reports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Warning;

/** Writes {@code summary.md}: the run as Markdown tables, with what it takes to reproduce it. */
public final class SummaryMarkdown {

  private SummaryMarkdown() {}

  /**
   * Writes the summary to a file, replacing it as a whole.
   *
   * @param file where to write; missing folders are made
   * @param report the run
   * @throws IOException where the file cannot be written; an older file is then left as it was
   */
  public static void write(Path file, RunReport report) throws IOException {
    ReportFile.replace(file, render(report));
  }

  static String render(RunReport report) {
    Markdown page = new Markdown();
    page.heading(1, RunWords.title(report));
    page.paragraph(RunWords.cost(report));
    verdicts(page, report);
    List<String> measuring = RunWords.measuring(report);
    if (!measuring.isEmpty()) {
      page.heading(2, "Measuring").bullets(measuring);
    }
    List<String> notes = new ArrayList<>(RunWords.troubles(report));
    notes.addAll(report.notes());
    if (!notes.isEmpty()) {
      page.heading(2, "Notes").bullets(notes);
    }
    for (BenchmarkResult benchmark : report.benchmarks()) {
      benchmark(page, benchmark);
    }
    page.heading(2, "Device").table(List.of("", ""), rows(report.device()));
    page.heading(2, "Conditions").table(List.of("", ""), rows(report.conditions()));
    page.heading(2, "Reproduce")
        .paragraph(
            "The seed gives the same random order of schedulers; everything measured is in"
                + " results.json (iosched "
                + report.version()
                + ").")
        .code("sh", RunWords.command(report));
    return page.toString();
  }

  private static void verdicts(Markdown page, RunReport report) {
    List<BenchmarkResult> benchmarks = report.benchmarks();
    List<List<String>> rows = new ArrayList<>();
    for (BenchmarkResult benchmark : benchmarks) {
      for (Verdict verdict : benchmark.verdicts()) {
        rows.add(
            List.of(
                VerdictWords.outcome(verdict.outcome()),
                verdict.expectation(),
                VerdictWords.evidence(benchmark, verdict),
                benchmark.name()));
      }
    }
    String error = ErrorWords.of(report);
    page.heading(2, "Verdicts")
        .paragraph(VerdictWords.count(benchmarks) + (error.isEmpty() ? "" : "; " + error) + ".")
        .table(List.of("verdict", "expectation", "evidence", "benchmark"), rows);
  }

  private static void benchmark(Markdown page, BenchmarkResult benchmark) {
    page.heading(2, benchmark.name()).code("", benchmark.workload());
    SamplingWords.of(benchmark).ifPresent(words -> page.paragraph("Sampled in " + words + "."));
    ControlWords.of(benchmark).ifPresent(words -> page.paragraph("A/A control: " + words + "."));
    List<Metric> shown = ShownMetrics.of(benchmark);
    if (shown.isEmpty()) {
      page.paragraph("Nothing was measured.");
    }
    for (Metric metric : shown) {
      page.table(
          List.of(
              "scheduler",
              "median " + MetricNames.of(metric),
              "95% interval of the median",
              "rounds"),
          ArmFigures.of(benchmark, metric).stream()
              .map(
                  arm ->
                      List.of(
                          arm.label(),
                          arm.medianText(),
                          arm.intervalText(),
                          Integer.toString(arm.runs())))
              .toList());
    }
    List<String> remarks = new ArrayList<>();
    for (Verdict verdict : benchmark.verdicts()) {
      if (verdict.outcome() != Outcome.MET) {
        remarks.add(
            verdict.expectation()
                + ": "
                + VerdictWords.outcome(verdict.outcome())
                + ". "
                + String.join("; ", VerdictWords.reasons(verdict)));
      }
      for (Warning warning : verdict.warnings()) {
        remarks.add(verdict.expectation() + ": with care. " + warning.message());
      }
    }
    page.bullets(remarks);
  }

  private static List<List<String>> rows(Map<String, String> texts) {
    return texts.entrySet().stream()
        .map(entry -> List.of(entry.getKey(), entry.getValue()))
        .toList();
  }
}
