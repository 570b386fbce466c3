package org.iosched.workload;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The directory in which a benchmark's body works: fresh for every invocation and on the device
 * under test. Injected into benchmark methods.
 */
public final class Workspace {

  /** How long a command may run unless the call says otherwise: 30 minutes. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(30);

  /** How long a program of a workload may run: a day, as a large file on a slow disk may take. */
  static final Duration LONGEST = Duration.ofDays(1);

  private static final String LONGER_EXEC = "; give exec a longer timeout if it needs more";
  private static final String SMALLER =
      ", which is the longest that it may run; make the workload smaller, or see in the last lines"
          + " whether it hangs";

  /** By how much the kernel's start time of a process may be off: it counts from a full second. */
  private static final Duration CLOCK_ERROR = Duration.ofSeconds(2);

  private static final String MARK = "IOSCHED_EXEC";

  private final Path directory;
  private final Path log;
  private final ProcessStarter starter;
  private final String mark = UUID.randomUUID().toString();
  private final Instant made = Instant.now();

  /**
   * Makes a workspace of an existing directory.
   *
   * @param directory where commands run; absolute
   * @param log the file to which commands' output is appended; its folder exists, on another device
   * @param starter starts the processes
   */
  public Workspace(Path directory, Path log, ProcessStarter starter) {
    this.directory = directory;
    this.log = log;
    this.starter = starter;
  }

  /** Returns the directory. */
  public Path directory() {
    return directory;
  }

  /**
   * Returns a path below the directory.
   *
   * @throws IllegalArgumentException if the name leads out of the directory
   * @throws ExecException if a link does
   */
  public Path resolve(String name) {
    Path path = directory.resolve(name).normalize();
    if (!path.startsWith(directory)) {
      throw new IllegalArgumentException(
          name + " leads out of the workspace " + directory + "; name a path below it");
    }
    Links.refuseLeadingOut(directory, path);
    return path;
  }

  /** Returns the log of the commands run here. */
  public Path log() {
    return log;
  }

  /**
   * Runs a command in the directory and waits for its end, at most {@link #DEFAULT_TIMEOUT}.
   *
   * @param command the program and its arguments; no shell is involved
   * @throws ExecException if it cannot be started, ends with a status other than 0 (with the last
   *     lines of its output), or runs too long
   */
  public void exec(String... command) {
    exec(DEFAULT_TIMEOUT, command);
  }

  /**
   * Runs a command in the directory and waits for its end. Its output goes to {@link #log()} and
   * its standard input is empty. What it leaves running is ended once the clock has stopped.
   *
   * @param timeout how long it may run
   * @param command the program and its arguments, of which {@link Path}s are named absolutely
   * @throws ExecException if it cannot be started, ends with a status other than 0 (with the last
   *     lines of its output), or runs too long
   */
  public void exec(Duration timeout, String... command) {
    exec(timeout, LONGER_EXEC, List.of(command));
  }

  /**
   * Runs a program of a workload as {@link #exec(Duration, String...)} does; the message of one
   * that runs too long speaks to whoever wrote the workload.
   */
  void execWorkload(Duration timeout, List<String> command) {
    exec(timeout, SMALLER, command);
  }

  private void exec(Duration timeout, String remedy, List<String> command) {
    String shown = String.join(" ", command);
    long logStart = announce(shown);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      int status =
          await(start(builder, directory, shown), timeout, shown, remedy, () -> tail(logStart));
      if (status != 0) {
        throw new ExecException(
            shown
                + " ended with status "
                + status
                + ". Last lines of "
                + log
                + ":\n"
                + tail(logStart));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExecException(shown + " was ended, since the run was interrupted.");
    }
  }

  /**
   * Runs a command in the directory, waits for its end and returns what it wrote, whatever its
   * status. What it writes goes through unnamed files where the {@link #log()} is, thus on another
   * device, and to the log in the end. Its standard input is empty.
   *
   * @param timeout how long it may run
   * @param command the program and its arguments
   * @throws ExecException if it cannot be started or runs too long
   * @throws InterruptedException if the calling thread is interrupted; the command was ended
   */
  public ProgramOutput run(Duration timeout, List<String> command) throws InterruptedException {
    return run(timeout, Map.of(), command);
  }

  /**
   * Runs a command as {@link #run(Duration, List)} does, in an environment with further variables.
   *
   * @param timeout how long it may run
   * @param environment variables that are added to this process's own, e.g. {@code LC_ALL=C}
   * @param command the program and its arguments
   * @throws ExecException if it cannot be started or runs too long
   * @throws InterruptedException if the calling thread is interrupted; the command was ended
   */
  public ProgramOutput run(Duration timeout, Map<String, String> environment, List<String> command)
      throws InterruptedException {
    return run(directory, timeout, environment, command);
  }

  /**
   * Runs a command as {@link #run(Duration, Map, List)} does, in another directory, so that what it
   * leaves there is not on the device under test.
   *
   * @param where the directory that it works in; it exists
   * @param timeout how long it may run
   * @param environment variables that are added to this process's own, e.g. {@code LC_ALL=C}
   * @param command the program and its arguments
   * @throws ExecException if it cannot be started or runs too long
   * @throws InterruptedException if the calling thread is interrupted; the command was ended
   */
  public ProgramOutput run(
      Path where, Duration timeout, Map<String, String> environment, List<String> command)
      throws InterruptedException {
    String shown = String.join(" ", command);
    announce(shown);
    // Closed, and so added to the log, in reverse.
    try (CapturedOutput err = new CapturedOutput(log);
        CapturedOutput out = new CapturedOutput(log)) {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectOutput(out.redirect()).redirectError(err.redirect());
      builder.environment().putAll(environment);
      Process process = start(builder, where, shown);
      out.unlink();
      err.unlink();
      int status =
          await(process, timeout, shown, SMALLER, () -> err.lastLines() + "\n" + out.lastLines());
      return new ProgramOutput(status, out.text(), err.text());
    }
  }

  private Process start(ProcessBuilder builder, Path where, String shown) {
    builder
        .directory(where.toFile())
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().put(MARK, mark);
    try {
      return starter.start(builder);
    } catch (IOException e) {
      throw new ExecException(
          shown
              + " could not be started in "
              + where
              + ": "
              // Java puts the command and the directory in front once more.
              + cause(e).replaceFirst("^.*error=\\d+, ", "")
              + "; install it or name its full path.");
    }
  }

  private int await(
      Process process, Duration timeout, String shown, String remedy, Supplier<String> lastLines)
      throws InterruptedException {
    boolean ended = false;
    try {
      ended = process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } finally {
      if (process.isAlive()) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        endLeftovers();
      }
    }
    if (!ended) {
      throw new ExecException(
          shown
              + " was ended after "
              + timeout.toMillis() / 1000.0
              + " s"
              + remedy
              + ". Last lines of "
              + log
              + ":\n"
              + lastLines.get());
    }
    return process.exitValue();
  }

  /**
   * Runs a command, with paths among its words.
   *
   * @param program the program
   * @param arguments strings and {@link Path}s; a path is passed as it is
   * @throws ExecException as {@link #exec(String...)}
   */
  public void exec(String program, Object... arguments) {
    exec(
        DEFAULT_TIMEOUT,
        Stream.concat(Stream.of(program), Stream.of(arguments).map(Object::toString))
            .toArray(String[]::new));
  }

  /** Writes back everything of this file system to the device, as {@code sync -f} does. */
  public void sync() {
    execWorkload(LONGEST, List.of("sync", "-f", "."));
  }

  private long announce(String shown) {
    try {
      Files.writeString(
          log,
          Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + shown + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      return Files.size(log);
    } catch (IOException e) {
      throw new UncheckedIOException("the log " + log + " cannot be written: " + cause(e), e);
    }
  }

  private String tail(long from) {
    try (FileChannel written = FileChannel.open(log)) {
      return LastLines.of(written, from);
    } catch (IOException e) {
      return "(" + log + " cannot be read: " + cause(e) + ")";
    }
  }

  /**
   * Ends every process that a command left running, also one that has left its parent's tree or
   * cleared its environment, which is found by the directory it works in. Called after the clock
   * has stopped, since it looks at every process of the machine.
   *
   * @return how many were ended
   */
  @CanIgnoreReturnValue
  public int endLeftovers() {
    List<ProcessHandle> leftovers =
        ProcessHandle.allProcesses()
            .filter(handle -> carriesMark(handle.pid()) || worksHere(handle))
            .toList();
    leftovers.forEach(ProcessHandle::destroyForcibly);
    leftovers.forEach(
        handle -> handle.onExit().completeOnTimeout(handle, 5, TimeUnit.SECONDS).join());
    return leftovers.size();
  }

  private boolean carriesMark(long pid) {
    try {
      String environment =
          Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
      return environment.contains(MARK + "=" + mark);
    } catch (IOException | UncheckedIOException e) {
      // It has ended meanwhile, or belongs to someone else and so is not ours.
      return false;
    }
  }

  /** Leaves alone whoever was there before, such as a person's shell. */
  private boolean worksHere(ProcessHandle process) {
    if (process.equals(ProcessHandle.current())) {
      return false;
    }
    try {
      Path works = Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/cwd"));
      return works.startsWith(directory)
          && process.info().startInstant().filter(made.minus(CLOCK_ERROR)::isBefore).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  private static String cause(IOException e) {
    return Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
