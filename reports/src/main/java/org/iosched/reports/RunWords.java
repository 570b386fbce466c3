package org.iosched.reports;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Shown;
import org.iosched.dsl.Unit;
import org.iosched.dsl.Verdict;

/** Says what is true of a run as a whole, in the same sentences in every report. */
final class RunWords {

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

  private RunWords() {}

  static String startedAt(RunReport report) {
    return MINUTE.format(report.startedAt());
  }

  /** Returns e.g. {@code "model ACME 980, size 1 TB"}. */
  static String listed(Map<String, String> texts) {
    return texts.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Returns how many expectations were decided, and what that cost and saved. */
  static String cost(RunReport report) {
    HarnessCost cost = report.harnessCost();
    List<Verdict> verdicts =
        report.benchmarks().stream().flatMap(b -> b.verdicts().stream()).toList();
    long decided = verdicts.stream().filter(v -> v.outcome() != Outcome.INCONCLUSIVE).count();
    String sentences =
        "Decided: "
            + decided
            + " of "
            + verdicts.size()
            + (verdicts.size() == 1 ? " expectation" : " expectations")
            + ", in "
            + Figures.time(report.measuring())
            + ".";
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

  /** Returns one sentence for each invocation that failed and each benchmark that did not run. */
  static List<String> troubles(RunReport report) {
    return Stream.concat(
            report.failures().stream()
                .map(
                    failure ->
                        "Failed: "
                            + failure.benchmark()
                            + " under "
                            + failure.arm()
                            + ": "
                            + failure.message()),
            report.skipped().stream()
                .map(skipped -> "Not run: " + skipped.name() + ": " + skipped.reason()))
        .toList();
  }

  /** Returns the command that runs the suite in the same order again. */
  static String command(RunReport report) {
    return "mvn test -Dsuite=" + quoted(report.suite()) + " -Dseed=" + report.seed();
  }

  /** Several suites are joined by a sign that shells take for a pipe. */
  private static String quoted(String word) {
    return word.matches("[\\w.-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** Returns the workload on one line. */
  static String workload(BenchmarkResult benchmark) {
    return PlainText.oneLine(benchmark.workload());
  }
}
