package org.iosched.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes workspaces that lie on no device under test. */
public final class Workspaces {

  private Workspaces() {}

  /** Makes one with its directory and log in {@code temp}. */
  public static Workspace in(Path temp) throws IOException {
    return new Workspace(
        Files.createDirectory(temp.resolve("dir")), temp.resolve("log"), ProcessBuilder::start);
  }
}
