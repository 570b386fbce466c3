package org.iosched.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps file workloads from following links out of their directory. */
public final class Links {

  private Links() {}

  /**
   * Checks that a path below a directory leads to no place outside of it, as far as it exists; a
   * link whose goal does not exist is taken to lead out.
   *
   * @param path below the directory by its name
   * @throws ExecException naming the link
   */
  public static void refuseLeadingOut(Path directory, Path path) {
    Path below = directory;
    for (Path part : directory.relativize(path)) {
      below = below.resolve(part);
      if (Files.isSymbolicLink(below) && !staysInside(directory, below)) {
        throw new ExecException(
            below
                + " is a link that leads out of "
                + directory
                + ", which a workload must not; remove the link");
      }
    }
  }

  private static boolean staysInside(Path directory, Path link) {
    try {
      return link.toRealPath().startsWith(directory.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }
}
