package org.iosched.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How processors were slowed down: by heat (Documentation/admin-guide/abi, {@code
 * thermal_throttle}), and by the quota of the control group that this process is in.
 *
 * @param events how often a processor began to be slowed down by heat
 * @param heatMillis for how long, summed over the processors; 0 before Linux 5.7, which does not
 *     tell
 * @param quota what the quotas did; empty where there is none
 */
record Throttling(Optional<Long> events, long heatMillis, Optional<Quota> quota) {

  /** Nothing can be read. */
  static final Throttling UNKNOWN = new Throttling(Optional.empty(), 0, Optional.empty());

  /**
   * A quota of processor time.
   *
   * @param events how often it was used up
   * @param micros for how long threads then stood still, summed over the processors
   */
  record Quota(long events, long micros) {

    /** Reads {@code cpu.stat} of a control group, of either version. */
    static Optional<Quota> parse(String text) {
      Optional<Long> events = KernelFiles.number(text, "nr_throttled");
      Optional<Long> micros = KernelFiles.number(text, "throttled_usec");
      Optional<Long> nanos = KernelFiles.number(text, "throttled_time");
      return events.map(e -> new Quota(e, micros.orElse(nanos.orElse(0L) / 1000)));
    }
  }

  /** The files that tell it, found once. */
  record Files(List<Path> events, List<Path> millis, List<Path> quotas) {

    /** Finds them. */
    static Files of(KernelFiles kernel) {
      List<Path> events = new ArrayList<>();
      List<Path> millis = new ArrayList<>();
      for (Path cpu : KernelFiles.list(kernel.sys().resolve("devices/system/cpu"), "cpu[0-9]*")) {
        Path directory = cpu.resolve("thermal_throttle");
        // Each processor of a package repeats the package's, so that only cores are added up.
        addReadable(directory.resolve("core_throttle_count"), events);
        addReadable(directory.resolve("core_throttle_total_time_ms"), millis);
      }
      return new Files(events, millis, quotas(kernel));
    }

    private static void addReadable(Path file, List<Path> to) {
      if (KernelFiles.read(file).isPresent()) {
        to.add(file);
      }
    }

    /** Returns the files of the groups, from the own one upwards, that have a quota. */
    private static List<Path> quotas(KernelFiles kernel) {
      List<Path> found = new ArrayList<>();
      String groups = KernelFiles.read(kernel.proc().resolve("self/cgroup")).orElse("");
      Path mounted = kernel.sys().resolve("fs/cgroup");
      for (String line : groups.split("\n", -1)) {
        String[] parts = line.split(":", 3);
        if (parts.length < 3) {
          continue;
        }
        boolean unified = parts[1].isEmpty();
        if (!unified && !List.of(parts[1].split(",", -1)).contains("cpu")) {
          continue;
        }
        Path top = mounted.resolve(unified ? "" : parts[1]);
        Path group = top.resolve(parts[2].replaceFirst("^/+", "")).normalize();
        for (; group != null && group.startsWith(top); group = group.getParent()) {
          Path stat = group.resolve("cpu.stat");
          if (isLimited(group) && KernelFiles.read(stat).flatMap(Quota::parse).isPresent()) {
            found.add(stat);
          }
        }
      }
      return found;
    }

    private static boolean isLimited(Path group) {
      Optional<String> max = KernelFiles.read(group.resolve("cpu.max"));
      Optional<String> quota = KernelFiles.read(group.resolve("cpu.cfs_quota_us"));
      return max.map(text -> !text.startsWith("max")).orElse(false)
          || quota.map(text -> !text.startsWith("-")).orElse(false);
    }

    /**
     * Reads the quotas, and heat too where {@code heat} says so, of which there may be many files.
     */
    Throttling read(boolean heat) {
      Optional<Long> counted =
          heat && !events.isEmpty() ? Optional.of(sum(events)) : Optional.empty();
      Quota quota = null;
      for (Path file : quotas) {
        Optional<Quota> one = KernelFiles.read(file).flatMap(Quota::parse);
        if (one.isPresent()) {
          quota =
              quota == null
                  ? one.get()
                  : new Quota(quota.events + one.get().events, quota.micros + one.get().micros);
        }
      }
      return new Throttling(counted, heat ? sum(millis) : 0, Optional.ofNullable(quota));
    }

    private static long sum(List<Path> files) {
      long sum = 0;
      for (Path file : files) {
        String text = KernelFiles.read(file).orElse("").strip();
        sum += text.matches("\\d+") ? Long.parseLong(text) : 0;
      }
      return sum;
    }
  }
}
