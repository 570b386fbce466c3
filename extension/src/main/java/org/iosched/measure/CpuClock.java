package org.iosched.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processor time of a body: of the calling thread and of the child processes that ended meanwhile.
 * Children are counted in clock ticks of 10 ms (proc(5), fields cutime and cstime of {@code
 * /proc/self/stat}).
 */
public final class CpuClock {

  /** USER_HZ, which is 100 on every Linux architecture in use. */
  private static final double TICKS_PER_SECOND = 100;

  // Fields 16 and 17 of the line, counted from 0 after the command, which ends field 2.
  private static final int CUTIME = 16 - 3;
  private static final int CSTIME = 17 - 3;

  private final long startThreadNanos;
  private final double startChildSeconds;

  private CpuClock() {
    startThreadNanos = threadNanos();
    startChildSeconds = childSeconds();
  }

  /** Starts counting on the calling thread. */
  public static CpuClock start() {
    return new CpuClock();
  }

  /** Returns the processor time since the start, in seconds; call it on the thread that started. */
  public double seconds() {
    return (threadNanos() - startThreadNanos) / 1e9 + childSeconds() - startChildSeconds;
  }

  private static long threadNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double childSeconds() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      // The second field is the command in parentheses and may hold spaces.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return (Long.parseLong(fields[CUTIME]) + Long.parseLong(fields[CSTIME])) / TICKS_PER_SECOND;
    } catch (IOException e) {
      return 0;
    }
  }
}
