package org.iosched.dsl;

/** When the clock of a latency starts. */
public enum LatencyFrom {
  /** When the I/O is given to the kernel. */
  SUBMISSION,
  /**
   * When the I/O was to start under the workload's rate, even if it could not be started then since
   * those before it were slow: latency without coordinated omission (Gil Tene: How NOT to Measure
   * Latency, and the notes of wrk2).
   */
  INTENDED_START
}
