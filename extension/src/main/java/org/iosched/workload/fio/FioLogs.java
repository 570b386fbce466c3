package org.iosched.workload.fio;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.iosched.dsl.Side;

/**
 * The logs that fio writes of one clone and direction, brought to windows that count from the start
 * of the run.
 *
 * <p>fio logs a rate about every 100 ms, which leaves out the last part of a window and rounds
 * down; the counts are brought to the totals of its document. Formats: "Log File Formats" in fio's
 * HOWTO, and {@code __add_samples} and {@code flush_hist_samples} in its stat.c and iolog.c.
 */
final class FioLogs {

  private static final int RATE_MILLIS = FioJobFile.RATE_WINDOW_MILLIS;
  private static final int LATENCY_MILLIS = FioJobFile.LATENCY_WINDOW_MILLIS;

  /** fio's helper thread wakes late now and then; beyond that the I/Os had paused. */
  private static final long LONGEST_STEP_MILLIS = 200;

  private static final long LONGEST_FIRST_STEP_MILLIS = 400;

  /** How far the logs may be off the totals: a share, and a few I/Os lost to rounding. */
  private static final double TOLERANCE = 0.1;

  private static final double LOST_BY_ROUNDING = 0.1;
  private static final int FIGURES_BEFORE_BINS = 3;

  private final Path folder;
  private final double elapsedSeconds;

  /**
   * Prepares the reading of a run's logs.
   *
   * @param folder where they lie
   * @param elapsedSeconds how long the run took
   */
  FioLogs(Path folder, double elapsedSeconds) {
    this.folder = folder;
    this.elapsedSeconds = elapsedSeconds;
  }

  /**
   * Returns the windows of 100 ms of a clone, in I/Os.
   *
   * @param clone its number, counted from 1
   * @param fromSeconds when it began to count, from the start of the run
   * @return empty where the log is missing or contradicts the total
   */
  Optional<long[]> ios(int clone, Side side, FioSide figures, double fromSeconds)
      throws IOException {
    return windows("iops", clone, side, figures, figures.ios(), 1, fromSeconds);
  }

  /** Returns the windows of 100 ms of a clone, in bytes, as {@link #ios}. */
  Optional<long[]> bytes(int clone, Side side, FioSide figures, double fromSeconds)
      throws IOException {
    final int bytesPerKib = 1024;
    return windows("bw", clone, side, figures, figures.bytes(), bytesPerKib, fromSeconds);
  }

  private record Step(double from, double to, double count) {}

  private Optional<long[]> windows(
      String kind,
      int clone,
      Side side,
      FioSide figures,
      long total,
      int perUnit,
      double fromSeconds)
      throws IOException {
    List<Step> steps = steps(kind, clone, side, perUnit);
    final double millis = 1000;
    double end = Math.max(1, figures.seconds() * millis);
    double logged = steps.isEmpty() ? 0 : steps.get(steps.size() - 1).to();
    double sum = steps.stream().mapToDouble(Step::count).sum();
    double tail = logged < end ? total * Math.min(1, (end - logged) / end) : 0;
    double fewIos = 2.0 * total / Math.max(1, figures.ios());
    double lost = fewIos + LOST_BY_ROUNDING * steps.size() * perUnit;
    double expected = total - tail;
    if (Math.abs(expected - sum) > Math.max(TOLERANCE * total, lost)) {
      return Optional.empty();
    }
    double scale = sum > 0 ? expected / sum : 0;
    List<Step> all = new ArrayList<>();
    for (Step step : steps) {
      all.add(new Step(step.from(), step.to(), step.count() * scale));
    }
    double rest = sum > 0 ? tail : total;
    all.add(new Step(Math.min(logged, end - 1), Math.max(end, logged), rest));
    return Optional.of(spread(all, fromSeconds * millis, total));
  }

  /** Spreads counts over windows, keeping what rounding leaves for the next one. */
  private long[] spread(List<Step> steps, double offset, long total) {
    double[] windows = new double[windowCount(RATE_MILLIS)];
    for (Step step : steps) {
      double length = Math.max(1e-3, step.to() - step.from());
      int first = window(step.from() + offset, windows.length);
      int last = window(step.to() + offset, windows.length);
      for (int i = first; i <= last; i++) {
        double from = i == first ? step.from() + offset : (double) i * RATE_MILLIS;
        double to = i == last ? step.to() + offset : (double) (i + 1) * RATE_MILLIS;
        windows[i] += step.count() * Math.max(0, to - from) / length;
      }
    }
    long[] counts = new long[windows.length];
    double sum = 0;
    long given = 0;
    for (int i = 0; i < windows.length; i++) {
      sum += windows[i];
      long until = Math.min(total, Math.round(sum));
      counts[i] = Math.max(0, until - given);
      given += counts[i];
    }
    counts[counts.length - 1] += total - given;
    return counts;
  }

  private static int window(double millis, int count) {
    return (int) Math.max(0, Math.min(count - 1, Math.floor(millis / RATE_MILLIS)));
  }

  int windowCount(int millis) {
    return (int) Math.max(1, Math.ceil(elapsedSeconds * 1000 / millis - 1e-6));
  }

  private List<Step> steps(String kind, int clone, Side side, int perUnit) throws IOException {
    List<Step> steps = new ArrayList<>();
    double before = 0;
    for (long[] line : lines(kind, clone, side, FIGURES_BEFORE_BINS, 2)) {
      double time = line[0];
      double gap = time - before;
      boolean steady = gap <= (steps.isEmpty() ? LONGEST_FIRST_STEP_MILLIS : LONGEST_STEP_MILLIS);
      double length = steady ? gap : RATE_MILLIS;
      if (length > 0) {
        steps.add(new Step(time - length, time, line[1] * length / 1000 * perUnit));
      }
      before = Math.max(before, time);
    }
    return steps;
  }

  /**
   * Returns the latencies of every half second of a clone.
   *
   * @param clone its number, counted from 1
   * @param fromSeconds when it began to count, from the start of the run
   * @return empty where the log is missing or contradicts the total
   */
  Optional<List<Bins>> latencies(int clone, Side side, FioSide figures, double fromSeconds)
      throws IOException {
    List<List<Bins>> windows = new ArrayList<>();
    for (int i = 0; i < windowCount(LATENCY_MILLIS); i++) {
      windows.add(new ArrayList<>());
    }
    List<Bins> logged = new ArrayList<>();
    double offset = fromSeconds * 1000;
    for (long[] line : lines("clat_hist", clone, side, Integer.MAX_VALUE, 1)) {
      Bins bins = bins(line);
      logged.add(bins);
      // A line tells of the half second before it.
      long window = Math.round((line[0] + offset) / LATENCY_MILLIS) - 1;
      windows.get((int) Math.max(0, Math.min(windows.size() - 1, window))).add(bins);
    }
    Optional<Bins> rest = figures.completionBins().without(Bins.merged(logged));
    if (rest.isEmpty() || figures.completionBins().isEmpty()) {
      return Optional.empty();
    }
    double end = figures.seconds() * 1000 + offset;
    int last =
        (int) Math.max(0, Math.min(windows.size() - 1.0, Math.floor((end - 1) / LATENCY_MILLIS)));
    windows.get(last).add(rest.get());
    return Optional.of(windows.stream().map(Bins::merged).toList());
  }

  private static Bins bins(long[] line) {
    SortedMap<Long, Long> counts = new TreeMap<>();
    for (int i = FIGURES_BEFORE_BINS; i < line.length; i++) {
      if (line[i] > 0) {
        counts.put(Bins.upperNanosOfIndex(i - FIGURES_BEFORE_BINS), line[i]);
      }
    }
    return new Bins(counts);
  }

  /** Returns the figures of the lines of one direction, whose number stands in one of them. */
  private List<long[]> lines(String kind, int clone, Side side, int figures, int direction)
      throws IOException {
    Path file = folder.resolve(FioJobFile.LOG_NAME + "_" + kind + "." + clone + ".log");
    if (!Files.exists(file)) {
      return List.of();
    }
    long wanted = side == Side.READ ? 0 : 1;
    List<long[]> lines = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        long[] read = line(line, figures);
        if (read.length > direction && read[direction] == wanted) {
          lines.add(read);
        }
      }
    }
    return lines;
  }

  private static long[] line(String line, int figures) {
    String[] words = line.split(",", -1);
    try {
      return Arrays.stream(words)
          .limit(figures)
          .map(String::strip)
          .mapToLong(Long::parseLong)
          .toArray();
    } catch (NumberFormatException e) {
      return new long[0];
    }
  }
}
