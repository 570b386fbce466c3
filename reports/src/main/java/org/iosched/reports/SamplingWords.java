package org.iosched.reports;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.SamplingPlan;

/** Says how benchmarks were sampled, and why so. */
final class SamplingWords {

  private SamplingWords() {}

  /** Tells whether the samples of a benchmark are slices of a workload that kept running. */
  static boolean slices(BenchmarkResult benchmark) {
    return benchmark.sampling() instanceof SamplingPlan.Slices;
  }

  /** Returns what one sample of a benchmark is: {@code "slice"} or {@code "run"}. */
  static String unit(BenchmarkResult benchmark) {
    return slices(benchmark) ? "slice" : "run";
  }

  /** Returns e.g. {@code "SLICES of 0.2 s, the first 0.02 s of each discarded"} or "RUNS". */
  static String kind(BenchmarkResult benchmark) {
    if (benchmark.sampling() instanceof SamplingPlan.Slices slices) {
      return "SLICES of "
          + seconds(slices.sliceSeconds())
          + (slices.settleSeconds() > 0
              ? ", the first " + seconds(slices.settleSeconds()) + " of each discarded"
              : "");
    }
    return "RUNS";
  }

  /**
   * Returns the kind and the reason, e.g. {@code "RUNS: bfq changes after 2.5 s"}; empty for runs
   * without a reason, which are what everybody expects.
   */
  static Optional<String> of(BenchmarkResult benchmark) {
    String reason = PlainText.oneLine(benchmark.sampling().reason()).replaceAll("\\.$", "");
    if (reason.isEmpty() && !slices(benchmark)) {
      return Optional.empty();
    }
    return Optional.of(kind(benchmark) + (reason.isEmpty() ? "" : ": " + reason));
  }

  /** Returns a line for each way of sampling, naming the benchmarks that were sampled so. */
  static List<String> lines(List<BenchmarkResult> benchmarks) {
    String commonClass = BenchmarkName.commonClass(benchmarks);
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (BenchmarkResult benchmark : benchmarks) {
      of(benchmark)
          .ifPresent(
              words ->
                  names
                      .computeIfAbsent(words, each -> new ArrayList<>())
                      .add(BenchmarkName.shown(benchmark, commonClass)));
    }
    return names.entrySet().stream()
        .map(entry -> "Sampled: " + String.join(", ", entry.getValue()) + " in " + entry.getKey())
        .map(line -> line + ".")
        .toList();
  }

  private static String seconds(double seconds) {
    return new BigDecimal(seconds).round(new MathContext(2)).stripTrailingZeros().toPlainString()
        + " s";
  }
}
