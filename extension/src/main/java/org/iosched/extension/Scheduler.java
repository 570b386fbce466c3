package org.iosched.extension;

import java.util.Map;

/**
 * The scheduler that is set on the device during an invocation; injected into benchmarks and
 * parameterized tests.
 *
 * @param name the name that expectations use, e.g. {@code "noop"} or {@code "eager"}
 * @param kernelName the kernel's name that was read back, e.g. {@code "none"}
 * @param shown how it is shown to people, e.g. {@code "noop (none)"}
 * @param tunables the tunables that were set, in the order written
 */
public record Scheduler(
    String name, String kernelName, String shown, Map<String, String> tunables) {

  @Override
  public String toString() {
    return shown;
  }
}
