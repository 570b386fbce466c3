package org.iosched.measure;

import java.util.Optional;

/**
 * A line of {@code /proc/PID/stat} (proc(5)).
 *
 * @param name the command's name, at most 15 characters
 * @param parent the process number of its parent
 * @param kernelThread whether it is a part of the kernel
 * @param userTicks its processor time outside the kernel, in ticks of 10 ms
 * @param systemTicks its processor time in the kernel
 * @param childUserTicks as userTicks, of the children it has waited for
 * @param startTicks when it began, after boot: tells it from a later one of the same number
 */
record ProcessStat(
    String name,
    long parent,
    boolean kernelThread,
    long userTicks,
    long systemTicks,
    long childUserTicks,
    long startTicks) {

  /** PF_KTHREAD of include/linux/sched.h. */
  private static final long KERNEL_THREAD = 0x0020_0000;

  // Numbers of the fields in proc(5), counted from 0 after the command, which ends field 2.
  private static final int PARENT = 4 - 3;
  private static final int FLAGS = 9 - 3;
  private static final int USER = 14 - 3;
  private static final int SYSTEM = 15 - 3;
  private static final int CHILD_USER = 16 - 3;
  private static final int START = 22 - 3;

  /** Reads the line. */
  static Optional<ProcessStat> parse(String stat) {
    int open = stat.indexOf('(');
    // The command may itself hold parentheses and blanks.
    int close = stat.lastIndexOf(')');
    if (open < 0 || close < open || close + 2 > stat.length()) {
      return Optional.empty();
    }
    String[] fields = stat.substring(close + 2).split(" ", -1);
    if (fields.length <= START) {
      return Optional.empty();
    }
    return Optional.of(
        new ProcessStat(
            stat.substring(open + 1, close),
            Long.parseLong(fields[PARENT]),
            (Long.parseLong(fields[FLAGS]) & KERNEL_THREAD) != 0,
            Long.parseLong(fields[USER]),
            Long.parseLong(fields[SYSTEM]),
            Long.parseLong(fields[CHILD_USER]),
            Long.parseLong(fields[START])));
  }
}
