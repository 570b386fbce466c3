package org.iosched.reports;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Shown;
import org.iosched.dsl.Verdict;

/** Says how many expectations were decided and how many of them may be wrong. */
final class ErrorWords {

  private ErrorWords() {}

  /**
   * Returns e.g. {@code "7 decided; at 95% confidence each, about 0.4 wrong verdicts may be among
   * them"}; empty without expectations.
   *
   * <p>Each expectation errs with at most 1 − its plan's confidence, so the sum of these bounds the
   * expected number of wrong verdicts and, where it is less than 1, the chance of any (Boole's
   * inequality), however the expectations depend on each other.
   */
  static String of(RunReport report) {
    int expectations = 0;
    int decided = 0;
    double wrong = 0;
    Set<Double> confidences = new TreeSet<>();
    for (BenchmarkResult benchmark : report.benchmarks()) {
      for (Verdict verdict : benchmark.verdicts()) {
        expectations++;
        decided += verdict.outcome() == Outcome.INCONCLUSIVE ? 0 : 1;
        wrong += 1 - benchmark.plan().confidence();
        confidences.add(benchmark.plan().confidence());
      }
    }
    if (expectations == 0) {
      return "";
    }
    if (decided == 0) {
      return "none decided";
    }
    if (report.familywise()) {
      return decided
          + " decided; the chance that any "
          + (decided == 1 ? "is" : "of them is")
          + " wrong is at most "
          + Shown.percent(rounded(Math.min(1, wrong)));
    }
    String each =
        confidences.stream().map(Shown::percent).collect(Collectors.joining(" or "))
            + " confidence";
    return expectations == 1
        ? "decided at " + each
        : decided
            + " decided; at "
            + each
            + " each, about "
            + BigDecimal.valueOf(rounded(wrong)).stripTrailingZeros().toPlainString()
            + " wrong verdicts may be among them";
  }

  /** Two digits: it is a bound, and sums of decimals end in dust. */
  private static double rounded(double value) {
    return new BigDecimal(value).round(new MathContext(2)).doubleValue();
  }
}
