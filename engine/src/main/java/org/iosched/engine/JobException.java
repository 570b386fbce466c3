package org.iosched.engine;

import org.jspecify.annotations.Nullable;

/**
 * A job text that the embedded engine does not run. The message is one sentence that names the
 * line, the option and the remedy.
 */
public final class JobException extends RuntimeException {
  /**
   * Says why a job is refused.
   *
   * @param message one sentence, ready to be shown
   */
  public JobException(String message) {
    this(message, null);
  }

  JobException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
