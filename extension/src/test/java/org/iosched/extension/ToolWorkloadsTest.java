package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Unit;
import org.iosched.workload.MemoryLimit;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Command lines and dd as workloads, on a device in memory. */
final class ToolWorkloadsTest {

  @TempDir private Path temp;

  private Execution run(String method) {
    return Execution.of(
        Map.of(
            "iosched.output",
            temp.resolve("iosched").toString(),
            "iosched.allure",
            temp.resolve("allure").toString(),
            "iosched.repeats",
            "0"),
        DiscoverySelectors.selectMethod(Tools.class.getName() + "#" + method));
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Tools {

    @BenchmarkTest(rounds = 2)
    @Workload(
        command = "cat seed tree-5.tar > copy && sleep 0.02",
        prepare = "head -c 1000 /dev/zero > seed; sleep 3",
        inputs = "tree-5.tar")
    void command(Sample sample, Workspace dir) throws IOException {
      assertThat(Files.size(dir.resolve("copy")))
          .isEqualTo(1000 + Files.size(dir.resolve("tree-5.tar")));
      double seconds = sample.measured(Metric.TIME).orElseThrow().value();
      assertThat(seconds).isBetween(0.02, 2.9);
      assertThat(sample.seconds()).isEqualTo(seconds);
      assertThat(sample.measured(Metric.of(Quantity.CPU)).orElseThrow().unit())
          .isEqualTo(Unit.SECONDS);
    }

    @BenchmarkTest(rounds = 1)
    @Workload(dd = "if=/dev/zero of=file bs=64k count=16 conv=fdatasync")
    @Expect("none at least 1 kB/s bandwidth")
    void dd(Sample sample, Workspace dir) throws IOException {
      assertThat(dir.resolve("file")).hasSize(1 << 20);
      assertThat(sample.metrics().get(Metric.BANDWIDTH))
          .isInstanceOfSatisfying(
              Measured.Rate.class, rate -> assertThat(rate.count()).isEqualTo(1 << 20));
      assertThat(sample.metrics()).containsKey(Metric.TIME);
    }

    @BenchmarkTest(rounds = 1)
    @Workload(command = "echo it was no good; exit 3")
    @Expect("none takes at most 3 s")
    void fails() {}

    @BenchmarkTest(rounds = 1)
    @Workload(command = "true", prepare = "exit 4")
    void cannotBePrepared() {}

    @BenchmarkTest(rounds = 1)
    @Workload(command = "setsid sleep 300 & exit 3", memory = "64m")
    void limitedFails() {}

    @BenchmarkTest(rounds = 1)
    @Workload(command = "true", prepare = "exit 4", memory = "64m")
    void limitedCannotBePrepared() {}

    @BenchmarkTest(rounds = 1)
    @Workload(command = "true", memory = "64m")
    void limited() {}

    @BenchmarkTest
    @Workload(command = "true", inputs = "not-there.tar")
    void noInput() {}

    @BenchmarkTest
    @Workload
    void nothing() {}

    @BenchmarkTest
    @Workload(command = "true", dd = "if=/dev/zero of=file bs=1M count=1")
    void two() {}

    @BenchmarkTest
    @Workload(fio = "[reader]\nrw=read", prepare = "true")
    void prepared() {}

    @BenchmarkTest
    @Workload(command = "true", memory = "much")
    void much() {}

    @BenchmarkTest
    @Workload(command = "true")
    @Expect("none at least 10% more iops than bfq")
    void unmeasured() {}
  }

  @Test
  void aCommandIsTimedWithoutItsPreparation() {
    Execution execution = run("command(org.iosched.dsl.Sample,org.iosched.workload.Workspace)");

    assertThat(execution.containers()).isEmpty();
    assertThat(execution.runs()).hasSize(4).allMatch(Execution.Node::passed);
  }

  @Test
  void ddTellsItsOwnTimeAndRate() {
    Execution execution = run("dd(org.iosched.dsl.Sample,org.iosched.workload.Workspace)");

    assertThat(execution.containers()).isEmpty();
    assertThat(execution.runs()).hasSize(2).allMatch(Execution.Node::passed);
  }

  @Test
  void aCommandThatFailsEndsTheBenchmarkWithItsLastLines() throws IOException {
    Execution execution = run("fails");

    assertThat(execution.runs()).hasSize(1);
    assertThat(execution.runs().get(0).failed()).isTrue();
    assertThat(execution.runs().get(0).message()).contains("ended with status 3", "it was no good");
    assertThat(execution.expectations()).singleElement().matches(Execution.Node::aborted);
    try (var left = Files.list(temp.resolve("iosched"))) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith("scratch")))
          .isEmpty();
    }
  }

  @Test
  void whatCannotBePreparedIsToldByItsPlace() {
    assertThat(run("cannotBePrepared").runs())
        .singleElement()
        .extracting(Execution.Node::message)
        .asString()
        .contains("exit 4", "ended with status 4");
    assertThat(run("noInput").runs())
        .singleElement()
        .extracting(Execution.Node::message)
        .asString()
        .contains("@Workload(inputs = \"not-there.tar\") is not a resource beside ");
  }

  @ParameterizedTest
  @CsvSource({"limited, 0", "limitedFails, 1", "limitedCannotBePrepared, 1"})
  @Tag("root")
  void theMemoryLimitIsRemovedHoweverTheRunEnds(String method, int failures) throws IOException {
    MemoryLimit limit = MemoryLimit.of(Optional.of(64L << 20));
    assumeTrue(limit.missing().isEmpty(), () -> limit.missing().orElse(""));
    assertThat(run(method).runs().stream().filter(Execution.Node::failed)).hasSize(failures);
    Path prefix = MemoryLimit.groupPrefix(Path.of("/proc")).orElseThrow();
    try (Stream<Path> groups = Files.list(prefix.getParent())) {
      assertThat(groups.filter(group -> group.toString().startsWith(prefix.toString()))).isEmpty();
    }
  }

  private void refused(String method, String message) {
    assertThat(run(method).refusal())
        .isEqualTo("ToolWorkloadsTest.Tools." + method + ": " + message);
  }

  @Test
  void whatIsWrongIsSaidBeforeAnythingIsMeasured() {
    refused(
        "nothing",
        "@Workload has nothing to run; give one of fio, fioFile, bonnie, dd and command.");
    refused(
        "two", "@Workload has dd and command; give one of fio, fioFile, bonnie, dd and command.");
    refused(
        "prepared",
        "@Workload(prepare) is for command and means nothing beside fio; leave it out.");
    refused("much", "@Workload(memory)=much is not a size; write it like 2g.");
    assertThat(run("unmeasured").containers())
        .singleElement()
        .extracting(Execution.Node::message)
        .asString()
        .contains("\"none at least 10% more iops than bfq\" cannot be decided: ");
  }
}
