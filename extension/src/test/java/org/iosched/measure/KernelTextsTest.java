package org.iosched.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel's texts, as they were recorded on machines. */
class KernelTextsTest {

  @Test
  void processorTimeIsAddedUpWithoutCountingGuestsTwice() {
    String stat =
        """
        cpu  1211771 1181 184644 777500 60252 0 9515 1171 500 7
        cpu0 601786 566 74899 429568 17596 0 283 578 0 0
        intr 1 2 3
        """;

    assertThat(CpuTicks.parse(stat))
        .contains(
            new CpuTicks(
                1211771 + 1181, 1211771 + 1181 + 184644 + 777500 + 60252 + 9515 + 1171, 1171));
    assertThat(CpuTicks.parse("")).isEmpty();
    assertThat(CpuTicks.parse("cpu 1 2 3\n")).isEmpty();
  }

  @Test
  void pressureIsReadFromItsTotals() {
    assertThat(
            Pressure.parse(
                """
                some avg10=0.16 avg60=0.06 avg300=0.54 total=855862357
                full avg10=0.08 avg60=0.04 avg300=0.40 total=438384517
                """))
        .contains(new Pressure(855862357, 438384517));
    // Linux 5.12 and older do not tell the second line for processors.
    assertThat(Pressure.parse("some avg10=2.13 avg60=2.82 avg300=6.45 total=4838077179\n"))
        .contains(new Pressure(4838077179L, 0));
    assertThat(Pressure.parse("")).isEmpty();
  }

  @Test
  void whatWasDroppedUnwrittenIsNotWritten() {
    assertThat(
            ProcessIo.parse(
                """
                rchar: 323934931
                wchar: 323929600
                syscr: 632687
                syscw: 632675
                read_bytes: 4096
                write_bytes: 323932160
                cancelled_write_bytes: 2048
                """))
        .contains(new ProcessIo(4096, 323932160 - 2048));
    assertThat(ProcessIo.parse("rchar: 1\n")).isEmpty();
  }

  @Test
  void aProcessMayBeNamedLikeTheRestOfItsLine() {
    String line =
        "4711 (a) R (b) S 17 4711 4711 0 -1 4194304 105 0 0 0 12 34 56 78 20 0 1 0 991 9 1 184467";

    assertThat(ProcessStat.parse(line))
        .contains(new ProcessStat("a) R (b", 17, false, 12, 34, 56, 991));
    assertThat(ProcessStat.parse(line.replace("4194304", "69238880")).orElseThrow().kernelThread())
        .isTrue();
    assertThat(ProcessStat.parse("4711 (cut")).isEmpty();
  }

  @Test
  void quotasOfBothVersionsOfControlGroupsAreRead() {
    assertThat(
            Throttling.Quota.parse(
                "usage_usec 1\nnr_periods 10\nnr_throttled 3\nthrottled_usec 5000\n"))
        .contains(new Throttling.Quota(3, 5000));
    assertThat(Throttling.Quota.parse("nr_periods 10\nnr_throttled 3\nthrottled_time 5000000\n"))
        .contains(new Throttling.Quota(3, 5000));
    assertThat(Throttling.Quota.parse("usage_usec 1\n")).isEmpty();
  }

  @Test
  void heatOfAllCoresAndQuotasOfAllGroupsAboveAreAddedUp(@TempDir Path root) throws IOException {
    for (int cpu = 0; cpu < 2; cpu++) {
      Path heat = root.resolve("sys/devices/system/cpu/cpu" + cpu + "/thermal_throttle");
      put(heat.resolve("core_throttle_count"), "4");
      put(heat.resolve("core_throttle_total_time_ms"), "70");
    }
    put(root.resolve("proc/self/cgroup"), "0::/system.slice/runner.service\n");
    Path slice = root.resolve("sys/fs/cgroup/system.slice");
    put(slice.resolve("cpu.max"), "max 100000");
    put(slice.resolve("cpu.stat"), "nr_throttled 100\nthrottled_usec 100\n");
    put(slice.resolve("runner.service/cpu.max"), "150000 100000");
    put(slice.resolve("runner.service/cpu.stat"), "nr_throttled 5\nthrottled_usec 900\n");
    Throttling.Files files =
        Throttling.Files.of(new KernelFiles(root.resolve("proc"), root.resolve("sys")));

    assertThat(files.read(true))
        .isEqualTo(new Throttling(Optional.of(8L), 140, Optional.of(new Throttling.Quota(5, 900))));
    assertThat(files.read(false).events()).isEmpty();
  }

  @Test
  void whatIsNotThereIsUnknown(@TempDir Path root) {
    KernelFiles nothing = new KernelFiles(root.resolve("proc"), root.resolve("sys"));

    assertThat(Throttling.Files.of(nothing).read(true)).isEqualTo(Throttling.UNKNOWN);
  }

  private static void put(Path file, String text) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }
}
