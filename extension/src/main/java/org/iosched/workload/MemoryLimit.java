package org.iosched.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the processes of a workload may take, the page cache of the files they touch
 * included, so that it does not answer for the disk: the modern form of starting a machine with
 * little memory. Where there is a limit, each run has a cgroup with that much memory and no swap,
 * which is removed after it. See the kernel's {@code admin-guide/cgroup-v2.rst} ({@code
 * memory.max}) and {@code admin-guide/cgroup-v1/memory.rst} ({@code memory.limit_in_bytes}).
 *
 * <p>Processes of a workload are in a cgroup of the device's run as well, by which they are ended
 * should the run die. With version 1 that is another hierarchy. With version 2 a process is in one
 * group only, the one with the limit; it is then ended by the mark in its environment.
 */
public final class MemoryLimit {

  /** What a limit has to leave: 16 MiB. */
  public static final long LEAST_BYTES = 16L << 20;

  private static final AtomicLong NUMBER = new AtomicLong();

  private final Optional<Long> bytes;
  private final Path proc;

  private MemoryLimit(Optional<Long> bytes, Path proc) {
    this.bytes = bytes;
    this.proc = proc;
  }

  /**
   * Returns a limit; nothing is made yet.
   *
   * @param bytes how much memory there may be, at least {@link #LEAST_BYTES}; empty for no limit
   * @throws IllegalArgumentException if it is less, in one sentence
   */
  public static MemoryLimit of(Optional<Long> bytes) {
    return of(bytes, Path.of("/proc"));
  }

  /** Returns a limit on a machine whose {@code /proc} is elsewhere. */
  static MemoryLimit of(Optional<Long> bytes, Path proc) {
    if (bytes.isPresent() && bytes.get() < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "a memory limit of "
              + bytes.get()
              + " bytes leaves no room for the program itself; give it 16 MiB or more.");
    }
    return new MemoryLimit(bytes, proc);
  }

  /** Returns how much memory there may be; empty for no limit. */
  public Optional<Long> bytes() {
    return bytes;
  }

  /** Returns why memory cannot be limited here, with the remedy; empty if it can or need not be. */
  public Optional<String> missing() {
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    Optional<MemoryHierarchy> hierarchy = MemoryHierarchy.find(proc);
    if (hierarchy.isEmpty()) {
      return Optional.of(
          "the workload's memory cannot be limited, since no cgroup hands the memory controller on"
              + " to groups of this build; run it outside of a container, or leave the memory limit"
              + " out and make the workload twice as large as the memory.");
    }
    Path parent = hierarchy.get().parent();
    return Files.isWritable(parent)
        ? Optional.empty()
        : Optional.of(
            "the workload's memory cannot be limited without the right to make cgroups in "
                + parent
                + "; run the build as root, or leave the memory limit out.");
  }

  /**
   * Runs a program within the limit, see {@link Workspace#run(Duration, Map, List)}.
   *
   * @param workspace where it runs
   * @param timeout how long it may run
   * @param environment further variables of its environment
   * @param command the program and its arguments
   * @throws ExecException if it cannot be started, runs too long or the limit left it no room
   * @throws InterruptedException if the calling thread is interrupted; the program was ended
   */
  public ProgramOutput run(
      Workspace workspace, Duration timeout, Map<String, String> environment, List<String> command)
      throws InterruptedException {
    if (bytes.isEmpty()) {
      return workspace.run(timeout, environment, command);
    }
    try (MemoryGroup group = open(bytes.get())) {
      List<String> within = group.within(command);
      try {
        ProgramOutput output = workspace.run(timeout, environment, within);
        if (output.status() != 0 && group.overran()) {
          throw overran(command, bytes.get());
        }
        return output;
      } catch (ExecException e) {
        throw speakingOf(command, within, e);
      }
    }
  }

  /**
   * Runs a program within the limit with its output going to the log, see {@link
   * Workspace#exec(Duration, String...)}.
   *
   * @param workspace where it runs
   * @param timeout how long it may run
   * @param command the program and its arguments
   * @throws ExecException if it fails, runs too long or the limit left it no room
   * @throws InterruptedException if the calling thread is interrupted; the program was ended
   */
  public void exec(Workspace workspace, Duration timeout, List<String> command)
      throws InterruptedException {
    try {
      if (bytes.isEmpty()) {
        workspace.exec(timeout, command.toArray(new String[0]));
        return;
      }
      try (MemoryGroup group = open(bytes.get())) {
        List<String> within = group.within(command);
        try {
          workspace.exec(timeout, within.toArray(new String[0]));
        } catch (ExecException e) {
          throw group.overran() ? overran(command, bytes.get()) : speakingOf(command, within, e);
        }
      }
    } catch (ExecException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException(e.getMessage());
      }
      throw e;
    }
  }

  private MemoryGroup open(long limit) {
    MemoryHierarchy hierarchy =
        MemoryHierarchy.find(proc)
            .orElseThrow(
                () -> new ExecException(missing().orElse("there is no memory controller.")));
    try {
      return MemoryGroup.make(hierarchy, MemoryGroup.name(NUMBER.incrementAndGet()), limit);
    } catch (IOException e) {
      throw new ExecException(
          "the workload's memory could not be limited to "
              + limit
              + " bytes in "
              + hierarchy.parent()
              + " ("
              + e
              + "); run the build as root, or leave the memory limit out.");
    }
  }

  /** Names the command as the user knows it, without the shell that puts it into the group. */
  private static ExecException speakingOf(
      List<String> command, List<String> within, ExecException e) {
    return new ExecException(
        String.valueOf(e.getMessage())
            .replace(String.join(" ", within), String.join(" ", command)));
  }

  private static ExecException overran(List<String> command, long limit) {
    return new ExecException(
        String.join(" ", command)
            + " was ended by the kernel, since "
            + (limit >> 20)
            + " MiB are too little memory for it; give it a larger limit.");
  }
}
