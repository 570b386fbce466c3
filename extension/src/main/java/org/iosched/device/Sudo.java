package org.iosched.device;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes single files as root, by {@code sudo -n tee FILE}: it never asks for a password, and sudo
 * can be told to allow these very files. A call takes some 10 to 20 ms.
 *
 * <p>Sudo runs in a session without a terminal, as it does for the watchdog: what is allowed here
 * is allowed there.
 */
final class Sudo {

  /** The program that sudo is asked to run; named in full, as the lines for sudoers name it. */
  static final String TEE = "/usr/bin/tee";

  private static final Duration BOUND = Duration.ofSeconds(5);

  private final Tools tools;
  private final Map<Path, Optional<String>> refusals = new ConcurrentHashMap<>();
  private volatile @Nullable String unusable;

  /** Looks for sudo among the tools. */
  Sudo(Tools tools) {
    this.tools = tools;
  }

  /**
   * Returns why sudo would not write a file for this user without a password; empty if it would. It
   * is asked once for each file.
   *
   * <p>{@code sudo -l} tells too little: it also lists what is allowed with a password only, or
   * allowed at the moment since one was given. So {@code tee} opens the file, without a password
   * given before ({@code -k}), and writes nothing to it, which changes nothing in sysfs.
   */
  Optional<String> refusal(Path file) {
    String always = unusable;
    return always != null
        ? Optional.of(always)
        : refusals.computeIfAbsent(file, asked -> answer(run(asked, "", "-n", "-k")));
  }

  /**
   * Writes a value to a file.
   *
   * @throws AccessDeniedException if sudo does not do it, with the reason
   * @throws IOException if the kernel refuses the value, with the reason
   */
  void write(Path file, String value) throws IOException {
    Optional<String> refusal = refusal(file);
    if (refusal.isEmpty()) {
      String said = run(file, value, "-n");
      if (said.isEmpty()) {
        return;
      }
      if (isFromTee(said)) {
        throw new FileSystemException(file.toString(), null, afterLastColon(said));
      }
      refusal = answer(said);
    }
    throw new AccessDeniedException(
        file.toString(), null, "permission denied, and " + refusal.orElse("sudo failed"));
  }

  private Optional<String> answer(String said) {
    return said.isEmpty() ? Optional.empty() : Optional.of(sentence(said));
  }

  /** Puts into words why sudo did not do it. */
  static String sentence(String said) {
    String text = said.toLowerCase(Locale.ROOT);
    if (isFromTee(said)) {
      return "root may not write it either (" + afterLastColon(said) + ")";
    }
    if (text.contains("password is required")) {
      return "sudo does not allow it without a password";
    }
    if (text.contains("must have a tty")) {
      return "sudo wants a terminal (requiretty), which what restores after a crash has not";
    }
    if (text.contains("not allowed to") || text.contains("may not run")) {
      return "sudo does not allow it";
    }
    // Those for whom nothing is left to say: missing, hanging, or with words of its own.
    return said.startsWith("sudo: ") ? "sudo says: " + said.substring(6) : said;
  }

  private static boolean isFromTee(String said) {
    return said.startsWith(TEE + ": ") || said.startsWith("tee: ");
  }

  private static String afterLastColon(String text) {
    return text.substring(text.lastIndexOf(": ") + 2);
  }

  /** Returns what went wrong, the last line of what was said; empty if nothing did. */
  private String run(Path file, String value, String... options) {
    Optional<Path> sudo = tools.find("sudo");
    Optional<Path> setsid = tools.find("setsid");
    if (sudo.isEmpty() || setsid.isEmpty()) {
      return always("there is no sudo on the PATH");
    }
    List<String> command = new ArrayList<>();
    command.addAll(List.of(setsid.get().toString(), sudo.get().toString()));
    command.addAll(List.of(options));
    command.addAll(List.of(TEE, file.toString()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(Path.of("/").toFile());
    builder.environment().put("LC_ALL", "C");
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try {
      Process process = builder.start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(value.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // It has ended without reading; its status tells why.
      }
      if (!ends(process)) {
        // It is root's and cannot be killed; who reads what it says would wait with it.
        process.destroyForcibly();
        return always("sudo does not answer within " + BOUND.toSeconds() + " s");
      }
      String said =
          new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.exitValue() == 0) {
        return "";
      }
      return said.isEmpty()
          ? "sudo ended with status " + process.exitValue()
          : said.substring(said.lastIndexOf('\n') + 1);
    } catch (IOException e) {
      return always("sudo could not be run (" + e.getMessage() + ")");
    }
  }

  /** Notes what goes for every file, so that nothing is waited for twice. */
  private String always(String sentence) {
    unusable = sentence;
    return sentence;
  }

  private static boolean ends(Process process) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          // A queue left half restored is worse than a late answer to an interrupt.
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
