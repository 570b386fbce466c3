package org.iosched.device;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes directory trees. */
public final class Trees {

  private Trees() {}

  /**
   * Deletes a directory with all that is in it, not following links.
   *
   * @throws DeviceException if something cannot be deleted
   */
  public static void delete(Path root) {
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
                throws IOException {
              if (e != null) {
                throw e;
              }
              Files.deleteIfExists(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (NoSuchFileException e) {
      // The workload may have deleted it itself.
    } catch (IOException e) {
      throw new DeviceException(
          root + " cannot be deleted (does a process still write there?): " + e.getMessage(), e);
    }
  }
}
