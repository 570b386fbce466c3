package org.iosched.device;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where on a device the work happens; the parts of {@link TestDevice} that depend on it. */
interface Place {

  /** See {@link TestDevice#target()}. */
  Path target();

  /** See {@link TestDevice#targetBytes()}. */
  long targetBytes();

  /** See {@link TestDevice#targetIsRaw()}. */
  boolean targetIsRaw();

  /** See {@link TestDevice#refuseWrites()}. */
  Optional<String> refuseWrites();

  /** See {@link TestDevice#refuseContent()}. */
  default Optional<String> refuseContent() {
    return Optional.empty();
  }

  /** See {@link TestDevice#freshWorkspace()}. */
  Path freshWorkspace();

  /** See {@link TestDevice#removeWorkspace()}. */
  void removeWorkspace();

  /** Returns what is to be synced before caches are dropped: workspace, target, or nothing. */
  Optional<Path> written();

  /** Returns what reports tell about it. */
  Map<String, String> facts();

  /** Gives up what is held; after the workload's processes have ended. */
  default void close() {}
}
