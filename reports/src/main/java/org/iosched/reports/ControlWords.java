package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Verdict;

/** Says how the A/A controls came out, which compare an arm with itself. */
final class ControlWords {

  private ControlWords() {}

  /** Returns e.g. {@code "passed (ratio 1.002, 99% interval [0.995, 1.009], 12 rounds)"}. */
  static Optional<String> of(BenchmarkResult benchmark) {
    return benchmark
        .control()
        .map(verdict -> word(verdict) + " (" + figures(benchmark, verdict) + ")");
  }

  /** Returns one line on all controls of a run; empty where there was none. */
  static Optional<String> line(List<BenchmarkResult> benchmarks) {
    String commonClass = BenchmarkName.commonClass(benchmarks);
    int controls = 0;
    int passed = 0;
    List<String> others = new ArrayList<>();
    for (BenchmarkResult benchmark : benchmarks) {
      if (benchmark.control().isEmpty()) {
        continue;
      }
      controls++;
      Verdict verdict = benchmark.control().get();
      if (verdict.outcome() == Outcome.MET) {
        passed++;
      } else {
        others.add(
            word(verdict)
                + " in "
                + BenchmarkName.shown(benchmark, commonClass)
                + " ("
                + figures(benchmark, verdict)
                + ")"
                + (verdict.outcome() == Outcome.NOT_MET ? ", whose verdicts decide nothing" : ""));
      }
    }
    if (controls == 0) {
      return Optional.empty();
    }
    String all = "A/A control: passed in " + passed + " of " + controls;
    others.add(0, all + (controls == 1 ? " benchmark" : " benchmarks"));
    return Optional.of(String.join("; ", others) + ".");
  }

  private static String word(Verdict verdict) {
    return switch (verdict.outcome()) {
      case MET -> "passed";
      case NOT_MET -> "failed";
      case INCONCLUSIVE -> "undecided";
    };
  }

  private static String figures(BenchmarkResult benchmark, Verdict verdict) {
    String evidence = VerdictWords.evidence(benchmark, verdict);
    return Double.isFinite(verdict.estimate()) && !evidence.startsWith("ratio ")
        ? "ratio " + evidence
        : evidence;
  }
}
