package org.iosched.engine.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The latencies of one direction, half second by half second, in buckets that are less than 1.6%
 * wide: 64 for each doubling. While an I/O is counted only one array is touched; at the end of a
 * half second its buckets are put away in few bytes.
 */
final class HalfSeconds {
  /** How many windows of 100 ms are a half second. */
  static final int WINDOWS = 5;

  /** Ten minutes: what is longer is not kept, so that memory and result stay small. */
  private static final int MOST = 1_200;

  private static final int BITS = 6;
  private static final int PER_DOUBLING = 1 << BITS;
  private static final int BUCKETS = (Long.SIZE - BITS) * PER_DOUBLING;

  private final int[] counts = new int[BUCKETS];
  private PackedRows past;
  private int half;
  private boolean tooMany;
  private boolean ended;

  /**
   * @param expectedWindows how many windows of 100 ms are expected; more are made room for
   */
  HalfSeconds(int expectedWindows) {
    past = new PackedRows(Math.min(MOST, expectedWindows / WINDOWS));
  }

  /** Estimates the heap that it takes. */
  static long heapBytes(int expectedWindows) {
    return (long) BUCKETS * Integer.BYTES
        + PackedRows.heapBytes(Math.min(MOST, expectedWindows / WINDOWS));
  }

  /**
   * Counts a completed I/O.
   *
   * @param window the window of 100 ms in which it ended
   */
  void add(int window, long latencyNanos) {
    // One that comes late, from another thread, is counted in the half second under way.
    if (window >= (half + 1) * WINDOWS) {
      turn(window / WINDOWS);
    }
    counts[bucket(latencyNanos)]++;
  }

  private static int bucket(long nanos) {
    long value = Math.max(0, nanos);
    int dropped = Math.max(0, 63 - BITS - Long.numberOfLeadingZeros(value | 1));
    return dropped * PER_DOUBLING + (int) (value >>> dropped);
  }

  /** Returns the largest latency in a bucket. */
  private static long upperNanos(int bucket) {
    int dropped = Math.max(0, bucket / PER_DOUBLING - 1);
    return ((bucket - dropped * PER_DOUBLING + 1L) << dropped) - 1;
  }

  /** Puts the half second under way away, and begins another. */
  private void turn(int next) {
    putAway();
    Arrays.fill(counts, 0);
    // Those in which there was no I/O.
    while (!tooMany && past.rows() < Math.min(next, MOST)) {
      past.append(counts);
    }
    half = next;
  }

  private void putAway() {
    if (half < MOST) {
      past.append(counts);
    } else {
      tooMany = true;
      past = new PackedRows(0);
    }
  }

  /** Adds those of another clone of the job, after the end of both. */
  void add(HalfSeconds other) {
    end();
    other.end();
    tooMany |= other.tooMany;
    int rows = tooMany ? 0 : Math.max(past.rows(), other.past.rows());
    PackedRows sum = new PackedRows(rows);
    for (int row = 0; row < rows; row++) {
      Arrays.fill(counts, 0);
      past.addTo(counts, row);
      other.past.addTo(counts, row);
      sum.append(counts);
    }
    past = sum;
  }

  private void end() {
    if (!ended) {
      putAway();
      ended = true;
    }
  }

  /**
   * Returns for each of the first half seconds, after the end, the largest latency of each bucket
   * that holds an I/O and, behind each, the I/Os in it; nothing where the run was too long.
   */
  List<List<Long>> buckets(int halves) {
    if (tooMany || halves > MOST) {
      return List.of();
    }
    List<List<Long>> all = new ArrayList<>();
    int[] row = new int[BUCKETS];
    for (int i = 0; i < halves; i++) {
      Arrays.fill(row, 0);
      past.addTo(row, i);
      List<Long> pairs = new ArrayList<>();
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        if (row[bucket] != 0) {
          pairs.add(upperNanos(bucket));
          pairs.add((long) row[bucket]);
        }
      }
      all.add(pairs);
    }
    return all;
  }
}
