package org.iosched.engine.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of one direction, half second by half second, in buckets that are less than 1.6%
 * wide: 64 for each doubling. While an I/O is counted only one array is touched; at the end of a
 * half second its buckets are put away as a short list.
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
  private int half;
  private boolean tooMany;

  /** Pairs of a bucket's number and its count; null for a half second without I/O. */
  private int[][] ended = new int[16][];

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
    if (half < MOST) {
      put(half, counts);
    } else {
      tooMany = true;
      ended = new int[0][];
    }
    Arrays.fill(counts, 0);
    half = next;
  }

  private void put(int number, int[] dense) {
    int used = 0;
    for (int count : dense) {
      used += count == 0 ? 0 : 1;
    }
    if (used == 0) {
      return;
    }
    int[] pairs = new int[2 * used];
    int at = 0;
    for (int bucket = 0; bucket < dense.length; bucket++) {
      if (dense[bucket] != 0) {
        pairs[at++] = bucket;
        pairs[at++] = dense[bucket];
      }
    }
    if (number >= ended.length) {
      ended = Arrays.copyOf(ended, number * 2);
    }
    ended[number] = pairs;
  }

  /** Adds those of another clone of the job, after the end of both. */
  void add(HalfSeconds other) {
    turn(half);
    other.turn(other.half);
    tooMany |= other.tooMany;
    int[] dense = new int[BUCKETS];
    for (int i = 0; i < other.ended.length && !tooMany; i++) {
      Arrays.fill(dense, 0);
      addTo(dense, other.ended[i]);
      addTo(dense, i < ended.length ? ended[i] : null);
      put(i, dense);
    }
  }

  private static void addTo(int[] dense, int @Nullable [] pairs) {
    for (int i = 0; pairs != null && i < pairs.length; i += 2) {
      dense[pairs[i]] += pairs[i + 1];
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
    for (int i = 0; i < halves; i++) {
      List<Long> pairs = new ArrayList<>();
      int[] own = i < ended.length ? ended[i] : null;
      for (int at = 0; own != null && at < own.length; at += 2) {
        pairs.add(upperNanos(own[at]));
        pairs.add((long) own[at + 1]);
      }
      all.add(pairs);
    }
    return all;
  }
}
