package org.iosched.dsl;

import java.util.ArrayList;
import java.util.List;

/**
 * A change of rate within one run, by a factor of two at least.
 *
 * @param seconds when, from the start of the run
 * @param before the rate of the segment before it
 * @param after the rate of the segment after it
 */
record RunChange(double seconds, double before, double after) {
  /** Segments are at least this long, in seconds. */
  static final double SHORTEST_SECONDS = 0.5;

  /** Smaller steps are none. */
  static final double LEAST_STEP = Math.log(2);

  /** Calls a step in rough weather noise: of the false changes on recorded traces a third goes. */
  private static final double LEAST_STRAYS = 1.5;

  /**
   * The noise of a window is taken to be at least this, as a logarithm. A series of equal counts
   * has no noise of its own, and a step by a factor of two that lasts for half a second stands out
   * from this much at any length of the run.
   */
  private static final double LEAST_DEVIATION = 0.1;

  /** Longer runs are looked at in longer windows, since the time it takes grows with the square. */
  private static final int MOST_WINDOWS = 6000;

  /** Windows from one place to another, exclusive. */
  private record Segment(int from, int to, double meanLog, double logMean) {

    static Segment of(RateSeries series, double[] logs, int from, int to) {
      Measured.Rate rate = series.between(from, to);
      return new Segment(
          from,
          to,
          mean(logs, from, to),
          Math.log((double) rate.count() / (to - from) / series.unitBytes() + 0.5));
    }

    private static double mean(double[] logs, int from, int to) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += logs[i];
      }
      return sum / (to - from);
    }

    /**
     * Returns the size of the step to the next segment. Both the mean logarithm and the rate itself
     * have to change: the former alone follows short stalls, the latter short bursts.
     */
    double stepTo(Segment next) {
      double typical = next.meanLog - meanLog;
      double mean = next.logMean - logMean;
      return typical * mean <= 0 ? 0 : Math.min(Math.abs(typical), Math.abs(mean));
    }
  }

  /** Returns the changes within one run, in their order. */
  static List<RunChange> of(RateSeries whole) {
    RateSeries series = lookedAt(whole);
    int shortest = Math.max(2, (int) Math.ceil(SHORTEST_SECONDS / series.windowSeconds() - 1e-6));
    double[] logs = series.logs();
    int[] places = Pelt.changes(logs, shortest, LEAST_DEVIATION);
    if (places.length == 0) {
      return List.of();
    }
    List<Segment> segments = new ArrayList<>();
    int from = 0;
    for (int place : places) {
      segments.add(Segment.of(series, logs, from, place));
      from = place;
    }
    segments.add(Segment.of(series, logs, from, logs.length));
    merge(segments, series, logs);
    List<RunChange> changes = new ArrayList<>();
    for (int i = 1; i < segments.size(); i++) {
      Segment before = segments.get(i - 1);
      Segment after = segments.get(i);
      changes.add(
          new RunChange(
              (series.first() + after.from) * series.windowSeconds(),
              series.between(before.from, before.to).value(),
              series.between(after.from, after.to).value()));
    }
    return changes;
  }

  /** Returns a series in the windows in which it is looked at. */
  static RateSeries lookedAt(RateSeries whole) {
    return whole.pooled((whole.counts().length + MOST_WINDOWS - 1) / MOST_WINDOWS);
  }

  boolean rises() {
    return after > before;
  }

  /** Merges neighbours, the most alike first, until every step is one. */
  private static void merge(List<Segment> segments, RateSeries series, double[] logs) {
    while (segments.size() > 1) {
      int smallest = 0;
      for (int i = 1; i + 1 < segments.size(); i++) {
        if (step(segments, i) < step(segments, smallest)) {
          smallest = i;
        }
      }
      if (step(segments, smallest) >= leastStep(segments, logs)) {
        return;
      }
      Segment next = segments.remove(smallest + 1);
      Segment merged = Segment.of(series, logs, segments.get(smallest).from, next.to);
      segments.set(smallest, merged);
    }
  }

  /**
   * Returns what a step has to exceed: a factor of two and, in a run whose windows stray widely
   * around the segments they lie in, a multiple of their standard deviation.
   */
  private static double leastStep(List<Segment> segments, double[] logs) {
    double squares = 0;
    for (Segment segment : segments) {
      for (int i = segment.from; i < segment.to; i++) {
        squares += (logs[i] - segment.meanLog) * (logs[i] - segment.meanLog);
      }
    }
    return Math.max(LEAST_STEP, LEAST_STRAYS * Math.sqrt(squares / logs.length));
  }

  private static double step(List<Segment> segments, int i) {
    return segments.get(i).stepTo(segments.get(i + 1));
  }
}
