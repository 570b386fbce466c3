package org.iosched.dsl;

/**
 * Says that an assertion names a benchmark of which there are no results: it was not selected, has
 * not run yet, or does not exist. The test framework knows which of these it was.
 */
public final class MissingBenchmarkError extends InconclusiveError {
  private static final long serialVersionUID = 1L;

  private final String benchmark;

  MissingBenchmarkError(String benchmark, String message) {
    super(message);
    this.benchmark = benchmark;
  }

  /** Creates the error with a message and a cause; soft assertions rebuild it so. */
  public MissingBenchmarkError(String message, Throwable cause) {
    super(message, cause);
    this.benchmark = "";
  }

  /** Returns the benchmark as the assertion named it; empty if it named none. */
  public String benchmark() {
    return benchmark;
  }
}
