package org.iosched.engine;

/**
 * A number for reads and one for writes, as {@code bs=4k,64k} gives them.
 *
 * @param read the number for reads
 * @param write the number for writes
 */
public record Sides(long read, long write) {

  /** Returns the same number for both. */
  public static Sides both(long number) {
    return new Sides(number, number);
  }

  String text() {
    return read == write ? Long.toString(read) : read + "," + write;
  }
}
