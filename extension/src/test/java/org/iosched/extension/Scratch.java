package org.iosched.extension;

import java.nio.file.Path;

/** Where tests let reports be written: below the build's own folder. */
final class Scratch {
  private Scratch() {}

  static Path directory() {
    return Path.of("target", "test-output").toAbsolutePath();
  }
}
