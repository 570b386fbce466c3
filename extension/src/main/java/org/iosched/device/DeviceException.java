package org.iosched.device;

/**
 * Says in one sentence what is wrong with a device and what helps. When it is thrown while a device
 * is opened or switched, the machine is as it was before.
 */
public sealed class DeviceException extends RuntimeException permits NotRestoredException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception that says {@code sentence}. */
  public DeviceException(String sentence) {
    super(sentence);
  }

  /** Makes an exception that says {@code sentence}, with what it was caused by. */
  public DeviceException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
