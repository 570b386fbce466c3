package org.iosched.device;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that outlives this one and then puts back what it has changed: the shell script {@code
 * watchdog.sh} in a session of its own, which reads what to do from a pipe and does it when the
 * pipe ends. A shell, since it starts within milliseconds, takes a megabyte beside the workload,
 * and does not depend on class files that a build may delete meanwhile.
 */
final class Watchdog {

  private final Process process;
  private final OutputStream plan;

  private Watchdog(Process process) {
    this.process = process;
    this.plan = process.getOutputStream();
  }

  /**
   * What a watchdog has done.
   *
   * @param done what it has put back and removed, in phrases
   * @param remaining commands that have to be run by hand
   * @param ended whether it came to the end of its work; if not it was killed, or hangs
   */
  record Report(List<String> done, List<String> remaining, boolean ended) {

    /** Tells whether nothing remains to be done. */
    boolean complete() {
      return ended && remaining.isEmpty();
    }
  }

  /** Starts a watchdog that has nothing to do yet. */
  static Watchdog start(Tools tools) {
    ProcessBuilder builder =
        new ProcessBuilder(
            tools.need("setsid").toString(),
            "sh",
            "-c",
            // By way of the environment, so that a list of processes stays readable.
            "eval \"$IOSCHED_WATCHDOG\"",
            "iosched-watchdog");
    builder.environment().put("IOSCHED_WATCHDOG", script());
    // A run inside another run's workload: the outer one's end must not keep this from restoring.
    builder.environment().remove(Workload.MARK);
    builder.directory(Path.of("/").toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      Process process = builder.start();
      awaitReady(process);
      return new Watchdog(process);
    } catch (IOException e) {
      throw new DeviceException(
          "the watchdog that restores the device after a crash could not be started: "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Waits until it has a session of its own and ignores signals: before that it protects nothing.
   */
  private static void awaitReady(Process process) throws IOException {
    InputStream out = process.getInputStream();
    int next = out.read();
    while (next != '\n' && next >= 0) {
      next = out.read();
    }
    if (next < 0) {
      throw new IOException("it ended before it was ready");
    }
  }

  private static String script() {
    try (InputStream in = Watchdog.class.getResourceAsStream("watchdog.sh")) {
      if (in == null) {
        throw new IllegalStateException("watchdog.sh is missing beside " + Watchdog.class);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the watchdog's process number. */
  long pid() {
    return process.pid();
  }

  /** Tells whether it is there to do its work. */
  boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Tells it one more thing to do; it is done even if this process dies right afterwards, since the
   * kernel keeps what is in the pipe.
   *
   * @throws IOException if the watchdog has died
   */
  void tell(String line) throws IOException {
    plan.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    plan.flush();
  }

  /** Lets it do its work and waits for the end; this process writes to sysfs no more. */
  Report finish(Duration bound) {
    try {
      try (plan) {
        tell("over");
      }
    } catch (IOException e) {
      // It has died; the report will be incomplete.
    }
    boolean interrupted = false;
    try {
      long deadline = System.nanoTime() + bound.toNanos();
      while (true) {
        try {
          boolean ended =
              process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
          if (!ended) {
            return new Report(List.of(), List.of(), false);
          }
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      List<String> lines;
      try (InputStream in = process.getInputStream()) {
        lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      } catch (IOException e) {
        lines = List.of();
      }
      // A shell that is killed has another status.
      boolean ended = process.exitValue() == 0 || process.exitValue() == 1;
      return new Report(PutBack.words(lines), after("failed: ", lines), ended);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static List<String> after(String prefix, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .toList();
  }
}
