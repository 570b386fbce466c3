package org.iosched.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How much memory the processes of a workload may take, the page cache of the files they touch
 * included, so that it does not answer for the disk: the modern form of starting a machine with
 * little memory. Where there is a limit, each run has a cgroup with that much memory and no swap,
 * which is made before its clock starts and removed when it has stopped. See the kernel's {@code
 * admin-guide/cgroup-v2.rst} ({@code memory.max}) and {@code admin-guide/cgroup-v1/memory.rst}
 * ({@code memory.limit_in_bytes}).
 *
 * <p>Processes of a workload are in a cgroup of the device's run as well, by which they are ended
 * should the run die. With version 1 that is another hierarchy. With version 2 a process is in one
 * group only, the one with the limit; the device's watchdog ends what is in that one too.
 */
public final class MemoryLimit {

  /** What a limit has to leave: 16 MiB. */
  public static final long LEAST_BYTES = 16L << 20;

  private static final AtomicLong NUMBER = new AtomicLong();

  private final Optional<Long> bytes;
  private final Path proc;

  /** That of the run which is prepared or going on. */
  private @Nullable MemoryGroup group;

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

  /**
   * Returns what the paths of all groups of this process begin with, so that they can be removed
   * should it die.
   *
   * @param proc where {@code /proc} is
   * @return empty if none can be made
   */
  public static Optional<Path> groupPrefix(Path proc) {
    return MemoryHierarchy.find(proc)
        .map(MemoryHierarchy::parent)
        .filter(Files::isWritable)
        .map(parent -> parent.resolve(MemoryGroup.prefix()));
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
   * Makes room for the programs of one run, before its clock starts; {@link #close} ends it.
   *
   * @throws ExecException if it cannot be made, in one sentence
   */
  public void open() {
    close();
    group = bytes.map(this::make).orElse(null);
  }

  /**
   * Ends what the run has left within the limit, once its clock has stopped. Does nothing where
   * nothing is open.
   *
   * @throws ExecException if something remains, with the command that removes it
   */
  public void close() {
    MemoryGroup open = group;
    group = null;
    if (open != null) {
      open.close();
    }
  }

  /**
   * Runs a program of a workload within the limit, in English and for at most a day, see {@link
   * Workspace#run(Duration, Map, List)}.
   *
   * @param workspace where it runs
   * @param command the program and its arguments
   * @throws ExecException if it cannot be started, runs too long or the limit left it no room
   * @throws InterruptedException if the calling thread is interrupted; the program was ended
   * @throws IllegalStateException if there is a limit that is not open
   */
  public ProgramOutput run(Workspace workspace, List<String> command) throws InterruptedException {
    return run(workspace, Workspace.LONGEST, command);
  }

  /** Runs a program within the limit for at most {@code timeout}. */
  ProgramOutput run(Workspace workspace, Duration timeout, List<String> command)
      throws InterruptedException {
    List<String> within = within(command);
    try {
      ProgramOutput output = workspace.run(timeout, Map.of("LC_ALL", "C"), within);
      if (output.status() != 0 && overran()) {
        throw overran(command);
      }
      return output;
    } catch (ExecException e) {
      throw speakingOf(command, within, e);
    }
  }

  /**
   * Runs a program of a workload within the limit, for at most a day, with its output going to the
   * log, see {@link Workspace#exec(Duration, String...)}.
   *
   * @param workspace where it runs
   * @param command the program and its arguments
   * @throws ExecException if it fails, runs too long or the limit left it no room
   * @throws InterruptedException if the calling thread is interrupted; the program was ended
   * @throws IllegalStateException if there is a limit that is not open
   */
  public void exec(Workspace workspace, List<String> command) throws InterruptedException {
    exec(workspace, Workspace.LONGEST, command);
  }

  /** Runs a program within the limit for at most {@code timeout}. */
  void exec(Workspace workspace, Duration timeout, List<String> command)
      throws InterruptedException {
    List<String> within = within(command);
    try {
      workspace.execWorkload(timeout, within);
    } catch (ExecException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException(e.getMessage());
      }
      throw overran() ? overran(command) : speakingOf(command, within, e);
    }
  }

  private List<String> within(List<String> command) {
    if (bytes.isEmpty()) {
      return command;
    }
    if (group == null) {
      throw new IllegalStateException("the memory limit of " + command.get(0) + " is not open");
    }
    return group.within(command);
  }

  private boolean overran() {
    return group != null && group.overran();
  }

  private MemoryGroup make(long limit) {
    MemoryHierarchy hierarchy =
        MemoryHierarchy.find(proc)
            .orElseThrow(
                () -> new ExecException(missing().orElse("there is no memory controller.")));
    try {
      return MemoryGroup.make(hierarchy, MemoryGroup.prefix() + NUMBER.incrementAndGet(), limit);
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

  private ExecException overran(List<String> command) {
    return new ExecException(
        String.join(" ", command)
            + " was ended by the kernel, since "
            + (bytes.orElseThrow() >> 20)
            + " MiB are too little memory for it; give it a larger limit.");
  }
}
