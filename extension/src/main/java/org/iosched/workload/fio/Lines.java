package org.iosched.workload.fio;

import java.util.Arrays;

/** Knows in which line each place of a text is, without counting from its start each time. */
final class Lines {

  private final int[] ends;

  Lines(String text) {
    int[] found = new int[16];
    int count = 0;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (count == found.length) {
        found = Arrays.copyOf(found, 2 * count);
      }
      found[count++] = at;
    }
    ends = Arrays.copyOf(found, count);
  }

  /** Returns the line that a place lies in, counted from 1. */
  int of(int place) {
    int found = Arrays.binarySearch(ends, place);
    return 1 + (found < 0 ? -found - 1 : found);
  }
}
