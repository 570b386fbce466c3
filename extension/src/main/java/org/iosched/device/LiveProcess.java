package org.iosched.device;

import java.io.IOException;
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

  /** Tells whether this very process still runs. */
  boolean isAlive(Path proc) {
    return startTicks != 0 && startTicks(proc, pid) == startTicks;
  }

  private static long startTicks(Path proc, long pid) {
    try {
      String stat = Files.readString(proc.resolve(Long.toString(pid)).resolve("stat"));
      // The second field is the command in parentheses, and may hold blanks and parentheses.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      // Zombies have ended; only their parent has not asked yet.
      return fields[0].equals("Z") || fields[0].equals("X") ? 0 : Long.parseLong(fields[19]);
    } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
      return 0;
    }
  }
}
