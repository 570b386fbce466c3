package org.iosched.dsl;

/**
 * Says that an assertion names a benchmark of which there are no results: it was not selected, has not
 * run yet, or does not exist.
 */
public final class MissingBenchmarkError extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final String benchmark;

  MissingBenchmarkError(String benchmark, String message) {
    super(message);
    this.benchmark = benchmark;
  }

  /** Returns the benchmark as the assertion named it. */
  public String benchmark() {
    return benchmark;
  }
}
