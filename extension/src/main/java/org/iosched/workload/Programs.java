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
    Stream<Path> directories =
        Arrays.stream(searched.split(File.pathSeparator)).filter(d -> !d.isEmpty()).map(Path::of);
    return Stream.concat(directories, FOR_ADMINISTRATORS.stream())
        .map(directory -> directory.resolve(name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
