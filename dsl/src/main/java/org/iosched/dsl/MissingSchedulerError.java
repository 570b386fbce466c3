package org.iosched.dsl;

/**
 * Says that an assertion names a scheduler that its benchmark was not measured under. The test
 * framework knows whether it was left out of this run or never declared.
 */
public final class MissingSchedulerError extends AssertionError {
  private static final long serialVersionUID = 1L;

  MissingSchedulerError(String message) {
    super(message);
  }

  /** Creates the error with a message and a cause; soft assertions rebuild it so. */
  public MissingSchedulerError(String message, Throwable cause) {
    super(message, cause);
  }
}
