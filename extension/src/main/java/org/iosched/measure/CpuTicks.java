package org.iosched.measure;

import java.util.Optional;

/**
 * How the processors spent their time since boot, in ticks of 10 ms summed over them (proc(5),
 * first line of {@code /proc/stat}).
 *
 * @param user in processes, outside the kernel
 * @param total everywhere, idling included
 * @param steal taken by the virtual machine's host for others
 */
record CpuTicks(long user, long total, long steal) {

  private static final int STEAL = 8;

  /** Reads {@code /proc/stat}. */
  static Optional<CpuTicks> parse(String stat) {
    String[] fields = stat.lines().findFirst().orElse("").split("\\s+", -1);
    if (fields.length <= STEAL || !fields[0].equals("cpu")) {
      return Optional.empty();
    }
    long total = 0;
    for (int i = 1; i <= STEAL; i++) {
      // What comes after steal, time of guests, is in user already.
      total += Long.parseLong(fields[i]);
    }
    return Optional.of(
        new CpuTicks(
            Long.parseLong(fields[1]) + Long.parseLong(fields[2]),
            total,
            Long.parseLong(fields[STEAL])));
  }

  /** Returns what was spent between {@code earlier} and this. */
  CpuTicks since(CpuTicks earlier) {
    return new CpuTicks(user - earlier.user, total - earlier.total, steal - earlier.steal);
  }
}
