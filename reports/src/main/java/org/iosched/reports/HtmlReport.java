package org.iosched.reports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.CleanRounds;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Verdict;

/**
 * Writes {@code report.html}: the run as one page that carries its charts and styles in itself and
 * loads nothing.
 */
public final class HtmlReport {

  private final StringBuilder page = new StringBuilder();

  private HtmlReport() {}

  /**
   * Writes the page to a file, replacing it as a whole.
   *
   * @param file where to write; missing folders are made
   * @param report the run
   * @throws IOException where the file cannot be written; an older file is then left as it was
   */
  public static void write(Path file, RunReport report) throws IOException {
    ReportFile.replace(file, render(report));
  }

  static String render(RunReport report) {
    HtmlReport html = new HtmlReport();
    html.head(report);
    html.verdicts(report);
    html.bullets("Measuring", RunWords.measuring(report));
    List<String> notes = new ArrayList<>(RunWords.troubles(report));
    notes.addAll(report.notes());
    html.bullets("Notes", notes);
    Palette palette = Palette.of(report.benchmarks());
    report.benchmarks().forEach(benchmark -> html.benchmark(benchmark, palette));
    html.texts("Device", report.device());
    html.texts("Conditions", report.conditions());
    html.reproduce(report);
    html.page.append("</body>\n</html>\n");
    return html.page.toString();
  }

  private void head(RunReport report) {
    String title = RunWords.title(report);
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append(element("title", title))
        .append("<style>\n" + Stylesheet.text("page.css") + Stylesheet.text("chart.css"))
        .append("</style>\n</head>\n<body>\n")
        .append(element("h1", title))
        .append(element("p", RunWords.cost(report)));
  }

  private void verdicts(RunReport report) {
    List<BenchmarkResult> benchmarks = report.benchmarks();
    page.append(element("h2", upperFirst(VerdictWords.count(benchmarks))));
    String error = ErrorWords.of(report);
    if (!error.isEmpty()) {
      page.append(element("p", upperFirst(error) + "."));
    }
    List<String> rows = new ArrayList<>();
    for (BenchmarkResult benchmark : benchmarks) {
      if (!benchmark.verdicts().isEmpty()) {
        rows.add(
            "<tr><th colspan=\"5\" class=\"group\">"
                + Markup.escaped(benchmark.name())
                + "</th></tr>\n");
      }
      benchmark.verdicts().forEach(verdict -> rows.add(row(benchmark, verdict)));
    }
    table(List.of("verdict", "expectation", "estimate", "interval", "rounds"), rows);
  }

  private static String row(BenchmarkResult benchmark, Verdict verdict) {
    String level = VerdictWords.level(verdict).strip();
    return "<tr><td class=\"word "
        + style(verdict.outcome())
        + "\">"
        + VerdictWords.outcome(verdict.outcome())
        + "</td><td>"
        + Markup.escaped(verdict.expectation())
        + why(verdict)
        + "</td>"
        + figure(VerdictWords.estimate(benchmark, verdict), "")
        + figure(VerdictWords.bounds(benchmark, verdict), level.isEmpty() ? "" : "at " + level)
        + figure(Integer.toString(verdict.rounds()), "")
        + "</tr>\n";
  }

  /** Shows the decisive figure and the warnings; the other reasons open on a click. */
  private static String why(Verdict verdict) {
    List<String> reasons = VerdictWords.reasons(verdict);
    return reasons.stream().limit(1).map(HtmlReport::aside).collect(Collectors.joining())
        + verdict.warnings().stream()
            .map(warning -> aside("With care: " + warning.message()))
            .collect(Collectors.joining())
        + (reasons.size() < 2
            ? ""
            : "<details class=\"why\"><summary>details</summary>"
                + reasons.stream().skip(1).map(HtmlReport::aside).collect(Collectors.joining())
                + "</details>");
  }

  private void benchmark(BenchmarkResult benchmark, Palette palette) {
    page.append(element("h2", benchmark.name()));
    if (!benchmark.workload().isBlank()) {
      page.append(element("pre", benchmark.workload().strip()));
    }
    page.append(element("p", "Sampled in " + SamplingWords.of(benchmark).orElse("RUNS") + "."));
    ControlWords.of(benchmark)
        .ifPresent(words -> page.append(element("p", "A/A control: " + words + ".")));
    List<Metric> shown = ShownMetrics.of(benchmark);
    if (shown.isEmpty()) {
      page.append(element("p", "Nothing was measured."));
      return;
    }
    figures(benchmark);
    String sample = SamplingWords.unit(benchmark);
    for (Metric metric : shown) {
      chart(
          "Each " + sample + ": " + MetricNames.of(metric),
          SampleChart.draw(benchmark, metric, palette));
    }
    if (benchmark.verdicts().stream().anyMatch(v -> RatioChart.shows(benchmark, v))) {
      chart("Ratios", RatioChart.draw(benchmark, benchmark.verdicts()));
    }
    for (Metric metric : RateChart.metrics(benchmark)) {
      chart("Over time: " + MetricNames.of(metric), RateChart.draw(benchmark, metric, palette));
    }
    if (!RateChart.metrics(benchmark).isEmpty()) {
      RegimeWords.of(benchmark).forEach(words -> page.append(element("p", words)));
    }
    for (LatencyChart.Scope scope : LatencyChart.scopes(benchmark)) {
      chart("Distribution: " + scope, LatencyChart.draw(benchmark, scope, palette));
    }
    looks(benchmark, shown.get(0));
    SampleConditions conditions = SampleConditions.of(benchmark);
    details(conditions.title(), conditions.head(), conditions.rows());
    attachments(benchmark);
  }

  /** Links to what the workload's tool wrote, which lies beside the page. */
  private void attachments(BenchmarkResult benchmark) {
    List<String> items =
        benchmark.samples().stream()
            .flatMap(
                sample ->
                    sample.attachments().stream()
                        .map(
                            attachment ->
                                "<li>round "
                                    + sample.round()
                                    + ", "
                                    + Markup.escaped(sample.arm())
                                    + ": <a href=\""
                                    + Markup.escaped(attachment.file())
                                    + "\">"
                                    + Markup.escaped(attachment.name())
                                    + "</a></li>\n"))
            .toList();
    if (!items.isEmpty()) {
      page.append("<details><summary>What the workload's tool wrote</summary>\n<ul>\n")
          .append(String.join("", items))
          .append("</ul>\n</details>\n");
    }
  }

  /** The medians between the looks of slices, which are too many to be read one by one. */
  private void looks(BenchmarkResult benchmark, Metric metric) {
    List<Look> looks = SamplingWords.slices(benchmark) ? Look.of(benchmark) : List.of();
    List<String> head = new ArrayList<>(List.of("median " + MetricNames.of(metric)));
    for (Arm arm : benchmark.arms()) {
      head.add(ArmLabel.of(arm, benchmark.samples()));
    }
    List<List<String>> rows = new ArrayList<>();
    for (Look look : looks) {
      List<String> row = new ArrayList<>(List.of(look.words()));
      for (Arm arm : benchmark.arms()) {
        row.add(Figures.of(look.median(arm, metric), MainMetric.unit(benchmark, metric)));
      }
      rows.add(row);
    }
    details("Medians between looks", head, rows);
  }

  /** A table that opens on a click; nothing where it has no rows. */
  private void details(String title, List<String> head, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return;
    }
    page.append("<details><summary>" + Markup.escaped(title) + "</summary>\n");
    table(
        head,
        rows.stream()
            .map(
                row ->
                    "<tr>"
                        + row.stream().map(HtmlReport::cell).collect(Collectors.joining())
                        + "</tr>\n")
            .toList());
    page.append("</details>\n");
  }

  /** Every metric by every arm: medians of the rounds that decide, with their intervals. */
  private void figures(BenchmarkResult benchmark) {
    List<Metric> measured =
        Stream.concat(
                ShownMetrics.of(benchmark).stream(), ShownMetrics.measured(benchmark).stream())
            .distinct()
            .toList();
    List<Metric> metrics = ShownMetrics.once(benchmark, measured);
    List<String> head = new ArrayList<>(List.of("median, 95% interval"));
    for (Arm arm : benchmark.arms()) {
      head.add(ArmLabel.of(arm, benchmark.samples()));
    }
    List<String> rows = new ArrayList<>();
    for (Metric metric : metrics) {
      StringBuilder row = new StringBuilder("<tr>" + cell(MetricNames.of(benchmark, metric)));
      for (ArmFigures figures : ArmFigures.of(benchmark, metric)) {
        row.append(figure(figures.medianText(), figures.intervalText()));
      }
      rows.add(row + "</tr>\n");
    }
    table(head, rows);
    List<Sample> deciding = CleanRounds.of(benchmark.samples());
    int leftOut = benchmark.samples().size() - deciding.size();
    page.append(
        element(
            "p",
            deciding.size()
                + (deciding.size() == 1
                    ? " " + SamplingWords.unit(benchmark) + " decides"
                    : " " + SamplingWords.unit(benchmark) + "s decide")
                + (leftOut == 0 ? "." : ", " + leftOut + " in contaminated rounds do not.")
                + (metrics.size() == measured.size()
                    ? ""
                    : " What is the same in every run (all I/Os were reads, say) is shown once.")));
  }

  private void chart(String heading, Svg svg) {
    page.append(element("h3", heading)).append(svg.inline());
  }

  private void bullets(String heading, List<String> texts) {
    if (!texts.isEmpty()) {
      page.append(element("h2", heading)).append("<ul>\n");
      texts.forEach(text -> page.append(element("li", text)));
      page.append("</ul>\n");
    }
  }

  private void texts(String heading, Map<String, String> texts) {
    if (!texts.isEmpty()) {
      page.append(element("h2", heading));
      table(
          List.of(),
          texts.entrySet().stream()
              .map(e -> "<tr>" + cell(e.getKey()) + cell(e.getValue()) + "</tr>\n")
              .toList());
    }
  }

  private void reproduce(RunReport report) {
    page.append(element("h2", "Reproduce"))
        .append(
            element(
                "p",
                "The seed gives the same random order of schedulers; everything measured is in"
                    + " results.json (iosched "
                    + report.version()
                    + ")."))
        .append(element("pre", RunWords.command(report)));
  }

  private void table(List<String> head, List<String> rows) {
    if (rows.isEmpty()) {
      return;
    }
    page.append("<div class=\"scroll\"><table>\n");
    if (!head.isEmpty()) {
      page.append("<tr>");
      head.forEach(text -> page.append("<th>" + Markup.escaped(text) + "</th>"));
      page.append("</tr>\n");
    }
    rows.forEach(page::append);
    page.append("</table></div>\n");
  }

  private static String cell(String text) {
    return "<td>" + Markup.escaped(text) + "</td>";
  }

  private static String figure(String text, String below) {
    return "<td class=\"figure\">" + Markup.escaped(text) + aside(below) + "</td>";
  }

  private static String aside(String text) {
    return text.isEmpty() ? "" : "<span class=\"why\">" + Markup.escaped(text) + "</span>";
  }

  private static String element(String name, String text) {
    return "<" + name + ">" + Markup.escaped(text) + "</" + name + ">\n";
  }

  private static String style(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String upperFirst(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
