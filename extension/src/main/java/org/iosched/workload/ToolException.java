package org.iosched.workload;

/**
 * Says that what a user wrote for a tool cannot be run. The message is one sentence that names the
 * word, what is wrong with it and the remedy.
 */
public final class ToolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what is wrong.
   *
   * @param message one sentence, ready to be shown
   */
  public ToolException(String message) {
    super(message, null, false, true);
  }
}
