package org.iosched.engine.load;

/**
 * A small fast generator: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
 * Generators, OOPSLA 2014). It allocates nothing.
 */
final class RandomNumbers {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double DOUBLE_STEP = 0x1.0p-53;

  private long state;

  RandomNumbers(long seed) {
    state = mix(seed + GOLDEN);
  }

  /** Scrambles a number; a bijection. */
  static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  long next() {
    state += GOLDEN;
    return mix(state);
  }

  /**
   * Returns a number from 0 inclusive to {@code bound} exclusive; the bias is below bound/2^63.
   *
   * @param bound at least 1, below 2^62
   */
  long below(long bound) {
    return Math.multiplyHigh(next() >>> 1, bound << 1);
  }

  /** Returns a number from 0 inclusive to 1 exclusive. */
  double fraction() {
    return (next() >>> 11) * DOUBLE_STEP;
  }
}
