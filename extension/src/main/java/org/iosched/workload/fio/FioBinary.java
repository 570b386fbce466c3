package org.iosched.workload.fio;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.workload.Programs;

/**
 * The fio program of this machine.
 *
 * @param file it
 * @param version what it says of itself, e.g. {@code "fio-3.33"}
 */
public record FioBinary(Path file, String version) {

  /** Since that version its documents have what is needed, bytes per second among it. */
  private static final int OLDEST_MAJOR = 3;

  private static final int OLDEST_MINOR = 1;
  private static final Pattern VERSION = Pattern.compile("fio-(\\d{1,3})\\.(\\d{1,4}).*");
  private static final long ANSWER_SECONDS = 20;
  private static final int PROBED_BYTES = 4096;

  /** The package is called fio everywhere. */
  private static final List<String> INSTALLERS = List.of("apt-get", "dnf", "zypper", "pacman");

  /**
   * How a search ended.
   *
   * @param binary the program that can be used
   * @param problem why there is none, as a sentence with the remedy
   * @param engine the I/O engine by which it keeps several I/Os in flight on this machine: io_uring
   *     where the kernel lets a program use it, else libaio; empty where neither works
   */
  public record Search(
      Optional<FioBinary> binary, Optional<String> problem, Optional<String> engine) {

    private static Search failed(String problem) {
      return new Search(Optional.empty(), Optional.of(problem), Optional.empty());
    }
  }

  /** Searches the folders of {@code PATH} for fio 3.1 or newer. */
  public static Search find() {
    return find(Optional.ofNullable(System.getenv("PATH")).orElse(""));
  }

  /**
   * Searches folders for fio 3.1 or newer; the first one found decides, as in a shell.
   *
   * @param searchPath the folders, with {@code :} between them
   */
  public static Search find(String searchPath) {
    Optional<Path> file = Programs.find("fio", searchPath);
    if (file.isEmpty()) {
      return Search.failed(
          "fio is not installed: no folder of PATH has it; " + install(searchPath));
    }
    String version;
    try {
      version = run(List.of(file.get().toString(), "--version")).output().strip();
    } catch (IOException e) {
      return Search.failed(file.get() + " cannot be run: " + e.getMessage() + "; install it anew.");
    }
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      return Search.failed(
          file.get()
              + " does not say that it is fio, but \""
              + version.lines().findFirst().orElse("")
              + "\"; put the real one before it in PATH.");
    }
    int major = Integer.parseInt(matcher.group(1));
    int minor = Integer.parseInt(matcher.group(2));
    if (major < OLDEST_MAJOR || (major == OLDEST_MAJOR && minor < OLDEST_MINOR)) {
      return Search.failed(
          file.get()
              + " is "
              + version
              + ", and 3.1 is the oldest that is understood; "
              + install(searchPath));
    }
    FioBinary fio = new FioBinary(file.get(), version);
    return new Search(Optional.of(fio), Optional.empty(), fio.asynchronousEngine());
  }

  private static String install(String searchPath) {
    List<String> commands =
        INSTALLERS.stream()
            .filter(installer -> Programs.find(installer, searchPath).isPresent())
            .map(FioBinary::command)
            .toList();
    return "install it: "
        + String.join(
            ", ",
            commands.isEmpty() ? INSTALLERS.stream().map(FioBinary::command).toList() : commands)
        + ".";
  }

  private static String command(String installer) {
    return installer.equals("pacman") ? "pacman -S fio" : installer + " install fio";
  }

  /**
   * Asks fio whether it can read a job file; nothing is run.
   *
   * @return what it says against it; empty if it can
   * @throws IOException if it cannot be started
   */
  Optional<String> complaint(Path jobFile) throws IOException {
    Answer answer = run(List.of(file.toString(), "--parse-only", jobFile.toString()));
    return answer.status() == 0 ? Optional.empty() : Optional.of(answer.output());
  }

  private Optional<String> asynchronousEngine() {
    try {
      Path probed = Files.createTempFile("fio", ".probe");
      try {
        Files.write(probed, new byte[PROBED_BYTES]);
        for (String engine : List.of("io_uring", "libaio")) {
          if (reads(probed, engine)) {
            return Optional.of(engine);
          }
        }
      } finally {
        Files.delete(probed);
      }
    } catch (IOException e) {
      // What keeps fio from answering here is said where it is asked about the jobs.
      return Optional.empty();
    }
    return Optional.empty();
  }

  private boolean reads(Path probed, String engine) throws IOException {
    return run(List.of(
                file.toString(),
                "--name=probe",
                "--ioengine=" + engine,
                "--rw=read",
                "--bs=4k",
                "--size=4k",
                "--filename=" + escaped(probed)))
            .status()
        == 0;
  }

  /** fio takes a colon for the end of a name. */
  static String escaped(Path file) {
    return file.toString().replace(":", "\\:");
  }

  private record Answer(int status, String output) {}

  private static Answer run(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().put("LC_ALL", "C");
    Path output = Files.createTempFile("fio", ".txt");
    builder.redirectOutput(output.toFile());
    try {
      Process process = builder.start();
      try {
        if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
          throw new IOException("it gave no answer in " + ANSWER_SECONDS + " s");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("the run was interrupted", e);
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      return new Answer(
          process.exitValue(), new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
    } finally {
      Files.delete(output);
    }
  }
}
