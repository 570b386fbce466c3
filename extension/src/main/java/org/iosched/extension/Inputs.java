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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.workload.SourceTree;

/** Prepares the files that {@link Input} asks for. */
final class Inputs {

  /** {@code tree.tar}, or {@code tree-N.tar} for a tree of N files. */
  private static final Pattern TREE = Pattern.compile("tree(?:-([1-9]\\d{0,5}))?\\.tar");

  private Inputs() {}

  static List<Input> declaredBy(Method method) {
    List<Input> inputs = new ArrayList<>();
    for (Parameter parameter : method.getParameters()) {
      Optional.ofNullable(parameter.getAnnotation(Input.class)).ifPresent(inputs::add);
    }
    // Two parameters may ask for the same file.
    return inputs.stream().distinct().toList();
  }

  /**
   * Puts an input on the device, beside what the workload will make there.
   *
   * @param place the annotation that asks for it, for messages
   * @param folder the folder it is put into
   * @return the file, absolute
   * @throws PlanException if there is no such input
   */
  static Path place(
      String place, String name, Class<?> testClass, Path folder, RunSettings settings)
      throws IOException {
    Path placed = folder.resolve(name).normalize();
    if (!placed.startsWith(folder)) {
      throw new PlanException(place + " leads out of the workspace; name a file without \"..\".");
    }
    Files.createDirectories(placed.toAbsolutePath().getParent());
    Matcher tree = TREE.matcher(name);
    if (tree.matches()) {
      int files = tree.group(1) == null ? settings.treeFiles() : Integer.parseInt(tree.group(1));
      Files.copy(tree(settings, files), placed);
      return placed;
    }
    try (InputStream resource = TextFiles.resource(name, testClass)) {
      if (resource == null) {
        throw new PlanException(
            place
                + " is not a resource beside "
                + testClass.getName()
                + " or at the root of the class path; put it there, or use \"tree.tar\", which is"
                + " generated.");
      }
      Files.copy(resource, placed);
    }
    return placed;
  }

  /** Returns the generated tree, made once and kept beside the results. */
  private static Path tree(RunSettings settings, int files) throws IOException {
    Path kept = settings.output().resolve("inputs").resolve("tree-" + files + ".tar");
    if (!Files.exists(kept)) {
      Files.createDirectories(kept.toAbsolutePath().getParent());
      Path unfinished = kept.resolveSibling(kept.getFileName() + ".part");
      SourceTree.write(unfinished, files);
      Files.move(unfinished, kept, StandardCopyOption.ATOMIC_MOVE);
    }
    return kept;
  }
}
