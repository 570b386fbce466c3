package org.iosched.dsl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The rate of an unchanged workload under an unchanged scheduler over time, recorded in short
 * windows (see {@code noise/README.md}). Two arms that are drawn from it are equal.
 */
final class RecordedTrace {
  /** When each window ended, in seconds since the start. */
  private final double[] ends;

  /** How many I/Os had been completed by then. */
  private final double[] counts;

  private RecordedTrace(double[] ends, double[] counts) {
    this.ends = ends;
    this.counts = counts;
  }

  /** Returns the trace among the test resources. */
  static RecordedTrace bundled() throws IOException {
    try (InputStream file =
            Objects.requireNonNull(
                RecordedTrace.class.getResourceAsStream("/noise/aa_randread_qd8.csv"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return of(lines.lines().toList());
    }
  }

  /** Reads another trace: CSV with a head line and the columns t_s, read_iops, write_iops. */
  static RecordedTrace read(Path file) throws IOException {
    return of(Files.readAllLines(file));
  }

  private static RecordedTrace of(List<String> lines) {
    double[] ends = new double[lines.size() - 1];
    double[] counts = new double[lines.size() - 1];
    for (int i = 0; i < ends.length; i++) {
      String[] columns = lines.get(i + 1).split(",", -1);
      ends[i] = Double.parseDouble(columns[0]);
      double iops = Double.parseDouble(columns[1]) + Double.parseDouble(columns[2]);
      counts[i] = (i == 0 ? 0 : counts[i - 1]) + iops * (ends[i] - (i == 0 ? 0 : ends[i - 1]));
    }
    return new RecordedTrace(ends, counts);
  }

  /** Returns the length in seconds. */
  double seconds() {
    return ends[ends.length - 1];
  }

  /** Returns the median rate of the windows, in I/Os per second. */
  double medianRate() {
    double[] rates = new double[ends.length];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = count(startOf(i), ends[i]) / (ends[i] - startOf(i));
    }
    return Medians.of(rates);
  }

  /** Returns the number of windows. */
  int windows() {
    return ends.length;
  }

  /** Returns when a window began, in seconds since the start. */
  double startOf(int window) {
    return window == 0 ? 0 : ends[window - 1];
  }

  /**
   * Returns how many I/Os were completed between two times, which may lie beyond the end: the trace
   * then goes on at its beginning. Within a window the rate is taken as constant.
   */
  double count(double fromSeconds, double toSeconds) {
    return cumulative(toSeconds) - cumulative(fromSeconds);
  }

  private double cumulative(double at) {
    double turns = Math.floor(at / seconds());
    double within = at - turns * seconds();
    int found = Arrays.binarySearch(ends, within);
    int window = Math.min(found >= 0 ? found : -found - 1, ends.length - 1);
    double start = startOf(window);
    double before = window == 0 ? 0 : counts[window - 1];
    double share = (within - start) / (ends[window] - start);
    return turns * counts[counts.length - 1] + before + share * (counts[window] - before);
  }
}
