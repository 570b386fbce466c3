package org.iosched.reports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Gives what a run under {@code sudo} wrote back to the person who called it. */
public final class Ownership {

  private Ownership() {}

  /**
   * Gives files, and folders with all they hold, to the caller of {@code sudo}, as {@code SUDO_UID}
   * and {@code SUDO_GID} name him. Only what belongs to root changes hands, and links are not
   * followed. Does nothing without {@code sudo}.
   *
   * @param paths files and folders; one that does not exist is passed over
   * @throws IOException where the kernel refuses; the message says what to run instead
   */
  public static void handOver(Path... paths) throws IOException {
    handOver(System.getenv(), paths);
  }

  static void handOver(Map<String, String> environment, Path... paths) throws IOException {
    String uid = environment.getOrDefault("SUDO_UID", "");
    String gid = environment.getOrDefault("SUDO_GID", "");
    if (!uid.matches("\\d{1,9}") || !gid.matches("\\d{1,9}")) {
      return;
    }
    for (Path path : paths) {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        try (Stream<Path> tree = Files.walk(path)) {
          for (Path each : (Iterable<Path>) tree::iterator) {
            handOver(each, Integer.parseInt(uid), Integer.parseInt(gid));
          }
        } catch (UncheckedIOException e) {
          throw new IOException(path + " cannot be listed: " + e.getMessage(), e);
        }
      }
    }
  }

  private static void handOver(Path path, int uid, int gid) throws IOException {
    Object owner = Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (!owner.equals(0)) {
      return;
    }
    try {
      Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new IOException(
          path
              + " was written but still belongs to root ("
              + e.getMessage()
              + "); to own it: "
              + String.join(" ", List.of("sudo", "chown", "-R", uid + ":" + gid, "'" + path + "'")),
          e);
    }
  }
}
