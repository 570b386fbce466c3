package org.iosched.device;

import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Closes a device when the JVM ends by a signal or {@code System.exit} before somebody has closed
 * it, and says what became of it.
 */
final class ShutdownRestore {

  private final Thread hook;

  private ShutdownRestore(Thread hook) {
    this.hook = hook;
  }

  /**
   * Has {@code close} run when the JVM shuts down, until {@link #remove()}.
   *
   * @param close returns what is to be told of it; nothing if it was closed already
   */
  static ShutdownRestore of(String device, Supplier<Optional<String>> close) {
    PrintStream console = BuildConsole.open();
    Thread hook =
        new Thread(
            () -> close.get().ifPresent(words -> console.println("iosched: " + words)),
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
