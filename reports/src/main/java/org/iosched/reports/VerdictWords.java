package org.iosched.reports;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Unit;
import org.iosched.dsl.Verdict;

/** Says in words what a verdict holds in numbers. */
final class VerdictWords {

  private VerdictWords() {}

  static String outcome(Outcome outcome) {
    return outcome.name().replace('_', ' ');
  }

  /** Returns e.g. {@code "ratio 1.107, 98% interval [1.096, 1.118], 12 rounds"}. */
  static String evidence(Verdict verdict) {
    String rounds = verdict.rounds() == 1 ? "1 round" : verdict.rounds() + " rounds";
    if (Double.isNaN(verdict.estimate()) && Double.isNaN(verdict.low())) {
      return "no estimate, " + rounds;
    }
    return (ClaimWords.isRatio(verdict.expectation()) ? "ratio " : "")
        + estimate(verdict)
        + interval(verdict)
        + ", "
        + rounds;
  }

  static String estimate(Verdict verdict) {
    return ClaimWords.isRatio(verdict.expectation())
        ? Figures.ratio(verdict.estimate())
        : Figures.of(verdict.estimate(), ClaimWords.unit(verdict.expectation()));
  }

  private static String interval(Verdict verdict) {
    if (Double.isNaN(verdict.low()) || Double.isNaN(verdict.high())) {
      return "";
    }
    return ", " + level(verdict) + "interval " + bounds(verdict);
  }

  static String bounds(Verdict verdict) {
    Unit unit = ClaimWords.unit(verdict.expectation());
    return (ClaimWords.isRatio(verdict.expectation())
        ? Figures.ratioInterval(verdict.low(), verdict.high())
        : Figures.intervalBeside(estimate(verdict), verdict.low(), verdict.high(), unit));
  }

  static String level(Verdict verdict) {
    return Double.isFinite(verdict.level())
        ? String.format(Locale.ROOT, "%.3g%% ", verdict.level() * 100)
        : "";
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
