package org.iosched.engine;

import org.jspecify.annotations.Nullable;

/**
 * A job text that the embedded engine does not run. The message is one sentence that names the
 * line, the option and the remedy.
 */
public final class JobException extends RuntimeException {

  private final boolean knownToFio;

  /**
   * Says why a job is refused by any engine.
   *
   * @param message one sentence, ready to be shown
   */
  public JobException(String message) {
    this(message, null, false);
  }

  JobException(String message, @Nullable Throwable cause, boolean knownToFio) {
    super(message, cause);
    this.knownToFio = knownToFio;
  }

  /** Says why the embedded engine does not run what fio runs. */
  static JobException onlyFio(String message) {
    return new JobException(message, null, true);
  }

  /**
   * Tells whether what is refused is an option or a value that fio itself has, so that the text can
   * be given to the fio binary; not so for what no engine would read.
   */
  public boolean knownToFio() {
    return knownToFio;
  }
}
