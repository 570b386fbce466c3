package org.iosched.workload;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs of this machine. */
public final class Programs {

  /** Where administrators' programs are, which a user's search path often leaves out. */
  private static final List<Path> FOR_ADMINISTRATORS =
      List.of(Path.of("/usr/local/sbin"), Path.of("/usr/sbin"), Path.of("/sbin"));

  private Programs() {}

  /**
   * Returns the full path of a program.
   *
   * @param name its name, e.g. {@code "bonnie++"}
   * @return empty if neither the search path nor the administrators' directories have it
   */
  public static Optional<Path> find(String name) {
    String searched = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return find(name, Stream.concat(directories(searched), FOR_ADMINISTRATORS.stream()));
  }

  /**
   * Returns the path of a program in some directories.
   *
   * @param name its name, e.g. {@code "fio"}
   * @param searchPath the directories, as in {@code PATH}; the first that has it decides
   * @return empty if none has it
   */
  public static Optional<Path> find(String name, String searchPath) {
    return find(name, directories(searchPath));
  }

  private static Stream<Path> directories(String searchPath) {
    return Arrays.stream(searchPath.split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(Path::of);
  }

  private static Optional<Path> find(String name, Stream<Path> directories) {
    return directories
        .map(directory -> directory.resolve(name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
