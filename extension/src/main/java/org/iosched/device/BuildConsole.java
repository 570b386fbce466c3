package org.iosched.device;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Where the user of a build still reads after Ctrl-C. Maven hands on what its test process prints,
 * on either stream, and on a signal it has ended before that process has restored the device; so
 * the last line is written to where Maven itself prints.
 */
final class BuildConsole {

  private BuildConsole() {}

  /** Opens it, while Maven is there; without Maven that is the standard error. */
  static PrintStream open() {
    return mavensOutput().orElse(System.err);
  }

  private static Optional<PrintStream> mavensOutput() {
    if (!System.getProperty("sun.java.command", "").contains("surefire")) {
      return Optional.empty();
    }
    try {
      Path own = Files.readSymbolicLink(outputOf(ProcessHandle.current()));
      Optional<ProcessHandle> process = ProcessHandle.current().parent();
      // Between both is a shell, whose output is a pipe to Maven too.
      while (process.isPresent() && Files.readSymbolicLink(outputOf(process.get())).equals(own)) {
        process = process.get().parent();
      }
      if (process.isEmpty()) {
        return Optional.empty();
      }
      OutputStream out =
          Files.newOutputStream(
              outputOf(process.get()), StandardOpenOption.WRITE, StandardOpenOption.APPEND);
      return Optional.of(new PrintStream(out, true, StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Another user's process, or no /proc.
      return Optional.empty();
    }
  }

  private static Path outputOf(ProcessHandle process) {
    return Path.of("/proc", Long.toString(process.pid()), "fd", "1");
  }
}
