package org.iosched.extension;

/** Fails a leaf with a verdict's message; a stack through the engine would only bury it. */
final class VerdictError extends AssertionError {
  private static final long serialVersionUID = 1L;

  VerdictError(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
