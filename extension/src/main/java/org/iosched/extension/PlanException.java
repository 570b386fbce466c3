package org.iosched.extension;

/**
 * Says that a benchmark cannot be run as it is written or configured; nothing was measured and the
 * machine was not changed. The message is one sentence that names the place and the remedy.
 */
public final class PlanException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PlanException(String message) {
    // The place is in the message; a stack through JUnit would only bury it.
    super(message, null, false, false);
  }
}
