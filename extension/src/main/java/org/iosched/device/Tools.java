package org.iosched.device;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the system's small tools. */
final class Tools {

  private static final Map<String, String> PACKAGES =
      Map.of(
          "losetup", "util-linux",
          "mount", "util-linux",
          "umount", "util-linux",
          "setsid", "util-linux",
          "wipefs", "util-linux",
          "partx", "util-linux",
          "mkfs.ext4", "e2fsprogs",
          "sync", "coreutils",
          "modprobe", "kmod");

  private final List<Path> searchPath;
  private final Map<String, String> environment;

  /** Looks for tools in {@code searchPath}. */
  Tools(List<Path> searchPath) {
    this(searchPath, Map.of());
  }

  private Tools(List<Path> searchPath, Map<String, String> environment) {
    this.searchPath = List.copyOf(searchPath);
    this.environment = environment;
  }

  /**
   * Returns the same tools with a run's mark: when the run dies while it attaches or mounts, the
   * watchdog must wait for that to end before it looks what there is to be removed.
   */
  Tools markedFor(String run) {
    return new Tools(searchPath, Map.of(Workload.MARK, run));
  }

  /**
   * What a tool answered.
   *
   * @param status its exit status
   * @param out what it printed, standard error included, without surrounding blanks
   */
  record Answer(int status, String out) {

    /** Tells whether the tool succeeded. */
    boolean ok() {
      return status == 0;
    }
  }

  /** Returns where a tool is, if it is installed. */
  Optional<Path> find(String tool) {
    return searchPath.stream()
        .map(directory -> directory.resolve(tool))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Returns where a tool is.
   *
   * @throws DeviceException naming the package to install if it is missing
   */
  Path need(String tool) {
    return find(tool)
        .orElseThrow(
            () ->
                new DeviceException(
                    tool
                        + " is not on the PATH; install it (package "
                        + PACKAGES.getOrDefault(tool, tool)
                        + ")"));
  }

  /**
   * Runs a tool to its end, in English and in {@code /}.
   *
   * @throws DeviceException if it is not installed or cannot be started
   */
  Answer run(String tool, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(need(tool).toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(Path.of("/").toFile());
    builder.environment().put("LC_ALL", "C");
    builder.environment().putAll(environment);
    boolean interrupted = false;
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      try (InputStream in = process.getInputStream()) {
        String out = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        while (true) {
          try {
            return new Answer(process.waitFor(), out);
          } catch (InterruptedException e) {
            // These tools end within moments, and half a mount is no place to stop.
            interrupted = true;
          }
        }
      }
    } catch (IOException e) {
      throw new DeviceException(tool + " could not be run: " + e.getMessage(), e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Runs a tool that must succeed.
   *
   * @return what it printed
   * @throws DeviceException with what it printed if it fails
   */
  String mustRun(String tool, String... arguments) {
    Answer answer = run(tool, arguments);
    if (!answer.ok()) {
      throw new DeviceException(
          tool
              + " "
              + String.join(" ", arguments)
              + " failed with status "
              + answer.status()
              + ": "
              + answer.out().replace('\n', ' '));
    }
    return answer.out();
  }
}
