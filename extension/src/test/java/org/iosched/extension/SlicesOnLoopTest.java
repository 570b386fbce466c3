package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.iosched.device.Machine;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Results;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingPlan;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Slices on a real loop device: real schedulers, switched under a real load. */
@Tag("root")
final class SlicesOnLoopTest {

  @TempDir Path temp;

  private Map<String, String> before = Map.of();

  @BeforeEach
  void loops() {
    Machine.assumeLoops();
    before = Machine.state(temp);
  }

  @AfterEach
  void nothingIsLeft() {
    Machine.assumeLoops();
    assertThat(Machine.state(temp)).isEqualTo(before);
  }

  private Execution execute(Class<?> testClass, Map<String, String> more) {
    Map<String, String> parameters = new TreeMap<>(more);
    parameters.put("iosched.image.dir", temp.toString());
    parameters.put("iosched.image.size", "64m");
    parameters.put("iosched.output", temp.resolve("output").toString());
    parameters.put("iosched.allure", temp.resolve("allure").toString());
    parameters.put("iosched.probe", "1s");
    parameters.putIfAbsent("iosched.budget", "12s");
    return Execution.of(parameters, DiscoverySelectors.selectClass(testClass));
  }

  @Schedulers({"none", "mq-deadline", "bfq"})
  static class Reads {
    static Results results = new Results(List.of());

    @BenchmarkTest(sampling = Sampling.SLICES)
    @Workload(fio = "[r]\nrw=randread\nbs=4k\niodepth=4\ndirect=1\ntime_based\nruntime=1s\n")
    @Expect("none at most 20x slower than every other")
    void reads() {}

    @VerdictTest
    void keeps(Results measured) {
      results = measured;
    }
  }

  @Test
  void everySliceIsOfTheSchedulerThatWasSetForIt() {
    Execution execution = execute(Reads.class, Map.of("iosched.seed", "7"));

    assertThat(execution.containers()).isEmpty();
    // What it decides is up to what else the machine does; that it measures is not.
    assertThat(execution.leaves()).noneMatch(Execution.Node::failed);
    BenchmarkResult result = Reads.results.benchmarks().get(0);
    assertThat(result.sampling()).isInstanceOf(SamplingPlan.Slices.class);
    assertThat(result.samples())
        .allSatisfy(
            sample -> {
              assertThat(sample.scheduler()).isEqualTo(sample.arm());
              assertThat(sample.conditions()).containsKey("foreign-read-bytes");
            });
    List<List<String>> orders =
        result.samples().stream()
            .map(Sample::round)
            .distinct()
            .map(
                round ->
                    result.samples().stream()
                        .filter(sample -> sample.round() == round)
                        .map(Sample::arm)
                        .toList())
            .toList();
    assertThat(orders)
        .allSatisfy(
            order -> assertThat(order).containsExactlyInAnyOrder("none", "mq-deadline", "bfq"));
  }

  @Schedulers({"none", "bfq"})
  static class BesideAWriter {
    static Results results = new Results(List.of());
    static Path folder = Path.of("/");
    private static @Nullable Process writer;

    /** Begins to write some MB/s to the disk below, in a process of its own. */
    @BeforeEach
    void write() throws IOException {
      writer =
          new ProcessBuilder(
                  "dd",
                  "if=/dev/zero",
                  "of=" + folder.resolve("foreign"),
                  "bs=16k",
                  // Each write waits for the disk, so that there are not too many.
                  "oflag=direct,dsync",
                  // It ends by itself, should nobody be left to end it.
                  "count=50000")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    }

    @AfterEach
    void stop() throws InterruptedException {
      Process dd = writer;
      if (dd != null) {
        dd.destroyForcibly().waitFor();
      }
    }

    @BenchmarkTest(sampling = Sampling.SLICES)
    @Workload(fio = "[r]\nrw=randread\nbs=4k\niodepth=4\ndirect=1\ntime_based\nruntime=1s\n")
    @Expect("none at most 20x slower than bfq")
    void reads() {}

    @VerdictTest
    void keeps(Results measured) {
      results = measured;
    }
  }

  @Test
  void aForeignWriterLeavesNothingToDecide() {
    BesideAWriter.folder = temp;

    Execution execution = execute(BesideAWriter.class, Map.of("iosched.budget", "6s"));

    BenchmarkResult result = BesideAWriter.results.benchmarks().get(0);
    assertThat(result.samples().stream().filter(Sample::contaminated).count())
        .isGreaterThan(result.samples().size() / 3);
    assertThat(result.verdicts().get(0).message()).startsWith("INCONCLUSIVE").contains("disturbed");
    assertThat(execution.expectations())
        .filteredOn(leaf -> leaf.name().startsWith("none at most"))
        .allMatch(Execution.Node::aborted);
  }
}
