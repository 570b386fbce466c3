package org.iosched.extension;

import java.util.List;
import java.util.Map;
import org.iosched.device.TestDevice;

/**
 * The device under test as a benchmark sees it: to read, not to switch.
 *
 * @param name the name below {@code /sys/block}, e.g. {@code "loop0"}
 * @param schedulers what the kernel lists for it
 * @param description what it is and what it lies on, for reports; in reading order
 */
public record Device(String name, List<String> schedulers, Map<String, String> description) {

  /** Returns what is to be seen of a device now. */
  static Device of(TestDevice device) {
    return new Device(device.name(), device.schedulers(), device.describe().facts());
  }

  @Override
  public String toString() {
    return name;
  }
}
