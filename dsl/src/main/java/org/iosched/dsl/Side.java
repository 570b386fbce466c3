package org.iosched.dsl;

/** Which I/Os a metric counts. */
public enum Side {
  /** Reads and writes together. */
  BOTH,
  /** Reads only. */
  READ,
  /** Writes only. */
  WRITE
}
