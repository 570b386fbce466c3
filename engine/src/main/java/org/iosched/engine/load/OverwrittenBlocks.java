package org.iosched.engine.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.iosched.engine.EngineException;
import org.iosched.engine.Job;

/** Finds jobs that would overwrite what another job is to verify. */
final class OverwrittenBlocks {
  private OverwrittenBlocks() {}

  /** Where a clone of a job writes in one file. */
  private record Writer(Job job, Extent extent) {

    boolean overlaps(Writer other) {
      return extent.offset() < other.extent.offset() + other.extent.bytes()
          && other.extent.offset() < extent.offset() + extent.bytes();
    }
  }

  /**
   * Refuses jobs that write where another writes that verifies.
   *
   * @throws EngineException if there are such
   */
  static void refuse(List<Clone> clones) {
    if (clones.stream().noneMatch(clone -> clone.job().verify())) {
      return;
    }
    Map<Path, List<Writer>> writers = new HashMap<>();
    for (Clone clone : clones) {
      for (int file = 0; clone.job().direction().writes() && file < clone.files(); file++) {
        Writer writer = new Writer(clone.job(), clone.extents().get(file));
        Path path = clone.target(file).path();
        List<Writer> before = writers.computeIfAbsent(path, key -> new ArrayList<>());
        before.forEach(other -> refuse(path, writer, other));
        before.add(writer);
      }
    }
  }

  private static void refuse(Path path, Writer one, Writer other) {
    if (!one.overlaps(other) || !(one.job().verify() || other.job().verify())) {
      return;
    }
    Job verifies = other.job().verify() ? other.job() : one.job();
    Job disturbs = verifies.equals(one.job()) ? other.job() : one.job();
    throw new EngineException(
        "job "
            + verifies.name()
            + " verifies what it writes to "
            + path
            + ", but "
            + (verifies.equals(disturbs)
                ? "its clones (numjobs=" + verifies.clones() + ")"
                : "job " + disturbs.name())
            + " would write there as well; give each an offset and a size of its own, or a"
            + " directory as the target");
  }
}
