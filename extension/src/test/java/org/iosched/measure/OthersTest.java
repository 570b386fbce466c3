package org.iosched.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.iosched.measure.ProcessScan.Seen;
import org.iosched.measure.ProcessScan.Snapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OthersTest {

  private static Seen seen(String name, long parent, long start, long read, long written) {
    return new Seen(
        new ProcessStat(name, parent, false, 10, 5, 0, start),
        Optional.of(new ProcessIo(read, written)));
  }

  private static Others between(Map<Long, Seen> before, Map<Long, Seen> after, Long... own) {
    return Others.between(new Snapshot(0, before), new Snapshot(1, after), Set.of(own));
  }

  @Test
  void theWorkloadAndWhatItStartedAreNotOthers() {
    Others others =
        between(
            Map.of(),
            Map.of(
                10L, seen("java", 1, 1, 100, 100),
                11L, seen("sh", 10, 2, 100, 100),
                12L, seen("tar", 11, 3, 100, 100),
                20L, seen("dd", 1, 4, 7, 8)),
            10L);

    assertThat(others.io()).isEqualTo(new ProcessIo(7, 8));
    assertThat(others.most(other -> other.io().writtenBytes()).orElseThrow())
        .isEqualTo(new Others.Other(20, "dd", new ProcessIo(7, 8), 15));
  }

  @Test
  void onlyWhatWasDoneMeanwhileCounts() {
    Others others =
        between(
            Map.of(20L, seen("dd", 1, 4, 1000, 3000), 21L, seen("old", 1, 4, 500, 500)),
            // The number of the second was given to another process.
            Map.of(20L, seen("dd", 1, 4, 1000, 3500), 21L, seen("new", 1, 9, 0, 40)));

    assertThat(others.io()).isEqualTo(new ProcessIo(0, 540));
  }

  @Test
  void aParentIsNotBlamedForWhatItsChildDidBefore() {
    Others others =
        between(
            Map.of(30L, seen("bash", 1, 1, 0, 0), 31L, seen("dd", 30, 2, 0, 9000)),
            Map.of(30L, seen("bash", 1, 1, 0, 10_000)));

    assertThat(others.io()).isEqualTo(new ProcessIo(0, 1000));
  }

  @Test
  void itIsToldWhetherAllCouldBeSeen() {
    Seen hidden = new Seen(new ProcessStat("x", 1, false, 0, 0, 0, 1), Optional.empty());

    assertThat(between(Map.of(), Map.of(5L, hidden)).allSeen()).isFalse();
    assertThat(between(Map.of(), Map.of(5L, seen("x", 1, 1, 0, 0))).allSeen()).isTrue();
    assertThat(between(Map.of(), Map.of(5L, hidden)).most(o -> o.io().readBytes())).isEmpty();
  }

  @Test
  void processesAreLookedAtOnlyAsOftenAsAsked(@TempDir Path proc) throws IOException {
    Files.createDirectories(proc.resolve("7"));
    Files.writeString(
        proc.resolve("7/stat"), "7 (dd) R 1 7 7 0 -1 0 0 0 0 0 1 2 0 0 20 0 1 0 9 0 0 0");
    Files.createDirectories(proc.resolve("8"));
    Files.writeString(
        proc.resolve("8/stat"), "8 (kworker/0) R 2 0 0 0 -1 69238880 0 0 0 0 1 2 0 0 20 0 1 0 9 0");
    long[] now = {0};
    ProcessScan scan =
        new ProcessScan(new KernelFiles(proc, proc), () -> now[0], Duration.ofSeconds(1));

    Snapshot first = scan.recent();
    assertThat(first.processes()).containsOnlyKeys(7L);
    now[0] = 999_999_999;
    assertThat(scan.recent()).isSameAs(first);
    now[0] = 1_000_000_000;
    assertThat(scan.recent()).isNotSameAs(first);
  }
}
