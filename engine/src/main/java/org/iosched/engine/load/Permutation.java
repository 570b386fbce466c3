package org.iosched.engine.load;

/**
 * A random order of the numbers 0 to n-1 that takes no memory: a Feistel network over the next
 * power of two, walked until it lands inside (Black and Rogaway: Ciphers with Arbitrary Finite
 * Domains, CT-RSA 2002). Stands in for fio's random map.
 */
final class Permutation {
  private static final int ROUNDS = 3;

  private final long size;
  private final int rightBits;
  private final long leftMask;
  private final long rightMask;
  private final long key;

  /**
   * @param size how many numbers, at least 1
   * @param key which of the orders
   */
  Permutation(long size, long key) {
    int bits = Math.max(2, 64 - Long.numberOfLeadingZeros(size - 1));
    this.size = size;
    this.rightBits = bits / 2;
    this.rightMask = (1L << rightBits) - 1;
    this.leftMask = (1L << (bits - rightBits)) - 1;
    this.key = key;
  }

  /** Returns the number at a place of the order. */
  long at(long place) {
    long value = place;
    do {
      value = scramble(value);
    } while (value >= size);
    return value;
  }

  private long scramble(long value) {
    long left = value >>> rightBits;
    long right = value & rightMask;
    long roundKey = key;
    for (int round = 0; round < ROUNDS; round++) {
      left = (left ^ RandomNumbers.mix(right + roundKey)) & leftMask;
      roundKey += 0x9E3779B97F4A7C15L;
      right = (right ^ RandomNumbers.mix(left + roundKey)) & rightMask;
      roundKey += 0x9E3779B97F4A7C15L;
    }
    return (left << rightBits) | right;
  }
}
