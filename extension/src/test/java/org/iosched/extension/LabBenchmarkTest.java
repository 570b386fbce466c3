package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.iosched.device.InTheLab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** A benchmark as users write it, on a SATA disk of the lab machine. */
@InTheLab
class LabBenchmarkTest {

  private static final Path DISK = Path.of("/dev/disk/by-id/ata-QEMU_HARDDISK_LABSATA1");

  @TempDir Path temp;

  @Schedulers({"none", "mq-deadline"})
  static class Reads {

    @BenchmarkTest(rounds = 6, sampling = Sampling.RUNS)
    @Workload(fio = "[r]\nrw=randread\nbs=4k\niodepth=1\ndirect=1\ntime_based\nruntime=200ms\n")
    @Expect("none at most 20x slower than mq-deadline")
    void reads() {}
  }

  private static String scheduler() throws Exception {
    String name = DISK.toRealPath().getFileName().toString();
    return Files.readString(Path.of("/sys/block", name, "queue/scheduler")).strip();
  }

  @Test
  void isMeasuredDecidedAndPutBack() throws Exception {
    String before = scheduler();
    Execution execution =
        Execution.of(
            Map.of(
                "iosched.device", DISK.toString(),
                "iosched.budget", "120s",
                "iosched.image.dir", temp.toString(),
                "iosched.output", temp.resolve("output").toString(),
                "iosched.allure", temp.resolve("allure").toString()),
            DiscoverySelectors.selectClass(Reads.class));

    assertThat(execution.containers()).isEmpty();
    assertThat(execution.leaves()).noneMatch(Execution.Node::failed).isNotEmpty();
    assertThat(Files.readString(temp.resolve("output/results.json")))
        .contains("mq-deadline", "randread");
    assertThat(scheduler()).isEqualTo(before);
  }
}
