package org.iosched.dsl;

import java.util.List;

/** Small results for tests of the chain. */
final class Samples {

  private Samples() {}

  static Results results(BenchmarkResult... benchmarks) {
    return new Results(List.of(benchmarks));
  }

  static BenchmarkResult benchmark(String name, String workload) {
    return new BenchmarkResult(
        name,
        workload,
        false,
        Arms.parseAll(List.of("noop", "cfq", "eager = deadline[fifo_batch=1]")),
        new LookPlan(List.of(6), 0.05, 0.95),
        List.of(),
        List.of());
  }

  static Verdict verdict(Expectation expectation, Outcome outcome, String message) {
    return new Verdict(expectation.toString(), outcome, 1.2, 1.1, 1.3, 0.9, 6, List.of(), message);
  }
}
