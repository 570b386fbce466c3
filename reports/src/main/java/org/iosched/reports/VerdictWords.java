package org.iosched.reports;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Shown;
import org.iosched.dsl.Verdict;

/** Says in words what a verdict holds in numbers. */
final class VerdictWords {

  private VerdictWords() {}

  static String outcome(Outcome outcome) {
    return outcome.name().replace('_', ' ');
  }

  /** Returns e.g. {@code "ratio 1.107, 98% interval [1.096, 1.118], 12 rounds"}. */
  static String evidence(BenchmarkResult benchmark, Verdict verdict) {
    String rounds = verdict.rounds() == 1 ? "1 round" : verdict.rounds() + " rounds";
    if (Double.isNaN(verdict.estimate()) && Double.isNaN(verdict.low())) {
      return "no estimate, " + rounds;
    }
    return (Claimed.of(benchmark, verdict).ratio() ? "ratio " : "")
        + estimate(benchmark, verdict)
        + interval(benchmark, verdict)
        + ", "
        + rounds;
  }

  static String estimate(BenchmarkResult benchmark, Verdict verdict) {
    return Claimed.of(benchmark, verdict).figure(verdict.estimate());
  }

  private static String interval(BenchmarkResult benchmark, Verdict verdict) {
    String bounds = bounds(benchmark, verdict);
    return bounds.equals(Figures.NONE)
        ? ", no interval"
        : ", " + level(verdict) + "interval " + bounds;
  }

  static String bounds(BenchmarkResult benchmark, Verdict verdict) {
    return Claimed.of(benchmark, verdict)
        .interval(verdict.low(), verdict.high(), verdict.estimate());
  }

  /** Returns the message for a place that shows neither the outcome nor the sentence. */
  static String message(Verdict verdict) {
    String outcome = outcome(verdict.outcome()) + ": ";
    return verdict.message().startsWith(outcome) ? verdict.message() : outcome + verdict.message();
  }

  /**
   * Returns the lines of the message for a place that shows the outcome, the sentence and the
   * warnings already.
   */
  static List<String> reasons(Verdict verdict) {
    return verdict
        .message()
        .lines()
        .map(line -> withoutPrefix(line.strip(), outcome(verdict.outcome()) + ": "))
        .map(line -> withoutPrefix(line, verdict.expectation()))
        .map(line -> withoutPrefix(line, ":"))
        .map(line -> line.matches("\\(.*\\)") ? line.substring(1, line.length() - 1) : line)
        .filter(line -> !line.isEmpty() && !line.startsWith("warning ("))
        .toList();
  }

  private static String withoutPrefix(String line, String prefix) {
    return line.startsWith(prefix) ? line.substring(prefix.length()).strip() : line;
  }

  static String level(Verdict verdict) {
    return Double.isFinite(verdict.level()) ? Shown.percent(verdict.level()) + " " : "";
  }

  /** Returns e.g. {@code "9 expectations: 5 met, 2 not met, 2 inconclusive"}. */
  static String count(List<BenchmarkResult> benchmarks) {
    List<Verdict> verdicts = benchmarks.stream().flatMap(b -> b.verdicts().stream()).toList();
    if (verdicts.isEmpty()) {
      return "no expectations";
    }
    return (verdicts.size() == 1 ? "1 expectation: " : verdicts.size() + " expectations: ")
        + List.of(Outcome.values()).stream()
            .map(
                outcome ->
                    verdicts.stream().filter(v -> v.outcome() == outcome).count()
                        + " "
                        + outcome(outcome).toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
  }
}
