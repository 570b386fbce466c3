package org.iosched.device;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process told from a later one with the same number.
 *
 * @param pid its number
 * @param startTicks when it started, in clock ticks after boot: field 22 of {@code /proc/PID/stat}
 *     (proc(5)); 0 if it was not running when it was looked up
 */
record LiveProcess(long pid, long startTicks) {

  /** Looks a process up. */
  static LiveProcess of(Path proc, long pid) {
    return new LiveProcess(pid, startTicks(proc, pid));
  }

  /**
   * Tells whether this very process still runs, if only with one thread: of a process that was
   * killed some may still be inside a write to sysfs.
   */
  boolean isAlive(Path proc) {
    return startTicks != 0 && startTicks(proc, pid) == startTicks;
  }

  private static long startTicks(Path proc, long pid) {
    Path process = proc.resolve(Long.toString(pid));
    String[] fields = fields(process);
    if (fields.length < 20 || (hasEnded(fields) && !hasThreads(process))) {
      return 0;
    }
    try {
      return Long.parseLong(fields[19]);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static boolean hasThreads(Path process) {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
      for (Path thread : threads) {
        String[] fields = fields(thread);
        if (fields.length > 0 && !hasEnded(fields)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  /** Zombies have ended; only their parent has not asked yet. */
  private static boolean hasEnded(String[] fields) {
    return fields[0].equals("Z") || fields[0].equals("X");
  }

  /** Returns the fields of a stat file from the third on; none if it cannot be read. */
  private static String[] fields(Path task) {
    try {
      String stat = Files.readString(task.resolve("stat"));
      // The second field is the command in parentheses, and may hold blanks and parentheses.
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    } catch (IOException | IndexOutOfBoundsException e) {
      return new String[0];
    }
  }
}
