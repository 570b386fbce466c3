package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Metric;

/** Renders a run as plain text that can be pasted into a mail. */
public final class SummaryTable {

  private static final int WIDTH = 100;
  private static final int NAME_WIDTH = 32;
  private static final int CELL_WIDTH = 20;
  private static final String GAP = "  ";

  private final List<String> lines = new ArrayList<>();

  private SummaryTable() {}

  /**
   * Returns the summary: schedulers by benchmarks with medians, then verdicts, conditions and cost.
   *
   * @param report the run
   * @return lines of at most 100 characters, each ending with a line break
   */
  public static String render(RunReport report) {
    SummaryTable table = new SummaryTable();
    table.head(report);
    table.figures(report.benchmarks());
    table.verdicts(report);
    table.measuring(report);
    table.troubles(report);
    table.surroundings(report);
    return table.lines.stream()
        .map(line -> line.stripTrailing() + "\n")
        .collect(Collectors.joining());
  }

  private void head(RunReport report) {
    paragraph(
        "iosched "
            + report.version()
            + ", "
            + RunWords.subject(report)
            + ", "
            + RunWords.startedAt(report)
            + ", seed "
            + report.seed());
    lines.add("");
  }

  /** Benchmarks that follow each other with the same arms share the head of their columns. */
  private void figures(List<BenchmarkResult> benchmarks) {
    String commonClass = BenchmarkName.commonClass(benchmarks);
    List<BenchmarkResult> group = new ArrayList<>();
    for (BenchmarkResult benchmark : benchmarks) {
      if (!group.isEmpty() && !labels(group.get(0)).equals(labels(benchmark))) {
        group(group, commonClass);
        group.clear();
      }
      group.add(benchmark);
    }
    if (!group.isEmpty()) {
      group(group, commonClass);
      lines.add("Medians, with the 95% interval of the median below.");
      lines.add("");
    }
  }

  private void group(List<BenchmarkResult> benchmarks, String commonClass) {
    List<Row> rows = benchmarks.stream().flatMap(b -> Row.of(b, commonClass).stream()).toList();
    int nameWidth =
        rows.stream()
            .mapToInt(row -> Math.max(PlainText.length(row.name), PlainText.length(row.workload)))
            .max()
            .orElse(0);
    List<String> labels = labels(benchmarks.get(0));
    int from = 0;
    while (from < labels.size()) {
      int to = from;
      int used = nameWidth;
      List<Integer> widths = new ArrayList<>();
      while (to < labels.size()) {
        int column = to;
        int width =
            rows.stream()
                .map(row -> row.cells.get(column))
                .flatMap(cell -> Stream.of(cell.median, cell.interval))
                .mapToInt(PlainText::length)
                .max()
                .orElse(0);
        width = Math.max(width, PlainText.length(head(labels.get(column), 0)));
        width = Math.max(width, PlainText.length(head(labels.get(column), 1)));
        if (to > from && used + GAP.length() + width > WIDTH) {
          break;
        }
        used += GAP.length() + width;
        widths.add(width);
        to++;
      }
      columns(rows, labels, nameWidth, from, widths);
      from = to;
    }
  }

  private void columns(
      List<Row> rows, List<String> labels, int nameWidth, int from, List<Integer> widths) {
    for (int part = 0; part < 2; part++) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < widths.size(); i++) {
        cells.add(head(labels.get(from + i), part));
      }
      if (cells.stream().anyMatch(cell -> !cell.isEmpty())) {
        line("", nameWidth, cells, widths);
      }
    }
    int total = nameWidth + widths.stream().mapToInt(width -> width + GAP.length()).sum();
    lines.add("-".repeat(total));
    for (Row row : rows) {
      List<Cell> cells = row.cells.subList(from, from + widths.size());
      line(row.name, nameWidth, cells.stream().map(cell -> cell.median).toList(), widths);
      if (!row.workload.isBlank() || cells.stream().anyMatch(Cell::hasInterval)) {
        line(row.workload, nameWidth, cells.stream().map(cell -> cell.interval).toList(), widths);
      }
    }
    lines.add("");
  }

  private void line(String name, int nameWidth, List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder(PlainText.padded(name, nameWidth));
    for (int i = 0; i < cells.size(); i++) {
      line.append(GAP).append(PlainText.padded(cells.get(i), widths.get(i)));
    }
    lines.add(line.toString());
  }

  /** The head of a column has two lines: the arm's name, and what stood behind it. */
  private static String head(String label, int part) {
    int bracket = label.indexOf(" (");
    String text =
        part == 0
            ? (bracket < 0 ? label : label.substring(0, bracket))
            : (bracket < 0 ? "" : label.substring(bracket + 1));
    return PlainText.cut(PlainText.oneLine(text), CELL_WIDTH);
  }

  private static List<String> labels(BenchmarkResult benchmark) {
    return benchmark.arms().stream().map(arm -> ArmLabel.of(arm, benchmark.samples())).toList();
  }

  private record Cell(String median, String interval) {

    boolean hasInterval() {
      return !interval.isEmpty() && !interval.equals(Figures.NONE);
    }
  }

  private record Row(String name, String workload, List<Cell> cells) {

    /** One row for the main metric, and one for each other that is claimed about. */
    static List<Row> of(BenchmarkResult benchmark, String commonClass) {
      List<Metric> shown = ShownMetrics.of(benchmark);
      BenchmarkName parts = BenchmarkName.of(benchmark.name());
      String name = PlainText.cut(PlainText.oneLine(parts.within(commonClass)), NAME_WIDTH);
      String workload =
          PlainText.cut(
              "  "
                  + (parts.alternative().isEmpty()
                      ? WorkloadWords.of(benchmark)
                      : PlainText.oneLine(parts.alternative())),
              NAME_WIDTH);
      if (shown.isEmpty()) {
        return List.of(
            new Row(
                name,
                workload,
                benchmark.arms().stream().map(arm -> new Cell(Figures.NONE, "")).toList()));
      }
      List<Row> rows = new ArrayList<>();
      for (Metric metric : shown) {
        List<Cell> cells =
            ArmFigures.of(benchmark, metric).stream()
                .map(figures -> new Cell(figures.medianText(), figures.intervalText()))
                .toList();
        rows.add(
            rows.isEmpty()
                ? new Row(name, workload, cells)
                : new Row(PlainText.cut("  " + MetricNames.of(metric), NAME_WIDTH), "", cells));
      }
      return rows;
    }
  }

  private void verdicts(RunReport report) {
    List<BenchmarkResult> benchmarks = report.benchmarks();
    paragraph(
        upperFirst(VerdictWords.count(benchmarks))
            + "."
            + (VerdictList.choosesPairs(benchmarks)
                ? " Of several pairs the decisive one is shown."
                : ""));
    String error = ErrorWords.of(report);
    if (!error.isEmpty()) {
      paragraph(upperFirst(error) + ".");
    }
    lines.addAll(VerdictList.of(benchmarks, BenchmarkName.commonClass(benchmarks), WIDTH));
    lines.add("");
  }

  private void measuring(RunReport report) {
    List<String> sentences = RunWords.measuring(report);
    sentences.forEach(this::paragraph);
    if (!sentences.isEmpty()) {
      lines.add("");
    }
  }

  private void troubles(RunReport report) {
    List<String> troubles = new ArrayList<>(RunWords.troubles(report));
    report.notes().forEach(note -> troubles.add("Note: " + note));
    troubles.forEach(this::paragraph);
    if (!troubles.isEmpty()) {
      lines.add("");
    }
  }

  private void surroundings(RunReport report) {
    ShortSurroundings.of(report).forEach(this::paragraph);
    paragraph(RunWords.cost(report));
    paragraph(RunWords.repeating(report));
  }

  private void paragraph(String text) {
    lines.addAll(PlainText.wrap("", 2, text, WIDTH));
  }

  private static String upperFirst(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
