package org.iosched.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The cgroup that limits the memory of one run's processes. */
public final class MemoryGroup implements AutoCloseable {

  private static final Pattern NAME = Pattern.compile("iosched-memory-(\\d{1,10})-.*");
  private static final Pattern KILLS = Pattern.compile("(?m)^oom_kill (\\d+)$");
  private static final long REMOVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Path directory;
  private final boolean unified;

  private MemoryGroup(Path directory, boolean unified) {
    this.directory = directory;
    this.unified = unified;
  }

  /** Makes the group {@code name} with its limit. */
  static MemoryGroup make(MemoryHierarchy hierarchy, String name, long bytes) throws IOException {
    removeOfTheDead(hierarchy.parent());
    MemoryGroup group = new MemoryGroup(hierarchy.parent().resolve(name), hierarchy.unified());
    Files.createDirectories(group.directory);
    try {
      if (hierarchy.unified()) {
        group.put("memory.max", bytes);
        group.putIfThere("memory.swap.max", 0);
      } else {
        group.put("memory.limit_in_bytes", bytes);
        // Memory and swap together, so that there is no swap.
        group.putIfThere("memory.memsw.limit_in_bytes", bytes);
      }
    } catch (IOException e) {
      group.close();
      throw e;
    }
    return group;
  }

  /** Returns the name of this process's group number {@code number}. */
  static String name(long number) {
    return "iosched-memory-" + ProcessHandle.current().pid() + "-" + number;
  }

  /**
   * Returns a command that runs another one within the group from its first instruction on: what a
   * process has cached before it enters a group is not counted there. It is a child of the one that
   * is started, which the device moves to the run's own group at any time after its start.
   */
  public List<String> within(List<String> command) {
    List<String> wrapped =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "sh -c 'echo $$ >\"$0\" && exec \"$@\"' \"$0\" \"$@\"; exit $?",
                directory.resolve("cgroup.procs").toString()));
    wrapped.addAll(command);
    return wrapped;
  }

  /** Tells whether the kernel ended a process since the limit left it no room. */
  public boolean overran() {
    try {
      Matcher kills =
          KILLS.matcher(
              Files.readString(
                  directory.resolve(unified ? "memory.events" : "memory.oom_control")));
      return kills.find() && !kills.group(1).equals("0");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Ends what still runs in the group and removes it.
   *
   * @throws ExecException if it cannot be removed, with the command that does it
   */
  @Override
  public void close() {
    boolean interrupted = false;
    long end = System.nanoTime() + REMOVAL_NANOS;
    while (!removed(directory)) {
      if (System.nanoTime() > end) {
        throw new ExecException(
            "the cgroup "
                + directory
                + " that limits the workload's memory could not be removed; do it with rmdir '"
                + directory
                + "' once its processes have ended.");
      }
      members().forEach(ProcessHandle::destroyForcibly);
      try {
        TimeUnit.MILLISECONDS.sleep(10);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Stream<ProcessHandle> members() {
    try {
      return Files.readAllLines(directory.resolve("cgroup.procs")).stream()
          .map(line -> ProcessHandle.of(Long.parseLong(line.strip())))
          .flatMap(Optional::stream);
    } catch (IOException | NumberFormatException e) {
      return Stream.of();
    }
  }

  private static boolean removed(Path group) {
    try {
      Files.deleteIfExists(group);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Removes empty groups of processes that died before they could do it themselves. */
  private static void removeOfTheDead(Path parent) throws IOException {
    try (Stream<Path> groups = Files.list(parent)) {
      for (Path group : groups.toList()) {
        Matcher name = NAME.matcher(group.getFileName().toString());
        if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
          removed(group);
        }
      }
    }
  }

  private void put(String file, long value) throws IOException {
    Files.writeString(
        directory.resolve(file),
        Long.toString(value),
        StandardCharsets.US_ASCII,
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING);
  }

  private void putIfThere(String file, long value) throws IOException {
    if (Files.exists(directory.resolve(file))) {
      put(file, value);
    }
  }
}
