package org.iosched.engine;

import org.jspecify.annotations.Nullable;

/**
 * A run that failed: the target cannot be opened, an I/O ended in an error, or the engine's process
 * ended. The message is one sentence that names the target, the offset where there is one, and the
 * kernel's name of the error.
 */
public final class EngineException extends RuntimeException {
  /**
   * Says what failed.
   *
   * @param message one sentence, ready to be shown
   */
  public EngineException(String message) {
    this(message, null);
  }

  /**
   * Says what failed, and because of what.
   *
   * @param message one sentence, ready to be shown
   * @param cause what was caught, or null
   */
  public EngineException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
