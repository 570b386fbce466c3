package org.iosched.dsl;

import java.util.List;
import java.util.Optional;

/** Decides by the samples and the looks of the benchmark. */
final class ChainDecider implements Decider {

  @Override
  public Verdict decide(BenchmarkResult benchmark, Expectation expectation) {
    List<String> armNames = Arms.names(benchmark.arms());
    expectation.check(armNames);
    Optional<String> obstacle =
        benchmark
            .obstacle()
            .or(expectation::undecidable)
            .or(() -> expectation.unsuitable(benchmark.continuous()));
    if (obstacle.isPresent()) {
      return Verdict.undecided(expectation.toString(), 0, obstacle.get());
    }
    return Verdicts.decide(
        expectation.toString(),
        expectation.meaning(),
        expectation.phase(),
        expectation.claims(armNames),
        benchmark.samples(),
        benchmark.plan());
  }
}
