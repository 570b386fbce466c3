package org.iosched.workload;

/**
 * Says that a command of a workload failed, timed out or could not be started; the message names
 * the command, its status and the last lines of its log.
 */
public final class ExecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what failed.
   *
   * @param message one sentence, ready to be shown; output of the program may follow it
   */
  public ExecException(String message) {
    super(message, null, false, true);
  }
}
