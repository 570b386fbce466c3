package org.iosched.device;

/**
 * Closes a device when the JVM ends by a signal or {@code System.exit} before somebody has closed
 * it.
 */
final class ShutdownRestore {

  private final Thread hook;

  private ShutdownRestore(Thread hook) {
    this.hook = hook;
  }

  /** Has {@code close} run when the JVM shuts down, until {@link #remove()}. */
  static ShutdownRestore of(String device, Runnable close) {
    Thread hook =
        new Thread(
            () -> {
              try {
                close.run();
              } catch (DeviceException e) {
                System.err.println(e.getMessage());
              }
            },
            "restore-" + device);
    Runtime.getRuntime().addShutdownHook(hook);
    return new ShutdownRestore(hook);
  }

  /** Takes the hook out again; does nothing when the JVM is shutting down. */
  void remove() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook itself has called; nothing is left to be taken out.
    }
  }
}
