package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.iosched.device.LoopDisk;
import org.iosched.device.Machine;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Queue attributes, and changes under a run, on a real loop device that is somebody's disk. */
@Tag("root")
final class QueuesOnLoopTest {

  private static final List<String> SEEN = new ArrayList<>();

  @TempDir Path temp;
  private Map<String, String> before = Map.of();

  @BeforeEach
  void loops() {
    Machine.assumeLoops();
    before = Machine.state(temp);
    SEEN.clear();
  }

  @AfterEach
  void nothingIsLeft() {
    Machine.assumeLoops();
    assertThat(Machine.state(temp)).isEqualTo(before);
  }

  private Execution execute(Class<?> testClass, Path device) {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("iosched.device", device.toString());
    parameters.put("iosched.image.size", "64m");
    parameters.put("iosched.output", temp.resolve("output").toString());
    parameters.put("iosched.allure", temp.resolve("allure").toString());
    parameters.put("iosched.probe", "1s");
    parameters.put("iosched.budget", "10s");
    parameters.put("iosched.repeats", "0");
    return Execution.of(parameters, DiscoverySelectors.selectClass(testClass));
  }

  private static Path queue(Device device) {
    return Path.of("/sys/block", device.name(), "queue");
  }

  private static String read(Device device, String file) {
    try {
      return Files.readString(queue(device).resolve(file)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Device device, String file, String value) throws IOException {
    Files.writeString(queue(device).resolve(file), value, StandardOpenOption.WRITE);
  }

  private static void see(Device device) {
    SEEN.add(
        read(device, "nr_requests")
            + " "
            + read(device, "read_ahead_kb")
            + " "
            + read(device, "wbt_lat_usec"));
  }

  @Schedulers({"none", "bfq"})
  @Queue(nrRequests = 48, readAheadKb = 12, wbtLatUsec = 3000)
  static class Shallow {
    @BenchmarkTest(rounds = 2)
    void runs(Workspace dir, Device device) {
      see(device);
    }

    @ParameterizedTest
    @Schedulers
    void parameterized(Scheduler scheduler, Device device) {
      see(device);
    }
  }

  @Test
  void attributesHoldInEachRunAndAreRestored() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      String state = disk.state();

      Execution execution = execute(Shallow.class, disk.mounted);

      assertThat(execution.leaves()).isNotEmpty().allMatch(Execution.Node::passed);
      assertThat(SEEN).hasSize(2 * 2 + 2).containsOnly("48 12 3000");
      assertThat(disk.state()).isEqualTo(state);
    }
  }

  @Schedulers({"none", "mq-deadline"})
  static class Sliced {
    @BenchmarkTest(sampling = Sampling.SLICES)
    @Queue(nrRequests = 48)
    @Workload(fio = "[r]\nrw=randread\nbs=4k\niodepth=4\ndirect=1\ntime_based\nruntime=1s\n")
    void reads(Device device) {
      SEEN.add(read(device, "nr_requests"));
    }
  }

  @Test
  void attributesHoldInSlices() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      String state = disk.state();

      // A probe that finds too much noise lets no look be taken, and then no body runs.
      for (int tries = 0; tries < 5 && SEEN.isEmpty(); tries++) {
        Execution execution = execute(Sliced.class, disk.node);
        assertThat(execution.leaves()).noneMatch(Execution.Node::failed);
      }

      assertThat(SEEN).isNotEmpty().containsOnly("48");
      assertThat(disk.state()).isEqualTo(state);
    }
  }

  @Schedulers({"none", "bfq"})
  @Queue(nrRequests = 1)
  static class Bent {
    @BenchmarkTest(rounds = 2)
    void runs() {}
  }

  @Test
  void aValueThatTheKernelBendsFailsTheBenchmark() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      String state = disk.state();

      Execution execution = execute(Bent.class, disk.mounted);

      assertThat(execution.runs())
          .singleElement()
          .satisfies(
              leaf ->
                  assertThat(leaf.message())
                      .contains(" keeps 4 when asked for nr_requests=1 ")
                      .endsWith("ask @Queue for a value that it keeps, or leave it out"));
      assertThat(disk.state()).isEqualTo(state);
    }
  }

  @Schedulers({"none", "bfq"})
  static class Changes {
    @BenchmarkTest(rounds = 12)
    @Expect("none at least 2x faster than bfq")
    void changes(Workspace dir, Scheduler scheduler, Device device) throws IOException {
      write(device, "scheduler", "mq-deadline");
    }
  }

  @Test
  void theThirdChangeUnderTheRunStopsTheBenchmark() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      String state = disk.state();

      Execution execution = execute(Changes.class, disk.mounted);

      assertThat(execution.runs()).hasSize(3);
      assertThat(execution.runs().get(2).message())
          .matches(
              "loop\\d+ was changed under the run three times \\(mq-deadline instead of"
                  + " (none|bfq)\\); .*, then run again");
      assertThat(execution.expectations())
          .singleElement()
          .satisfies(leaf -> assertThat(leaf.aborted()).isTrue())
          .satisfies(
              leaf -> assertThat(leaf.message()).contains("changed under the run three times"));
      assertThat(disk.state()).isEqualTo(state);
    }
  }

  @Schedulers({"none", "bfq"})
  static class AwayAndBack {
    @BenchmarkTest(rounds = 12)
    void changes(Workspace dir, Scheduler scheduler, Device device) throws IOException {
      write(device, "scheduler", "mq-deadline");
      write(device, "scheduler", scheduler.kernelName());
    }
  }

  @Test
  void aSwitchAwayAndBackCountsAsAChange() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      String state = disk.state();

      Execution execution = execute(AwayAndBack.class, disk.mounted);

      assertThat(execution.runs()).hasSize(3);
      assertThat(execution.runs().get(2).message())
          .matches(
              "loop\\d+ was changed under the run three times \\((none|bfq), but not all the"
                  + " time\\); .*");
      assertThat(disk.state()).isEqualTo(state);
    }
  }
}
