package org.iosched.extension;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the texts that annotations name by a file. */
final class TextFiles {

  /** A text beyond it is none that a person wrote, and no result of a run. */
  private static final long MOST_BYTES = 64L << 20;

  private TextFiles() {}

  /**
   * Reads a resource beside a class or at the root of the class path, or a file on disk. Bytes that
   * are no UTF-8 are replaced, since a mail may hold any.
   *
   * @param place the annotation's attribute, for messages, e.g. {@code "@Workload(fioFile)"}
   * @throws PlanException if there is no such file, or it cannot be read
   */
  static String read(String place, String name, Class<?> testClass) {
    try (InputStream resource = resource(name, testClass)) {
      if (resource != null) {
        return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw unreadable(place, name, e);
    }
    Path file =
        onDisk(name)
            .filter(Files::isRegularFile)
            .orElseThrow(() -> missing(place, name, testClass));
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new PlanException(
            place
                + " names "
                + name
                + ", which has "
                + Files.size(file)
                + " bytes; a text of more than "
                + (MOST_BYTES >> 20)
                + " MiB is not read.");
      }
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw unreadable(place, name, e);
    }
  }

  /** Opens a resource beside a class or at the root of the class path; null if there is none. */
  static @Nullable InputStream resource(String name, Class<?> testClass) {
    InputStream beside = testClass.getResourceAsStream(name);
    return beside != null || name.startsWith("/")
        ? beside
        : testClass.getResourceAsStream("/" + name);
  }

  private static Optional<Path> onDisk(String name) {
    try {
      return Optional.of(Path.of(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static PlanException missing(String place, String name, Class<?> testClass) {
    return new PlanException(
        place
            + " names "
            + name
            + ", which is neither a resource beside "
            + testClass.getSimpleName()
            + " or at the root of the class path, nor a file below "
            + Path.of("").toAbsolutePath()
            + "; correct the name.");
  }

  private static PlanException unreadable(String place, String name, IOException e) {
    return new PlanException(place + " names " + name + ", which cannot be read: " + e);
  }
}
