package org.iosched.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the kernel tells of itself; tests put recorded texts in its place.
 *
 * @param proc where procfs is mounted
 * @param sys where sysfs is mounted
 */
record KernelFiles(Path proc, Path sys) {

  /** This machine's. */
  static final KernelFiles REAL = new KernelFiles(Path.of("/proc"), Path.of("/sys"));

  /** Returns the content of a file; empty where there is none or it may not be read. */
  static Optional<String> read(Path file) {
    try {
      // Names of processes may be in any encoding.
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the entries of a directory whose names match a glob; none where there is none. */
  static List<Path> list(Path directory, String glob) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, glob)) {
      entries.forEach(found::add);
    } catch (IOException e) {
      return List.of();
    }
    found.sort(null);
    return found;
  }

  /** Returns the number behind a name in lines such as {@code "read_bytes: 4096"}. */
  static Optional<Long> number(String text, String name) {
    // Without regular expressions: this is done some twenty times for each slice.
    int line = 0;
    while (line < text.length()) {
      int end = text.indexOf('\n', line);
      end = end < 0 ? text.length() : end;
      int at = line + name.length();
      if (text.startsWith(name, line) && at < end && ": \t".indexOf(text.charAt(at)) >= 0) {
        String rest = text.substring(at + 1, end).strip();
        boolean digits = !rest.isEmpty() && rest.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? Optional.of(Long.parseLong(rest)) : Optional.empty();
      }
      line = end + 1;
    }
    return Optional.empty();
  }
}
