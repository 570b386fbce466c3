package org.iosched.extension;

import java.util.List;
import java.util.Map;

/**
 * The device under test as a benchmark sees it: to read, not to switch.
 *
 * @param name the name below {@code /sys/block}, e.g. {@code "loop0"}
 * @param schedulers what the kernel lists for it
 * @param description what it is and what it lies on, for reports; in reading order
 */
public record Device(String name, List<String> schedulers, Map<String, String> description) {

  @Override
  public String toString() {
    return name;
  }
}
