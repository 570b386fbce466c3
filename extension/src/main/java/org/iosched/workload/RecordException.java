package org.iosched.workload;

/**
 * Says that a recorded text, or what a tool wrote, cannot be read or tells of a failed run. The
 * message is one sentence that names the place, what stands there and what was expected.
 */
public final class RecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what is wrong.
   *
   * @param message one sentence, ready to be shown
   */
  public RecordException(String message) {
    super(message, null, false, true);
  }
}
