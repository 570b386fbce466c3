package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Starts this project's classes as whoever: not everybody may read where they were compiled. */
final class ClassesForAll {

  private final Path classes;

  /** Copies the classes, and lets everybody write into {@code temp}. */
  ClassesForAll(Path temp) throws IOException {
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxrwxrwx"));
    classes = Files.createDirectory(temp.resolve("classes"));
    for (String entry : System.getProperty("java.class.path", "").split(":", -1)) {
      if (Files.isDirectory(Path.of(entry))) {
        Machine.TOOLS.mustRun("cp", "-r", entry + "/.", classes.toString());
      }
    }
    Machine.TOOLS.mustRun("chmod", "-R", "a+rX", classes.toString());
  }

  /** Returns the command that runs a class. */
  List<String> java(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            // Its files in /tmp are told apart by process numbers, which a container has of its
            // own.
            "-XX:-UsePerfData",
            "-cp",
            classes.toString(),
            main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Returns the command that runs a class as nobody. */
  List<String> javaAsNobody(Class<?> main, String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    command.addAll(java(main, arguments));
    return command;
  }
}
