package org.iosched.dsl;

/** How one value differs from another. */
public enum Direction {
  /** Of speed: 10% faster is a speed ratio of 1.10. */
  FASTER,
  /** Of speed: 5% slower is an elapsed ratio of 1.05, a speed ratio of 1/1.05. */
  SLOWER,
  /** A larger value; also written {@code higher}. */
  MORE,
  /** A smaller value; also written {@code lower} and {@code fewer}. */
  LESS
}
