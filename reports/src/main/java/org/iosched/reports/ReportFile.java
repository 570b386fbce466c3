package org.iosched.reports;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;

/** Writes files so that a reader sees the old one or the new one, never half of one. */
final class ReportFile {

  private ReportFile() {}

  /** What to put into a file. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  static void replace(Path file, String content) throws IOException {
    replace(file, out -> out.write(content.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Writes beside the file, then renames over it. Folders that are missing are made; what is made
   * belongs to the caller of sudo.
   */
  static void replace(Path file, Content content) throws IOException {
    Path target = file.toAbsolutePath();
    if (target.getParent() == null) {
      throw new IOException(file + " is a folder, not a file to write a report to");
    }
    createFolder(target.getParent());
    // Not createTempFile: that one hides the report from everybody but root.
    Path unfinished =
        target.resolveSibling(
            "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    try {
      try (OutputStream out = Files.newOutputStream(unfinished)) {
        content.writeTo(out);
      }
      Ownership.handOver(unfinished);
      Files.move(
          unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** Makes a folder and those above it that are missing. */
  static void createFolder(Path folder) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path at = folder.toAbsolutePath(); at != null && !Files.exists(at); at = at.getParent()) {
      missing.push(at);
    }
    Files.createDirectories(folder);
    Ownership.handOver(missing.toArray(Path[]::new));
  }
}
