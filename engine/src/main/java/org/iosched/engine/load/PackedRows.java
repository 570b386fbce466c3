package org.iosched.engine.load;

import java.util.Arrays;

/**
 * Rows of counts, most of them zero, put away one after the other in one array: of each count that
 * is not zero its distance from the one before and the count itself, seven bits a byte. Room for
 * the expected rows is made at once, so that the heap stays flat while they come.
 */
final class PackedRows {
  /** What 150 to 200 counts take, which is what a half second's latencies usually have. */
  private static final int EXPECTED_BYTES_OF_A_ROW = 512;

  private static final int MOST_BYTES_OF_A_NUMBER = 5;
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private byte[] bytes;
  private int used;
  private int[] ends;
  private int rows;

  /**
   * @param expectedRows how many rows are expected; more are made room for
   */
  PackedRows(int expectedRows) {
    bytes = new byte[expectedRows * EXPECTED_BYTES_OF_A_ROW];
    ends = new int[expectedRows];
  }

  /** Estimates the heap that so many rows take. */
  static long heapBytes(int expectedRows) {
    return (long) expectedRows * (EXPECTED_BYTES_OF_A_ROW + Integer.BYTES);
  }

  /** Returns how many rows there are. */
  int rows() {
    return rows;
  }

  /** Puts a row behind the others. */
  void append(int[] row) {
    int before = 0;
    for (int at = 0; at < row.length; at++) {
      if (row[at] != 0) {
        if (used + 2 * MOST_BYTES_OF_A_NUMBER > bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * bytes.length + EXPECTED_BYTES_OF_A_ROW);
        }
        put(at - before);
        put(row[at]);
        before = at;
      }
    }
    if (rows == ends.length) {
      ends = Arrays.copyOf(ends, 2 * rows + 16);
    }
    ends[rows++] = used;
  }

  private void put(int number) {
    int rest = number;
    while (rest >>> BITS != 0) {
      bytes[used++] = (byte) (rest | MORE);
      rest >>>= BITS;
    }
    bytes[used++] = (byte) rest;
  }

  /**
   * Adds a row to counts of the same length.
   *
   * @param number which row, from 0; one that is not there is all zeros
   */
  void addTo(int[] counts, int number) {
    if (number >= rows) {
      return;
    }
    int at = 0;
    int from = number == 0 ? 0 : ends[number - 1];
    while (from < ends[number]) {
      long distance = get(from);
      long count = get((int) (distance >>> Integer.SIZE));
      at += (int) distance;
      counts[at] += (int) count;
      from = (int) (count >>> Integer.SIZE);
    }
  }

  /** Returns a number, and in the upper half where the next begins. */
  private long get(int from) {
    int next = from;
    int shift = 0;
    long number = 0;
    while (bytes[next] < 0) {
      number |= (long) (bytes[next++] & (MORE - 1)) << shift;
      shift += BITS;
    }
    number |= (long) bytes[next++] << shift;
    return (long) next << Integer.SIZE | number;
  }
}
