package org.iosched.device;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What root tests ask and do on the machine they run on. */
final class Machine {

  static final Tools TOOLS = new Tools(Host.real().searchPath());

  private Machine() {}

  /** Skips the test where loop devices cannot be made or have no schedulers. */
  static void assumeLoops() {
    assumeTrue(Host.real().isRoot(), "needs root for loop devices");
    assumeTrue(Files.exists(Path.of("/dev/loop-control")), "needs the loop driver");
    for (String tool : List.of("losetup", "mkfs.ext4", "mount", "setsid")) {
      assumeTrue(TOOLS.find(tool).isPresent(), "needs " + tool);
    }
  }

  /** Skips the test where the kernel has no such scheduler. */
  static void assumeScheduler(TestDevice device, String scheduler) {
    assumeTrue(device.tryLoad(scheduler), "needs the scheduler " + scheduler);
  }

  /** Returns the host with journals in {@code temp/state} and mounts in {@code temp/mounts}. */
  static Host host(Path temp) {
    return Host.real(List.of(temp.resolve("state")), temp.resolve("mounts"));
  }

  /**
   * Returns what a run could leave behind: loop devices and mounts that have to do with {@code
   * temp}, since others may come and go meanwhile, and the settings of all disks.
   */
  static Map<String, String> state(Path temp) {
    Map<String, String> state = new TreeMap<>();
    state.put(
        "loops", ours(TOOLS.mustRun("losetup", "-n", "-l", "-O", "NAME,BACK-FILE").lines(), temp));
    state.put("mounts", ours(mounts().stream(), temp));
    for (Path disk : children(Path.of("/sys/block"))) {
      if (disk.getFileName().toString().startsWith("loop")) {
        continue;
      }
      for (String file : List.of("scheduler", "nr_requests", "wbt_lat_usec", "read_ahead_kb")) {
        read(disk.resolve("queue").resolve(file))
            .ifPresent(value -> state.put(disk + " " + file, value));
      }
      for (Path tunable : children(disk.resolve("queue/iosched"))) {
        read(tunable).ifPresent(value -> state.put(tunable.toString(), value));
      }
    }
    return state;
  }

  private static String ours(Stream<String> lines, Path temp) {
    return lines.filter(line -> line.contains(temp.toString())).collect(Collectors.joining("\n"));
  }

  static List<String> mounts() {
    try {
      return Files.readAllLines(Path.of("/proc/self/mountinfo"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Path> children(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(directory)) {
      return found.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Waits until something holds; returns after how many milliseconds, or -1 when it did not. */
  static long waitFor(BooleanSupplier condition, long boundMillis) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) > boundMillis) {
        return -1;
      }
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  /** Returns the processes that carry the mark of a run. */
  static List<Long> marked(String run) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> isMarked(pid, run))
        .toList();
  }

  private static boolean isMarked(long pid, String run) {
    try {
      String environment =
          Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
      return List.of(environment.split("\0", -1)).contains("IOSCHED_RUN=" + run);
    } catch (IOException e) {
      return false;
    }
  }
}
