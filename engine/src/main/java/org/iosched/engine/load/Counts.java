package org.iosched.engine.load;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What was counted in one direction since the start or the last cut. */
final class Counts {
  static final long WINDOW_NANOS = 100_000_000;

  /** Enough that an I/O of ten seconds needs no larger histogram while the clock runs. */
  private static final long EXPECTED_LATENCY_NANOS = 10_000_000_000L;

  private static final int DIGITS = 3;

  private final Latency latency;

  /** From the intended start; null where there is no rate. */
  private @Nullable Latency response;

  private long ios;
  private long bytes;
  private long[] windowIos;
  private long[] windowBytes;

  /** Null where no latencies of half seconds are kept. */
  private final @Nullable HalfSeconds halfSeconds;

  /** How long I/Os took: a histogram, and what it does not keep exactly. */
  static final class Latency {
    private final Histogram histogram;
    private long ios;
    private long nanos;
    private long maxNanos;

    private Latency(boolean expected) {
      histogram = new Histogram(1, expected ? EXPECTED_LATENCY_NANOS : 2, DIGITS);
      histogram.setAutoResize(true);
    }

    private void add(long latencyNanos) {
      ios++;
      nanos += latencyNanos;
      maxNanos = Math.max(maxNanos, latencyNanos);
      histogram.recordValue(latencyNanos);
    }

    private void add(Latency other) {
      ios += other.ios;
      nanos += other.nanos;
      maxNanos = Math.max(maxNanos, other.maxNanos);
      histogram.add(other.histogram);
    }

    double meanNanos() {
      return ios == 0 ? 0 : (double) nanos / ios;
    }

    long maxNanos() {
      return maxNanos;
    }

    Histogram histogram() {
      return histogram;
    }
  }

  /**
   * @param windows how many windows are expected; more are made room for
   * @param expected whether any I/O of this direction is expected; if not, little memory is taken
   * @param byHalfSeconds whether latencies are also kept by half seconds, if any I/O is expected
   * @param limited whether latencies from the intended start are kept
   */
  Counts(int windows, boolean expected, boolean byHalfSeconds, boolean limited) {
    latency = new Latency(expected);
    response = limited ? new Latency(expected) : null;
    windowIos = new long[expected ? windows : 0];
    windowBytes = new long[windowIos.length];
    halfSeconds = expected && byHalfSeconds ? new HalfSeconds(windows) : null;
  }

  /**
   * Estimates the heap that counting takes in a direction in which I/Os are expected.
   *
   * @param windows how many windows are expected
   * @param limited whether latencies from the intended start are kept
   */
  static long heapBytes(int windows, boolean limited) {
    long histogram =
        new Histogram(1, EXPECTED_LATENCY_NANOS, DIGITS).getEstimatedFootprintInBytes();
    return 2L * Long.BYTES * windows
        + (limited ? 2 : 1) * histogram
        + HalfSeconds.heapBytes(windows);
  }

  void add(int window, int length, long latencyNanos) {
    ios++;
    bytes += length;
    latency.add(latencyNanos);
    if (window >= windowIos.length) {
      windowIos = Arrays.copyOf(windowIos, window * 2 + 16);
      windowBytes = Arrays.copyOf(windowBytes, window * 2 + 16);
    }
    windowIos[window]++;
    windowBytes[window] += length;
    if (halfSeconds != null) {
      halfSeconds.add(window, latencyNanos);
    }
  }

  /** Counts how long after its intended start an I/O has ended. */
  void addResponse(long responseNanos) {
    if (response != null) {
      response.add(responseNanos);
    }
  }

  void add(Counts other) {
    ios += other.ios;
    bytes += other.bytes;
    latency.add(other.latency);
    if (other.response != null) {
      if (response == null) {
        response = new Latency(true);
      }
      response.add(other.response);
    }
    if (other.windowIos.length > windowIos.length) {
      windowIos = Arrays.copyOf(windowIos, other.windowIos.length);
      windowBytes = Arrays.copyOf(windowBytes, other.windowIos.length);
    }
    for (int i = 0; i < other.windowIos.length; i++) {
      windowIos[i] += other.windowIos[i];
      windowBytes[i] += other.windowBytes[i];
    }
    if (halfSeconds != null && other.halfSeconds != null) {
      halfSeconds.add(other.halfSeconds);
    }
  }

  long ios() {
    return ios;
  }

  long bytes() {
    return bytes;
  }

  /** Returns the latencies from submission. */
  Latency latency() {
    return latency;
  }

  /** Returns the latencies from the intended start, or null where there is no rate. */
  @Nullable Latency response() {
    return response;
  }

  /** Returns the latencies of the half seconds that the first windows make up. */
  List<List<Long>> halfSeconds(int windows) {
    return halfSeconds == null ? List.of() : halfSeconds.buckets(windows / HalfSeconds.WINDOWS);
  }

  /** Returns the I/Os of the first windows; those without I/O are 0. */
  long[] windowIos(int windows) {
    return Arrays.copyOf(windowIos, windows);
  }

  /** Returns the bytes of the first windows; those without I/O are 0. */
  long[] windowBytes(int windows) {
    return Arrays.copyOf(windowBytes, windows);
  }
}
