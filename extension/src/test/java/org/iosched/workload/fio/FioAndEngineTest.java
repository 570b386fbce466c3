package org.iosched.workload.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.iosched.device.Machine;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Series;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the same jobs through fio and through the embedded engine, on one loop device. */
@Tag("root")
class FioAndEngineTest {

  private static final int MIB = 1 << 20;
  private static final int SIZE_MIB = 32;

  /** Machines that build are noisy; a wrong unit is off by a thousand. */
  private static final double FACTOR = 30;

  /** What a single pause of the machine decides. */
  private static final Set<Quantity> TAILS =
      Set.of(
          Quantity.MAX_LATENCY,
          Quantity.P999_LATENCY,
          Quantity.P99_LATENCY,
          Quantity.P95_LATENCY,
          Quantity.MEAN_LATENCY);

  @TempDir Path folder;
  private Optional<Path> device = Optional.empty();

  @BeforeEach
  void makeDevice() throws Exception {
    Machine.assumeLoops();
    Optional<String> problem = FioBinary.find().problem();
    assumeTrue(problem.isEmpty(), problem.orElse(""));
    Path image = Files.write(folder.resolve("image"), new byte[SIZE_MIB * MIB]);
    device =
        Optional.of(Path.of(run("losetup", "-f", "--show", "--direct-io=on", image.toString())));
  }

  @AfterEach
  void removeDevice() throws Exception {
    if (device.isPresent()) {
      Process detach = start("losetup", "-d", device.get().toString());
      assertThat(detach.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(detach.exitValue()).as("losetup -d " + device.get()).isZero();
    }
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command).start();
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = start(command);
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assumeTrue(process.exitValue() == 0, () -> String.join(" ", command) + " failed");
    return output;
  }

  /**
   * Runs jobs until fio's logs agree with its totals: where its helper thread wakes late, as on a
   * busy machine, they do not, and the series are rightly left out.
   */
  private WorkloadResult byFio(String jobs) throws Exception {
    Workspace workspace =
        new Workspace(
            Files.createDirectory(folder.resolve("work")),
            Files.createDirectory(folder.resolve("logs")).resolve("run.log"),
            ProcessBuilder::start);
    WorkloadResult result = FioTool.of(jobs).run(workspace, device.orElseThrow());
    for (int more = 0; more < 5 && result.series().isEmpty(); more++) {
      result = FioTool.of(jobs).run(workspace, device.orElseThrow());
    }
    return result;
  }

  private JobResult byEngine(String jobs) throws Exception {
    try (EngineProcess engine = EngineProcess.start()) {
      return engine.run(JobFile.parse(jobs), device.orElseThrow());
    }
  }

  private static void agree(WorkloadResult fio, JobResult embedded) {
    assertThat(fio.metrics().keySet()).isEqualTo(embedded.metrics().keySet());
    fio.metrics()
        .forEach(
            (metric, measured) -> {
              Measured other = embedded.metrics().get(metric);
              assertThat(other).as(metric.toString()).isNotNull();
              if (other != null) {
                assertThat(measured.unit()).as(metric.toString()).isEqualTo(other.unit());
                if (!TAILS.contains(metric.quantity())) {
                  assertThat(measured.value() / other.value())
                      .as(metric + ": " + measured + " by fio, " + other + " embedded")
                      .isBetween(1 / FACTOR, FACTOR);
                }
              }
            });
    assertThat(fio.series()).extracting(Series::metric).isEqualTo(metrics(embedded));
    assertThat(fio.latencies())
        .extracting(Latencies::job, Latencies::side)
        .isEqualTo(embedded.latencies().stream().map(l -> tuple(l.job(), l.side())).toList());
    if (fio.seconds() < 0.5 || embedded.elapsedSeconds() < 0.5) {
      return;
    }
    assertThat(fio.latencyWindows())
        .extracting(LatencyWindows::job, LatencyWindows::side, LatencyWindows::windowSeconds)
        .isEqualTo(
            embedded.latencyWindows().stream()
                .map(l -> tuple(l.job(), l.side(), l.windowSeconds()))
                .toList());
  }

  private static List<Metric> metrics(JobResult embedded) {
    return embedded.series().stream().map(Series::metric).toList();
  }

  @Test
  void agreeOnJobsThatRunByTheClock() throws Exception {
    String jobs =
        """
        [global]
        direct=1
        runtime=2
        time_based
        [reader]
        rw=randread
        bs=4k
        iodepth=4
        numjobs=2
        [both]
        rw=randrw
        bs=16k
        """;
    agree(byFio(jobs), byEngine(jobs));
  }

  @Test
  void agreeOnWorkThatEnds() throws Exception {
    String jobs = "[w]\nrw=write\nbs=128k\ndirect=1\nsize=32m\niodepth=2\n";
    agree(byFio(jobs), byEngine(jobs));
  }

  @Test
  void agreeOnJobsAfterEachOtherWithARamp() throws Exception {
    String jobs =
        """
        [first]
        rw=randread
        direct=1
        ramp_time=500ms
        runtime=1
        time_based
        [second]
        stonewall
        rw=randwrite
        direct=1
        runtime=1
        time_based
        """;
    agree(byFio(jobs), byEngine(jobs));
  }
}
