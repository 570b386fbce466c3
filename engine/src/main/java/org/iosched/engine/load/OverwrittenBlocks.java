package org.iosched.engine.load;

import java.util.List;
import java.util.Optional;
import org.iosched.engine.EngineException;

/** Finds jobs that would overwrite what another job is to verify. */
final class OverwrittenBlocks {
  private OverwrittenBlocks() {}

  /**
   * Refuses jobs that write where another writes that verifies.
   *
   * @throws EngineException if there are such
   */
  static void refuse(List<Clone> clones) {
    for (Clone one : clones) {
      for (Clone other : clones) {
        boolean apart = one == other || !writes(other) || !writes(one) || !one.job().verify();
        Optional<Target> place = apart ? Optional.empty() : common(one, other);
        if (place.isPresent()) {
          throw new EngineException(
              "job "
                  + one.job().name()
                  + " verifies what it writes to "
                  + place.get().path()
                  + ", but "
                  + (one.job().equals(other.job())
                      ? "its clones (numjobs=" + one.job().clones() + ")"
                      : "job " + other.job().name())
                  + " would write there as well; give each an offset and a size of its own, or a"
                  + " directory as the target");
        }
      }
    }
  }

  private static boolean writes(Clone clone) {
    return clone.job().direction().writes();
  }

  private static Optional<Target> common(Clone one, Clone other) {
    for (int i = 0; i < one.files(); i++) {
      for (int j = 0; j < other.files(); j++) {
        Extent some = one.extents().get(i);
        Extent others = other.extents().get(j);
        boolean overlap =
            some.offset() < others.offset() + others.bytes()
                && others.offset() < some.offset() + some.bytes();
        if (overlap && one.target(i).path().equals(other.target(j).path())) {
          return Optional.of(one.target(i));
        }
      }
    }
    return Optional.empty();
  }
}
