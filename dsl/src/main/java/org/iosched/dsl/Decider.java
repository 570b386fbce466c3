package org.iosched.dsl;

/** Decides an expectation from what a benchmark measured. */
@FunctionalInterface
public interface Decider {

  /**
   * Decides an expectation.
   *
   * @param benchmark what was measured
   * @param expectation what is claimed
   * @return MET, NOT_MET, or INCONCLUSIVE with the reason
   * @throws SentenceException if the expectation names an arm that the benchmark does not have
   */
  Verdict decide(BenchmarkResult benchmark, Expectation expectation);
}
