package org.iosched.lab;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The test classes of a jar or directory. */
final class LabClasses {

  private LabClasses() {}

  /** Returns the names of the classes that end in {@code Test}, nested ones aside, in order. */
  static List<String> in(Path tests) throws IOException {
    if (Files.isDirectory(tests)) {
      return below(tests);
    }
    try (FileSystem jar = FileSystems.newFileSystem(tests)) {
      return below(jar.getPath("/"));
    }
  }

  private static List<String> below(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith("Test.class") && !file.contains("$"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .sorted()
          .toList();
    }
  }
}
