package org.iosched.dsl;

/**
 * Says that the evidence neither supports nor refutes an expectation. It is an {@link
 * AssertionError} so that soft assertions collect it beside the failures they hold instead of
 * losing those; whoever runs the test turns it into an aborted one.
 */
public sealed class InconclusiveError extends AssertionError permits MissingBenchmarkError {

  /** Creates the error with the verdict's message. */
  public InconclusiveError(String message) {
    super(message);
  }

  /** Creates the error with a message and a cause; soft assertions rebuild it so. */
  public InconclusiveError(String message, Throwable cause) {
    super(message, cause);
  }
}
