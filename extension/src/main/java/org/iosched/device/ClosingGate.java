package org.iosched.device;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one change of the device through at a time, and none after it was closed: on a signal the
 * test thread runs on while the shutdown hook restores, and must not switch once more.
 */
final class ClosingGate {

  // Fair, or a thread that switches in a loop may overtake the closing one for ever.
  private final ReentrantLock lock = new ReentrantLock(true);
  private boolean closed;

  /**
   * Runs a change.
   *
   * @throws DeviceException if the gate is closed
   */
  void pass(Runnable change) {
    boolean unused =
        this.<Boolean, RuntimeException>passing(
            () -> {
              change.run();
              return true;
            });
  }

  /** A change that has a result and may fail. */
  @FunctionalInterface
  interface Change<T, E extends Exception> {
    T make() throws E;
  }

  /**
   * Makes a change and returns its result.
   *
   * @throws DeviceException if the gate is closed
   */
  <T, E extends Exception> T passing(Change<T, E> change) throws E {
    lock.lock();
    try {
      if (closed) {
        throw new DeviceException(
            "the run is ending and its device is being restored; nothing is changed any more");
      }
      return change.make();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the change that is under way, and lets none through afterwards. */
  void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }
}
