package org.iosched.extension;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.iosched.workload.SourceTree;
import org.jspecify.annotations.Nullable;

/** Prepares the files that {@link Input} asks for. */
final class Inputs {

  private static final String TREE = "tree.tar";

  private Inputs() {}

  static List<Input> declaredBy(Method method) {
    List<Input> inputs = new ArrayList<>();
    for (Parameter parameter : method.getParameters()) {
      Optional.ofNullable(parameter.getAnnotation(Input.class)).ifPresent(inputs::add);
    }
    return inputs;
  }

  /**
   * Puts an input on the device, beside what the body will make there.
   *
   * @return the file, absolute
   * @throws PlanException if there is no such input
   */
  static Path place(String name, Class<?> testClass, Path directory, RunSettings settings)
      throws IOException {
    Path placed = directory.resolve("input").resolve(name).normalize();
    if (!placed.startsWith(directory.resolve("input"))) {
      throw new PlanException(
          "@Input(\"" + name + "\") leads out of the workspace; name a file without \"..\".");
    }
    Files.createDirectories(placed.toAbsolutePath().getParent());
    if (name.equals(TREE)) {
      Files.copy(tree(settings), placed);
      return placed;
    }
    try (InputStream resource = resource(name, testClass)) {
      if (resource == null) {
        throw new PlanException(
            "@Input(\""
                + name
                + "\") is not a resource beside "
                + testClass.getName()
                + " or at the root of the class path; put it there, or use \""
                + TREE
                + "\", which is generated.");
      }
      Files.copy(resource, placed);
    }
    return placed;
  }

  private static @Nullable InputStream resource(String name, Class<?> testClass) {
    InputStream beside = testClass.getResourceAsStream(name);
    return beside != null ? beside : testClass.getResourceAsStream("/" + name);
  }

  /** Returns the generated tree, made once and kept beside the results. */
  private static Path tree(RunSettings settings) throws IOException {
    Path kept =
        settings.output().resolve("inputs").resolve("tree-" + settings.treeFiles() + ".tar");
    if (!Files.exists(kept)) {
      Files.createDirectories(kept.toAbsolutePath().getParent());
      Path unfinished = kept.resolveSibling(kept.getFileName() + ".part");
      SourceTree.write(unfinished, settings.treeFiles());
      Files.move(unfinished, kept, StandardCopyOption.ATOMIC_MOVE);
    }
    return kept;
  }
}
