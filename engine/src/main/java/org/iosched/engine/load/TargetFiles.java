package org.iosched.engine.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.iosched.engine.Amount;
import org.iosched.engine.EngineException;
import org.iosched.engine.Job;

/** Finds the files of each job. */
final class TargetFiles {
  private TargetFiles() {}

  /**
   * Opens what a clone works on: the target itself, or its files in the target directory.
   *
   * @throws EngineException if the job names something outside of the target
   */
  static List<Target> open(Job job, int clone, Path target, Clone.Stop stop) {
    if (!Files.isDirectory(target)) {
      checkNames(job, target);
      return List.of(Target.open(target, job.direction().writes(), job.direct()));
    }
    Path directory = inside(job, target, job.directory().orElse("."));
    // A name is that of one file, as in fio.
    int files = job.filename().isPresent() ? 1 : job.files();
    long bytes = bytesOfEach(job, files, target);
    List<Target> opened = new ArrayList<>();
    boolean complete = false;
    try {
      for (int number = 0; number < files; number++) {
        String name = job.filename().orElse(job.name() + "." + clone + "." + number);
        Path file = inside(job, directory, name);
        refuseLinks(job, target.toAbsolutePath().normalize(), file);
        makeFolderOf(file);
        Layout.prepare(file, bytes, stop);
        opened.add(Target.open(file, job.direction().writes(), job.direct()));
      }
      complete = true;
    } finally {
      if (!complete) {
        opened.forEach(Target::close);
      }
    }
    return opened;
  }

  /** Jobs write below the target only, also where something has put a link there. */
  private static void refuseLinks(Job job, Path target, Path file) {
    Path below = target;
    for (Path part : target.relativize(file)) {
      below = below.resolve(part);
      if (Files.isSymbolicLink(below)) {
        throw new EngineException(
            "job " + job.name() + " works on " + file + ", but " + below + " is a link; remove it");
      }
    }
  }

  private static void makeFolderOf(Path file) {
    try {
      Path folder = file.getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
    } catch (IOException e) {
      throw new EngineException("the folder of " + file + " cannot be made: " + e.getMessage(), e);
    }
  }

  /** Returns how long each of the files has to be that share the job's size. */
  private static long bytesOfEach(Job job, int files, Path target) {
    if (job.offset() instanceof Amount.Bytes begin
        && job.size().isPresent()
        && job.size().get() instanceof Amount.Bytes size) {
      return begin.count() + size.count() / files;
    }
    throw new EngineException(
        "job "
            + job.name()
            + " needs a size in bytes, since its file in "
            + target
            + " is yet to be made; set size");
  }

  private static void checkNames(Job job, Path target) {
    boolean elsewhere =
        job.filename()
            .filter(
                name ->
                    !target.endsWith(path(job, name))
                        && !target.toAbsolutePath().equals(path(job, name)))
            .isPresent();
    if (elsewhere) {
      throw new EngineException(
          "job "
              + job.name()
              + " names filename="
              + job.filename().orElse("")
              + ", but the target is "
              + target
              + "; leave filename out, jobs work on the target");
    }
    if (job.files() > 1) {
      throw new EngineException(
          "job "
              + job.name()
              + " has nrfiles="
              + job.files()
              + ", but the target "
              + target
              + " is no directory; leave nrfiles out, or name a directory as the target");
    }
    if (job.directory().isPresent()) {
      throw new EngineException(
          "job "
              + job.name()
              + " names directory="
              + job.directory().get()
              + ", but the target "
              + target
              + " is no directory; leave directory out, jobs work on the target");
    }
  }

  private static Path path(Job job, String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new EngineException("job " + job.name() + " names " + BadPath.words(name, e), e);
    }
  }

  private static Path inside(Job job, Path directory, String name) {
    Path base = directory.toAbsolutePath().normalize();
    Path path = base.resolve(path(job, name)).normalize();
    if (!path.startsWith(base)) {
      throw new EngineException(
          "job "
              + job.name()
              + " names "
              + name
              + ", which lies outside of "
              + base
              + "; jobs work below the target only");
    }
    return path;
  }
}
