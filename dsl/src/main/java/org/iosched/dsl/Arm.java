package org.iosched.dsl;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * One scheduler as it is compared.
 *
 * @param name the name that expectations use: the given one, or the scheduler as it was requested
 * @param scheduler the requested scheduler name without tunables, e.g. {@code "deadline"}
 * @param tunables values for files below {@code queue/iosched}, in the order written; may be empty
 */
public record Arm(String name, String scheduler, Map<String, String> tunables) {

  /**
   * Returns the scheduler with its tunables as it was requested, e.g. {@code
   * "deadline[fifo_batch=1]"}.
   */
  public String requested() {
    return tunables.isEmpty()
        ? scheduler
        : scheduler
            + tunables.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(",", "[", "]"));
  }
}
