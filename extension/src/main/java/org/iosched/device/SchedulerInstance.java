package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * Tells a queue's scheduler from another instance of the same one, which a switch away and back
 * leaves. Each switch removes the directory {@code queue/iosched} and makes it anew, unless the
 * scheduler is {@code none}.
 *
 * @param tunables the number of the directory {@code iosched}, which no later one has; empty
 *     without one
 * @param switched when an entry was last added to {@code queue} or removed; the epoch where the
 *     kernel does not keep that
 */
record SchedulerInstance(String tunables, FileTime switched) {

  private static final FileTime UNKNOWN = FileTime.fromMillis(0);

  /**
   * Has the kernel keep the times of a queue's directory, without which nothing is to be seen of a
   * switch from {@code none} and back. Sysfs keeps them from the first time on that a mode is set,
   * be it the one there was.
   *
   * @return whether it could be done, which takes the directory's owner or root
   */
  static boolean keepTimes(BlockQueue queue) {
    Path directory = directory(queue);
    try {
      Files.setPosixFilePermissions(directory, Files.getPosixFilePermissions(directory));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Looks at a queue.
   *
   * @param timesKept whether {@link #keepTimes} succeeded
   */
  static SchedulerInstance of(BlockQueue queue, boolean timesKept) {
    Path directory = directory(queue);
    String tunables = "";
    try {
      tunables = String.valueOf(read(directory.resolve("iosched")).fileKey());
    } catch (IOException e) {
      // The scheduler is none.
    }
    try {
      return new SchedulerInstance(
          tunables, timesKept ? read(directory).lastModifiedTime() : UNKNOWN);
    } catch (IOException e) {
      return new SchedulerInstance(tunables, UNKNOWN);
    }
  }

  private static Path directory(BlockQueue queue) {
    return queue.directory().resolve("queue");
  }

  private static BasicFileAttributes read(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class);
  }
}
