package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.iosched.dsl.Mark;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.JobFile;
import org.iosched.measure.Disturbance;
import org.iosched.measure.OwnIo;
import org.iosched.measure.ProcessScan;
import org.iosched.measure.Surroundings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What disturbs a run, on a loop device over ext4 on another loop device in memory, so that nothing
 * else on the machine works on either. Only what is told of I/O is looked at: what else the machine
 * does is not in the test's hands.
 */
@Tag("root")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DisturbedRunTest {

  private static final JobFile READS = jobs("randread", "4k", 32, true);

  private Path temp;
  private EngineProcess engine;
  private LoopDisk disk;
  private OpenDevice device;
  private Path memory;
  private Map<String, String> before = Map.of();

  private static JobFile jobs(String rw, String block, int depth, boolean direct) {
    return JobFile.parse(
        "[job]\nrw=%s\nbs=%s\niodepth=%d\ndirect=%d\nruntime=500ms\ntime_based\n"
            .formatted(rw, block, depth, direct ? 1 : 0));
  }

  /** Made once: filling the image takes longer than the runs. */
  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    Machine.assumeLoops();
    temp = directory;
    before = Machine.state(temp);
    memory = Files.createDirectory(temp.resolve("memory"));
    Machine.TOOLS.mustRun("mount", "-t", "tmpfs", "-o", "size=300m", "tmpfs", memory.toString());
    disk = new LoopDisk(memory);
    device =
        Devices.open(
            new DeviceRequest("", disk.mounted.resolve("images"), DeviceRequest.SMALLEST_BYTES),
            Machine.host(temp));
    engine = EngineProcess.start();
  }

  @AfterAll
  void end() {
    if (engine != null) {
      engine.close();
    }
    if (device != null) {
      device.close();
    }
    if (disk != null) {
      disk.close();
    }
    if (memory != null) {
      Machine.TOOLS.mustRun("umount", memory.toString());
      assertThat(Machine.state(temp)).isEqualTo(before);
    }
  }

  /** Runs jobs and returns what is told of I/O. */
  private Disturbance run(JobFile jobs) throws Exception {
    return run(jobs, device);
  }

  private Disturbance run(JobFile jobs, TestDevice on) throws Exception {
    Path target = on.target();
    on.coldCache();
    Surroundings.Watch watch =
        Surroundings.of(on).begin(OwnIo.ofRun(engine.pid(), jobs), ProcessScan.always());
    return ofIo(watch.end(engine.run(jobs, target)));
  }

  private static Disturbance ofIo(Disturbance all) {
    return new Disturbance(
        all.conditions(),
        all.marks().stream()
            .filter(m -> m.kind().startsWith("foreign-io") || m.kind().contains("cache"))
            .toList());
  }

  /** Starts a process that is not a child of this one; returns its number. */
  private static long stranger(String command) throws IOException {
    Process shell = new ProcessBuilder("sh", "-c", command + " >/dev/null 2>&1 & echo $!").start();
    try (BufferedReader out = shell.inputReader(StandardCharsets.UTF_8)) {
      // One line only: the shells of a pipeline keep the output open as long as they run.
      return Long.parseLong(String.valueOf(out.readLine()));
    }
  }

  /** Starts one that writes at most 10 MB/s to the disk below. */
  private long writer() throws IOException {
    return stranger(
        "while head -c 524288 /dev/zero; do sleep 0.05; done"
            + " | dd bs=512k iflag=fullblock oflag=direct of="
            + disk.mounted.resolve("foreign"));
  }

  /** Starts one that reads at most 10 MB/s from the device; returns who takes it from there. */
  private long reader() throws IOException {
    return stranger(
        "dd bs=512k iflag=direct if=/dev/"
            + device.name()
            + " | while head -c 524288; do sleep 0.05; done");
  }

  private static void end(long pid) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    assertThat(
            Machine.waitFor(() -> ProcessHandle.of(pid).map(p -> !p.isAlive()).orElse(true), 5_000))
        .isNotNegative();
  }

  @Test
  void whatLiesBelowIsTheDiskUnderTheImage() {
    assertThat(device.countersBelow()).containsOnlyKeys(disk.name());
    // The disk that stands in is buffered itself, but the device on it is not.
    assertThat(device.copies()).isEqualTo(Copies.NONE);
  }

  @Test
  void aQuietRunIsNotMarked() throws Exception {
    for (JobFile jobs :
        List.of(READS, jobs("randwrite", "4k", 32, true), jobs("write", "1m", 8, true))) {
      Disturbance quiet = run(jobs);

      assertThat(quiet.marks()).isEmpty();
      // What a process had to read and write is counted to the byte for io_uring past the cache.
      assertThat(quiet.conditions())
          .containsEntry("foreign-read-bytes", 0.0)
          .containsEntry("foreign-write-bytes", 0.0)
          .containsEntry("cached-share", 0.0)
          .hasEntrySatisfying(
              "foreign-below-write-bytes", bytes -> assertThat(bytes).isLessThan(256 << 10))
          .hasEntrySatisfying(
              "foreign-below-read-bytes", bytes -> assertThat(bytes).isLessThan(256 << 10));
    }
  }

  @Test
  void aWriterOnTheDiskBelowIsMarkedAndNamed() throws Exception {
    long writer = writer();
    try {
      Disturbance disturbed = run(READS);

      assertThat(disturbed.marks())
          .as("%s", disturbed.conditions())
          .extracting(Mark::kind)
          .containsExactly("foreign-io-below");
      assertThat(disturbed.contaminates()).isTrue();
      assertThat(disturbed.marks().get(0).message())
          .startsWith("other processes wrote ")
          .contains(" to " + disk.name() + " below " + device.name() + " meanwhile, ")
          .contains(" dd (pid " + writer + ", ");
    } finally {
      end(writer);
    }
  }

  @Test
  void aReaderOfTheDeviceIsMarkedAndNamed() throws Exception {
    long reader = reader();
    try {
      Disturbance disturbed = run(READS);

      assertThat(disturbed.marks())
          .as("%s", disturbed.conditions())
          .extracting(Mark::kind)
          .containsExactly("foreign-io");
      assertThat(disturbed.marks().get(0).message())
          .startsWith("other processes read ")
          .contains(" from " + device.name() + " meanwhile, ")
          .contains(" dd (pid ");
    } finally {
      end(reader);
    }
  }

  @Test
  void bufferedReadsOfWhatIsInMemoryAreTold() throws Exception {
    JobFile reads =
        JobFile.parse(
            "[job]\nrw=randread\nbs=4k\nsize=256k\ndirect=0\ninvalidate=0\nruntime=500ms\ntime_based\n");
    Disturbance told = run(reads);

    assertThat(told.marks()).extracting(Mark::kind).containsExactly("served-from-cache");
    assertThat(told.contaminates()).isFalse();
  }

  @Test
  void aBodyIsNotDisturbedByItself() throws Exception {
    Path workspace = device.freshWorkspace();
    device.coldCache();
    Surroundings.Watch watch = Surroundings.of(device).begin(OwnIo.ofBody(), ProcessScan.always());
    Files.write(workspace.resolve("file"), new byte[16 << 20]);
    Machine.TOOLS.mustRun("cp", "" + workspace.resolve("file"), "" + workspace.resolve("copy"));
    device.durable(workspace);

    Disturbance told = ofIo(watch.end());
    assertThat(told.marks()).isEmpty();
  }

  @Test
  void onADiskOfTheUsersJobsAreNotDisturbedByTheFileSystem() throws Exception {
    JobFile writes =
        JobFile.parse("[job]\nrw=randwrite\nbs=4k\ndirect=1\nfsync=1\nruntime=500ms\ntime_based\n");
    try (TestDevice users = openUsersDisk()) {
      assertThat(users.countersBelow()).isEmpty();
      assertThat(run(writes, users).marks()).isEmpty();
    }
  }

  @Test
  void onADiskOfTheUsersOthersAreToldFromABody() throws Exception {
    try (TestDevice users = openUsersDisk()) {
      Path workspace = users.freshWorkspace();
      Surroundings.Watch watch = Surroundings.of(users).begin(OwnIo.ofBody(), ProcessScan.always());
      long writer = writer();
      try {
        Files.write(workspace.resolve("file"), new byte[16 << 20]);
        Thread.sleep(500);
        users.durable(workspace);
        Disturbance disturbed = ofIo(watch.end());

        assertThat(disturbed.marks())
            .as("%s", disturbed.conditions())
            .extracting(Mark::kind)
            .containsExactly("foreign-io");
        assertThat(disturbed.marks().get(0).message()).contains(" dd (pid " + writer + ", ");
      } finally {
        end(writer);
      }
    }
  }

  private TestDevice openUsersDisk() throws IOException {
    Path directory = Files.createTempDirectory(disk.mounted, "users");
    return Devices.open(
        new DeviceRequest(directory.toString(), directory, DeviceRequest.SMALLEST_BYTES),
        Machine.host(temp));
  }
}
