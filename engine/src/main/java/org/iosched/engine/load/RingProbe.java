package org.iosched.engine.load;

import org.jspecify.annotations.Nullable;

/** Finds out whether io_uring can be used here. */
final class RingProbe {
  private RingProbe() {}

  /** Returns why the kernel refuses a ring, or null if it gives one. */
  static @Nullable String whyRefused() {
    try {
      new Ring(1).close();
      return null;
    } catch (Ring.Refused e) {
      return e.reason();
    }
  }
}
