package org.iosched.engine;

import java.time.Duration;
import java.util.Optional;

/**
 * One job of a {@link JobFile}.
 *
 * @param name the section's name
 * @param direction what it does ({@code rw})
 * @param timeBased whether it starts over at the end of its extent ({@code time_based})
 * @param runtime how long it runs at most ({@code runtime})
 */
public record Job(String name, Direction direction, boolean timeBased, Optional<Duration> runtime) {

  /** Returns the end of its extent in bytes, empty where it depends on the target's size. */
  Optional<Long> extentBytes() {
    return Optional.empty();
  }
}
