package org.iosched.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A line of {@code /proc/self/mountinfo} (proc(5)).
 *
 * @param device the number of the device whose files are seen there
 * @param point where it is mounted
 * @param options the options of the mount
 * @param type the file system's type
 * @param source what is mounted, as the file system tells it
 */
record Mount(String device, Path point, String options, String type, String source) {

  /** Returns all mounts in the order in which they were made. */
  static List<Mount> all(Host host) {
    try {
      return read(host.proc().resolve("self/mountinfo"));
    } catch (IOException e) {
      // Without /proc nothing is known about mounts; callers say so.
      return List.of();
    }
  }

  /** Returns the mounts in a {@code mountinfo} file, that of any process. */
  static List<Mount> read(Path mountinfo) throws IOException {
    List<Mount> mounts = new ArrayList<>();
    for (String line : Files.readAllLines(mountinfo, StandardCharsets.ISO_8859_1)) {
      String[] fields =
          new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
              .split(" ", -1);
      int dash = 6;
      while (dash < fields.length && !fields[dash].equals("-")) {
        dash++;
      }
      if (dash + 2 < fields.length) {
        mounts.add(
            new Mount(
                fields[2],
                point(unescaped(fields[4])),
                fields[5],
                fields[dash + 1],
                unescaped(fields[dash + 2])));
      }
    }
    return mounts;
  }

  /** Names that this process's locale cannot write are shown with question marks. */
  private static Path point(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      return Path.of(name.replaceAll("[^\\x20-\\x7e]", "?"));
    }
  }

  /** Returns the mount that {@code path}, which is free of links, is seen through. */
  static Optional<Mount> holding(Host host, Path path) {
    Mount found = null;
    for (Mount mount : all(host)) {
      // Of equally long ones the last covers the others.
      if (path.startsWith(mount.point)
          && (found == null || mount.point.getNameCount() >= found.point.getNameCount())) {
        found = mount;
      }
    }
    return Optional.ofNullable(found);
  }

  /** Blanks and the like are written as octal numbers. */
  static String unescaped(String field) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      if (field.charAt(i) == '\\' && i + 3 < field.length()) {
        text.append((char) Integer.parseInt(field.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        text.append(field.charAt(i));
      }
    }
    return text.toString();
  }
}
