package org.iosched.workload.fio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Series;
import org.iosched.dsl.Side;

/** Adds up the logs of clones to the series of the workload, its directions and its jobs. */
final class FioSeries {

  private static final double RATE_SECONDS = FioJobFile.RATE_WINDOW_MILLIS / 1000.0;
  private static final double LATENCY_SECONDS = FioJobFile.LATENCY_WINDOW_MILLIS / 1000.0;

  /** As with the embedded engine: ten minutes of half seconds. */
  private static final int MOST_LATENCY_WINDOWS = 1200;

  private final FioFigures figures;
  private final FioLogs logs;

  /**
   * Prepares the reading of the logs in a folder.
   *
   * @param figures what they belong to
   */
  FioSeries(FioFigures figures, Path folder) {
    this.figures = figures;
    this.logs = new FioLogs(folder, figures.elapsedSeconds());
  }

  /** Reads one clone's log. */
  private interface Reader {
    Optional<long[]> read(FioFigures.Counted counted, double from) throws IOException;
  }

  /**
   * Returns the I/Os and bytes of every 100 ms of the whole, each direction and each job; nothing
   * if a log is missing or contradicts the document.
   */
  List<Series> series() throws IOException {
    List<Series> all = new ArrayList<>();
    for (FioFigures.Part part : figures.parts()) {
      Optional<Series> ios =
          sum(
              part,
              Quantity.IOPS,
              (c, from) -> logs.ios(c.entry() + 1, c.side(), c.figures(), from));
      Optional<Series> bytes =
          sum(
              part,
              Quantity.BANDWIDTH,
              (c, from) -> logs.bytes(c.entry() + 1, c.side(), c.figures(), from));
      if (ios.isEmpty() || bytes.isEmpty()) {
        return List.of();
      }
      all.add(ios.get());
      all.add(bytes.get());
    }
    return all;
  }

  private Optional<Series> sum(FioFigures.Part part, Quantity quantity, Reader reader)
      throws IOException {
    long[] sums = new long[logs.windowCount(FioJobFile.RATE_WINDOW_MILLIS)];
    for (FioFigures.Counted counted : part.counted()) {
      Optional<long[]> windows = reader.read(counted, figures.countedFrom(counted.entry()));
      if (windows.isEmpty()) {
        return Optional.empty();
      }
      for (int i = 0; i < sums.length; i++) {
        sums[i] += windows.get()[i];
      }
    }
    return Optional.of(
        new Series(part.metric(quantity), RATE_SECONDS, Arrays.stream(sums).boxed().toList()));
  }

  /**
   * Returns the latencies of every half second of each job and direction; the job is empty where
   * there is only one. Nothing if a log is missing or contradicts the document, and for runs of
   * more than ten minutes.
   */
  List<LatencyWindows> latencyWindows() throws IOException {
    int count = logs.windowCount(FioJobFile.LATENCY_WINDOW_MILLIS);
    if (count > MOST_LATENCY_WINDOWS) {
      return List.of();
    }
    boolean severalJobs = figures.parts().stream().anyMatch(part -> part.job().isPresent());
    List<LatencyWindows> all = new ArrayList<>();
    for (FioFigures.Part part : figures.parts()) {
      if (part.side() == Side.BOTH || part.job().isPresent() != severalJobs) {
        continue;
      }
      List<List<Bins>> windows = new ArrayList<>();
      for (FioFigures.Counted counted : part.counted()) {
        Optional<List<Bins>> read =
            logs.latencies(
                counted.entry() + 1,
                counted.side(),
                counted.figures(),
                figures.countedFrom(counted.entry()));
        if (read.isEmpty()) {
          return List.of();
        }
        windows.add(read.get());
      }
      List<Latencies> merged = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int window = i;
        Bins bins = Bins.merged(windows.stream().map(each -> each.get(window)).toList());
        merged.add(bins.latencies(part.job(), part.side()));
      }
      all.add(new LatencyWindows(part.job(), part.side(), LATENCY_SECONDS, merged));
    }
    return all;
  }
}
