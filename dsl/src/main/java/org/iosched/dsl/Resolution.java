package org.iosched.dsl;

/** What became of a requested scheduler on one device. */
public sealed interface Resolution {

  /** Returns the scheduler as it was asked for. */
  String requested();

  /**
   * The device has it.
   *
   * @param requested the scheduler as it was asked for
   * @param kernelName the name to write to {@code queue/scheduler}
   * @param shown how it is shown: {@code "noop (none)"}, {@code "cfq (bfq stands in)"}, or the name
   *     alone where the kernel's is the requested one
   */
  record Resolved(String requested, String kernelName, String shown) implements Resolution {}

  /**
   * The device does not have it.
   *
   * @param requested the scheduler as it was asked for
   * @param message why, what there is instead and what was probably meant
   */
  record Unavailable(String requested, String message) implements Resolution {}
}
