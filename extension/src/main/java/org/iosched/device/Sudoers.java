package org.iosched.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lines for sudoers(5) that let one user write exactly the files which a run on a queue writes.
 * Each is named in full: a {@code *} matches slashes and blanks too, and would allow any file.
 */
final class Sudoers {

  private Sudoers() {}

  /**
   * Returns the files that a run on the queue may have to write: all it saves, and can be asked.
   */
  static Set<Path> filesOf(BlockQueue queue) {
    Set<Path> files = new LinkedHashSet<>(QueueSettings.of(queue).inOrder(queue).keySet());
    for (String scheduler : queue.schedulers().listed()) {
      KnownTunables.of(scheduler).forEach(tunable -> files.add(queue.tunableFile(tunable)));
    }
    return files;
  }

  /** Returns a line for each file. */
  static List<String> lines(User user, Collection<Path> files) {
    List<String> lines = new ArrayList<>();
    for (Path file : files) {
      lines.add(
          user.inSudoers() + " ALL=(root) NOPASSWD: " + Sudo.TEE + " " + escaped(file.toString()));
    }
    return lines;
  }

  /** Escapes what separates words in sudoers, and what is a wildcard there. */
  private static String escaped(String argument) {
    // A backslash is taken off twice: by the reader of the file, and by the matching of wildcards.
    return argument.replace("\\", "\\\\\\\\").replaceAll("[,:=*?\\[\\]!# ]", "\\\\$0");
  }
}
