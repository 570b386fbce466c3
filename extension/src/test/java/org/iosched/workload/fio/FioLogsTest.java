package org.iosched.workload.fio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.iosched.dsl.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FioLogsTest {

  @TempDir Path folder;

  private void log(String name, String... lines) throws IOException {
    Files.writeString(folder.resolve("log_" + name + ".1.log"), String.join("\n", lines) + "\n");
  }

  private static FioSide side(long ios, double seconds, Map<Long, Long> bins) {
    FioLatency latency =
        new FioLatency(Math.max(1, ios), 1, 1, Map.of(), new Bins(new TreeMap<>(bins)));
    return new FioSide(ios, ios * 4096, seconds, Map.of(FioClock.COMPLETION, latency));
  }

  private static FioSide side(long ios, double seconds) {
    return side(ios, seconds, Map.of());
  }

  private Optional<long[]> ios(FioSide side, double elapsed, double from) throws IOException {
    return new FioLogs(folder, elapsed).ios(1, Side.READ, side, from);
  }

  @Test
  void countsTheLastPartThatFioLeavesOut() throws IOException {
    log("iops", "100, 1000, 0, 0, 0", "100, 7, 1, 0, 0", "200, 2000, 0, 0, 0", "300, 1000, 0, 0");
    assertThat(ios(side(500, 0.4), 0.4, 0)).contains(new long[] {94, 187, 94, 125});
  }

  @Test
  void bringsThemToTheTotalAndTheStartOfTheRun() throws IOException {
    log("iops", "100, 1000, 0, 0, 0", "200, 1000, 0, 0, 0");
    // fio rounds the rate down, and its clock is late by some milliseconds.
    assertThat(ios(side(210, 0.2), 0.5, 0.3)).contains(new long[] {0, 0, 0, 105, 105});
    assertThat(ios(side(200, 0.2), 0.3, 0.05)).contains(new long[] {50, 100, 50});
  }

  @Test
  void tellsAPauseFromALateClock() throws IOException {
    log("iops", "100, 1000, 0, 0, 0", "500, 1000, 0, 0, 0");
    assertThat(ios(side(200, 0.5), 0.5, 0)).contains(new long[] {100, 0, 0, 0, 100});
    assertThat(ios(side(500, 0.5), 0.5, 0)).contains(new long[] {100, 100, 100, 100, 100});
  }

  @Test
  void givesNothingWhereTheLogContradictsTheTotal() throws IOException {
    log("iops", "100, 1000, 0, 0, 0", "200, 1000, 0, 0, 0");
    assertThat(ios(side(400, 0.2), 0.2, 0)).isEmpty();
    assertThat(ios(side(100, 0.2), 0.2, 0)).isEmpty();
    log("iops", "damaged", "100, x, 0, 0");
    assertThat(ios(side(400, 0.4), 0.4, 0).map(counts -> Arrays.stream(counts).sum()))
        .as("nothing is logged of a run that is shorter than a step")
        .contains(400L);
  }

  @Test
  void takesBandwidthForKibibytes() throws IOException {
    log("bw", "100, 4000, 0, 0, 0", "200, 4000, 0, 0, 0");
    assertThat(new FioLogs(folder, 0.2).bytes(1, Side.READ, side(200, 0.2), 0))
        .contains(new long[] {409_600, 409_600});
  }

  @Test
  void putsLatenciesIntoHalfSecondsAndWhatIsLeftIntoTheLast() throws IOException {
    // Bins 2 and 130 of 1856: 2 ns, and from 132 to 133 ns.
    String first = line(503, Map.of(2, 5L, 130, 1L));
    String second = line(1002, Map.of(130, 3L));
    log("clat_hist", first, second);
    FioSide side = side(12, 1.3, Map.of(2L, 7L, 133L, 5L));
    Optional<List<Bins>> windows = new FioLogs(folder, 1.3).latencies(1, Side.READ, side, 0);
    assertThat(windows)
        .contains(
            List.of(
                new Bins(new TreeMap<>(Map.of(2L, 5L, 133L, 1L))),
                new Bins(new TreeMap<>(Map.of(133L, 3L))),
                new Bins(new TreeMap<>(Map.of(2L, 2L, 133L, 1L)))));
    FioSide fewer = side(3, 1.3, Map.of(2L, 3L));
    assertThat(new FioLogs(folder, 1.3).latencies(1, Side.READ, fewer, 0)).isEmpty();
  }

  private static String line(int millis, Map<Integer, Long> bins) {
    return millis
        + ", 0, 4096, "
        + IntStream.range(0, 1856)
            .mapToObj(i -> Long.toString(bins.getOrDefault(i, 0L)))
            .collect(Collectors.joining(", "));
  }

  @Test
  void numbersBinsAsFioDoes() {
    for (int index = 0; index < 1856; index++) {
      long upper = Bins.upperNanosOfIndex(index);
      assertThat(Bins.upperNanos(upper)).isEqualTo(upper);
      if (index > 0) {
        assertThat(Bins.upperNanos(Bins.upperNanosOfIndex(index - 1) + 1)).isEqualTo(upper);
      }
    }
  }
}
