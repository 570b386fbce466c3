package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices as they are opened by root: the default one, a directory, a device node. */
@Tag("root")
class LoopDeviceTest {

  @TempDir Path temp;
  private final List<OpenDevice> opened = new ArrayList<>();
  private Map<String, String> before = Map.of();

  @BeforeEach
  void remember() {
    Machine.assumeLoops();
    before = Machine.state(temp);
  }

  @AfterEach
  void nothingIsLeft() {
    Machine.assumeLoops();
    assertThat(Machine.state(temp)).isEqualTo(before);
    for (OpenDevice device : opened) {
      assertThat(Machine.marked(device.run())).isEmpty();
      device.cgroup().ifPresent(cgroup -> assertThat(cgroup).doesNotExist());
    }
    assertThat(Machine.children(temp.resolve("mounts"))).isEmpty();
    assertThat(Machine.children(temp.resolve("images"))).isEmpty();
    Path state = temp.resolve("state");
    assertThat(Machine.children(state)).containsExactly(state.resolve("lock"));
  }

  private OpenDevice open(String asked) {
    OpenDevice device =
        Devices.open(
            new DeviceRequest(asked, temp.resolve("images"), DeviceRequest.SMALLEST_BYTES),
            Machine.host(temp));
    opened.add(device);
    return device;
  }

  @Test
  void theDefaultDeviceIsALoopDeviceThatIsGoneAfterwards() {
    OpenDevice device = open("");
    try (device) {
      assertThat(device.name()).matches("loop\\d+");
      assertThat(device.target()).isEqualTo(Path.of("/dev", device.name()));
      assertThat(device.targetIsRaw()).isTrue();
      assertThat(device.targetBytes()).isEqualTo(DeviceRequest.SMALLEST_BYTES);
      assertThat(device.refuseWrites()).isEmpty();
      assertThat(device.canSwitch()).isTrue();
      assertThat(device.missingRights()).isEmpty();
      assertThat(device.recovered()).isEmpty();
      assertThat(device.describe().facts())
          .containsEntry("device", device.name())
          .containsEntry("size", "67108864 bytes (64 MiB)")
          .containsKeys("lies on", "loop I/O", "rotational", "logical block size", "image")
          .hasEntrySatisfying(
              "lies on", value -> assertThat(value).startsWith("an image file on "));
    }
    assertThat(temp.resolve("images")).isEmptyDirectory();
    device.close();
  }

  @Test
  void everySchedulerCanBeSwitchedTo() {
    try (TestDevice device = open("")) {
      for (String scheduler : device.schedulers()) {
        device.switchTo(scheduler, Map.of());
        assertThat(device.active()).isEqualTo(scheduler);
        assertThat(device.changed()).isEmpty();
      }
      assertThat(device.schedulers()).contains("none", "mq-deadline");
      assertThat(device.tryLoad("mq-deadline")).isTrue();
      assertThat(device.tryLoad("no-such-scheduler")).isFalse();
    }
  }

  @Test
  void tunablesAreSet() {
    try (TestDevice device = open("")) {
      device.switchTo("mq-deadline", Map.of("fifo_batch", "1"));
      assertThat(device.tunables()).containsEntry("fifo_batch", "1");
      device.switchTo("mq-deadline", Map.of());
      assertThat(device.tunables()).containsEntry("fifo_batch", "16");

      Machine.assumeScheduler(device, "bfq");
      device.switchTo("bfq", Map.of("low_latency", "0"));
      assertThat(device.tunables()).containsEntry("low_latency", "0");
      assertThatThrownBy(() -> device.switchTo("bfq", Map.of("fifo_batch", "1")))
          .hasMessageStartingWith(
              "fifo_batch is not a tunable of bfq on " + device.name() + "; there are: ");
      assertThat(device.tunables()).containsEntry("low_latency", "0");
    }
  }

  @Test
  void readsOfTheTargetReachTheDevice() throws Exception {
    try (TestDevice device = open("")) {
      device.coldCache();
      Counters earlier = device.counters();
      try (FileChannel channel = FileChannel.open(device.target(), StandardOpenOption.READ)) {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
        while (channel.read(buffer) > 0) {
          buffer.clear();
        }
      }
      assertThat(device.counters().since(earlier).readBytes())
          .isGreaterThanOrEqualTo(device.targetBytes());
      Path image = Path.of(device.describe().facts().getOrDefault("image", ""));
      assertThat(allocatedBytes(image)).isGreaterThanOrEqualTo(device.targetBytes());
    }
  }

  private static long allocatedBytes(Path file) throws Exception {
    String blocks = Machine.TOOLS.mustRun("stat", "-c", "%b", file.toString());
    return Files.size(file) == 0 ? 0 : Long.parseLong(blocks) * 512;
  }

  @Test
  void workspacesAreFreshAndUnmounted() throws Exception {
    try (TestDevice device = open("")) {
      Path first = device.freshWorkspace();
      assertThat(first).isEmptyDirectory();
      assertThat(Files.getFileStore(first).type()).isEqualTo("ext4");
      assertThat(Files.getFileStore(first).name()).isEqualTo("/dev/" + device.name());
      Files.writeString(first.resolve("file"), "content");
      device.durable(first);
      assertThat(device.coldCache()).isEmpty();

      assertThat(device.freshWorkspace()).isEmptyDirectory();
      assertThat(Machine.mounts().stream().filter(line -> line.contains(device.name()))).hasSize(1);

      device.removeWorkspace();
      assertThat(Machine.mounts()).noneMatch(line -> line.contains(device.name()));

      device.freshWorkspace();
      assertThat(device.target()).isEqualTo(Path.of("/dev", device.name()));
      assertThat(Machine.mounts()).noneMatch(line -> line.contains(device.name()));
      device.freshWorkspace();
    }
  }

  @Test
  void durableBringsWrittenDataToTheDevice() throws Exception {
    try (TestDevice device = open("")) {
      Path workspace = device.freshWorkspace();
      Counters earlier = device.counters();
      Path deep = Files.createDirectories(workspace.resolve("a/b"));
      Files.write(deep.resolve("file"), new byte[8 << 20]);
      device.durable(workspace);
      assertThat(device.counters().since(earlier).writtenBytes()).isGreaterThanOrEqualTo(8 << 20);
    }
  }

  @Test
  void aWorkloadThatIsLeftInTheWorkspaceIsEnded() throws Exception {
    Process process;
    try (OpenDevice device = open("")) {
      Path workspace = device.freshWorkspace();
      process = device.start(new ProcessBuilder("sleep", "300").directory(workspace.toFile()));
      device
          .cgroup()
          .ifPresent(
              cgroup ->
                  assertThat(cgroup.resolve("cgroup.procs"))
                      .content()
                      .contains(Long.toString(process.pid())));
      assertThat(Machine.marked(device.run())).containsExactly(process.pid());
    }
    assertThat(process.waitFor()).isEqualTo(128 + 9);
  }

  @Test
  void aDirectoryLeadsToItsDiskWhichIsRestoredExactly() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();
      assertThat(settings.tunables()).containsEntry("fifo_batch", "7");
      Path sub = Files.createDirectory(disk.mounted.resolve("some dir"));
      try (TestDevice device = open(sub.toString())) {
        assertThat(device.name()).isEqualTo(disk.name());
        for (String scheduler : device.schedulers()) {
          device.switchTo(scheduler, Map.of());
        }
        Path target = device.target();
        assertThat(target).startsWith(sub);
        assertThat(allocatedBytes(target)).isGreaterThanOrEqualTo(device.targetBytes());
        assertThat(device.targetIsRaw()).isFalse();
        assertThat(device.refuseWrites()).isEmpty();
        Path workspace = device.freshWorkspace();
        Files.writeString(Files.createDirectory(workspace.resolve("d")).resolve("f"), "x");
        assertThat(device.freshWorkspace()).isEmptyDirectory().isNotEqualTo(workspace);
        assertThat(workspace).doesNotExist();
        assertThat(target).exists();
        assertThat(device.describe().facts()).containsEntry("file system", "ext4");
      }
      assertThat(disk.settings()).isEqualTo(settings);
      assertThat(sub).isEmptyDirectory();
    }
  }

  @Test
  void theDeviceIsRestoredAfterAFailedSwitch() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();
      try (TestDevice device = open(disk.node.toString())) {
        assertThatThrownBy(() -> device.switchTo("mq-deadline", Map.of("fifo_batch", "no number")))
            .isInstanceOf(DeviceException.class)
            .hasMessageContaining("refused 'no number' for ")
            .hasMessageContaining("Invalid argument");
        assertThat(disk.settings()).isEqualTo(settings);
        device.switchTo("none", Map.of());
        assertThat(device.refuseWrites()).isPresent();
      }
      assertThat(disk.settings()).isEqualTo(settings);
    }
  }

  @Test
  void aChangeFromOutsideIsNoticed() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp);
        TestDevice device = open(disk.node.toString())) {
      device.switchTo("mq-deadline", Map.of());
      disk.queue().write(disk.queue().schedulerFile(), "none");
      assertThat(device.changed())
          .hasValueSatisfying(
              sentence ->
                  assertThat(sentence)
                      .startsWith(
                          "on " + disk.name() + " the scheduler is none instead of mq-deadline"));
    }
  }

  @Test
  void aSwitchAwayAndBackIsNoticedUnderEveryScheduler() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp);
        TestDevice device = open(disk.node.toString())) {
      for (String scheduler : device.schedulers()) {
        device.switchTo(scheduler, Map.of());
        assertThat(device.changed()).isEmpty();
        // Forgets the inodes of sysfs, whose times must not be the cache's.
        device.coldCache();
        assertThat(device.changed()).isEmpty();
        String other = scheduler.equals("none") ? "mq-deadline" : "none";
        disk.queue().write(disk.queue().schedulerFile(), other);
        disk.queue().write(disk.queue().schedulerFile(), scheduler);
        assertThat(device.changed())
            .hasValue(
                "on "
                    + disk.name()
                    + " the scheduler is "
                    + scheduler
                    + " again, after it was switched away and back; something outside the run has"
                    + " changed it (udev or tuned do)");
      }
    }
  }

  @Test
  void attributesAreSetUnderEverySchedulerAndRestored() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();
      Map<QueueAttribute, String> asked =
          Map.of(
              QueueAttribute.NR_REQUESTS,
              "48",
              QueueAttribute.READ_AHEAD_KB,
              "12",
              QueueAttribute.WBT_LAT_USEC,
              "3000");
      try (TestDevice device = open(disk.node.toString())) {
        for (String scheduler : device.schedulers()) {
          device.switchTo(scheduler, Map.of());
          Map<QueueAttribute, String> own = disk.settings().attributes();
          device.switchTo(scheduler, Map.of(), asked);
          assertThat(disk.settings().attributes()).isEqualTo(asked);
          assertThat(device.changed()).isEmpty();
          device.switchTo(scheduler, Map.of());
          assertThat(disk.settings().attributes()).isEqualTo(own);
        }
        device.switchTo("mq-deadline", Map.of("async_depth", "9"), asked);
        assertThat(disk.settings().attributes()).isEqualTo(asked);
        assertThat(device.tunables()).containsEntry("async_depth", "9");
        disk.queue().write(disk.queue().attributeFile(QueueAttribute.NR_REQUESTS), "99");
        assertThat(device.changed())
            .hasValueSatisfying(
                sentence -> assertThat(sentence).contains("nr_requests is 99 instead of 48"));
      }
      assertThat(disk.settings()).isEqualTo(settings);
    }
  }

  @Test
  void anAttributeThatCannotBeSetLeavesTheQueueAsItWas() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();
      try (TestDevice device = open(disk.node.toString())) {
        Map<Map<QueueAttribute, String>, String> sentences =
            Map.of(
                Map.of(QueueAttribute.NR_REQUESTS, "1"),
                " keeps 4 when asked for nr_requests=1 (the kernel limits or rounds it), and held",
                Map.of(QueueAttribute.NR_REQUESTS, "1000000"),
                " does not take 1000000 for nr_requests and holds ",
                Map.of(QueueAttribute.READ_AHEAD_KB, "3"),
                " keeps 0 when asked for read_ahead_kb=3 ",
                Map.of(QueueAttribute.READ_AHEAD_KB, "-1"),
                " does not take -1 for read_ahead_kb and holds 64; ",
                Map.of(QueueAttribute.WBT_LAT_USEC, "-2"),
                " does not take -2 for wbt_lat_usec and holds ",
                Map.of(QueueAttribute.QUEUE_DEPTH, "1"),
                " has no queue_depth that could be set to 1 (");
        sentences.forEach(
            (asked, sentence) -> {
              assertThatThrownBy(() -> device.switchTo("none", Map.of(), asked))
                  .isInstanceOf(DeviceException.class)
                  .hasMessageStartingWith(disk.name() + sentence);
              assertThat(disk.settings()).isEqualTo(settings);
            });
      }
      assertThat(disk.settings()).isEqualTo(settings);
    }
  }

  @Test
  void aTimeThatTheKernelCannotShowIsNotLost() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.queue().write(disk.queue().schedulerFile(), "mq-deadline");
      disk.queue().write(disk.queue().tunableFile("read_expire"), "2147483647");
      QueueSettings settings = disk.settings();
      assumeTrue(
          settings.tunables().getOrDefault("read_expire", "").startsWith("-"),
          "needs a kernel that shows this time as a negative number");
      try (TestDevice device = open(disk.node.toString())) {
        assertThatThrownBy(() -> device.switchTo("none", Map.of()))
            .hasMessageContaining("for read_expire of mq-deadline, which the kernel does not take");
      }
      assertThat(disk.settings()).isEqualTo(settings);
    }
  }

  @Test
  void aDeviceThatDisappearsIsToldInOneSentence() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      TestDevice device = open(disk.node.toString());
      device.switchTo("mq-deadline", Map.of());
      disk.detach();

      String sentence = disk.name() + " has disappeared during the run";
      assertThatThrownBy(() -> device.switchTo("none", Map.of())).hasMessageStartingWith(sentence);
      assertThatThrownBy(device::changed).hasMessageStartingWith(sentence);
      assertThatThrownBy(device::coldCache).hasMessageStartingWith(sentence);
      assertThatThrownBy(device::close).hasMessageStartingWith(sentence);
      device.close();
    }
  }

  @Test
  void concurrentWritersDoNotMakeASwitchFail() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp);
        TestDevice device = open("")) {
      Thread other =
          new Thread(
              () -> {
                for (int i = 0; i < 10; i++) {
                  disk.queue()
                      .write(disk.queue().schedulerFile(), i % 2 == 0 ? "mq-deadline" : "none");
                }
              });
      other.start();
      for (int i = 0; i < 5; i++) {
        device.switchTo("mq-deadline", Map.of());
        assertThat(device.changed()).isEqualTo(Optional.empty());
      }
      other.join();
    }
  }

  @Test
  void closingFromTwoThreadsRestoresOnce() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      QueueSettings settings = disk.settings();
      TestDevice device = open(disk.node.toString());
      device.switchTo("mq-deadline", Map.of());
      Thread other = new Thread(device::close);
      other.start();
      device.close();
      assertThat(disk.settings()).isEqualTo(settings);
      other.join();
      assertThatThrownBy(() -> device.switchTo("none", Map.of()))
          .hasMessageContaining("the run is ending");
    }
  }

  /** A host on which {@code losetup} is another script first, {@code $REAL} being the real one. */
  private Host hostWithLosetup(String script) throws Exception {
    Path tools = Files.createDirectories(temp.resolve("tools"));
    Path losetup =
        Files.writeString(
            tools.resolve("losetup"),
            "#!/bin/sh\nREAL=" + Machine.TOOLS.need("losetup") + "\n" + script + "\n");
    Files.setPosixFilePermissions(losetup, PosixFilePermissions.fromString("rwxr-xr-x"));
    Host real = Machine.host(temp);
    List<Path> searchPath = new ArrayList<>(real.searchPath());
    searchPath.add(0, tools);
    return new Host(
        real.sys(),
        real.proc(),
        real.files(),
        real.stat(),
        searchPath,
        real.stateDirectories(),
        real.temporary());
  }

  @Test
  void anImageThatCannotBeAttachedIsRemoved() throws Exception {
    Host host = hostWithLosetup("echo 'losetup: no free device' >&2; exit 1");
    DeviceRequest request =
        new DeviceRequest("", temp.resolve("images"), DeviceRequest.SMALLEST_BYTES);

    assertThatThrownBy(() -> Devices.open(request, host))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("failed with status 1: losetup: no free device");
    assertThat(temp.resolve("images")).isEmptyDirectory();
  }

  @Test
  void aLoopDeviceThatIsBufferedIsToldSo() throws Exception {
    Host host =
        hostWithLosetup("case \"$*\" in *direct-io*) exit 1 ;; esac; exec \"$REAL\" \"$@\"");
    try (OpenDevice device =
        Devices.open(
            new DeviceRequest("", temp.resolve("images"), DeviceRequest.SMALLEST_BYTES), host)) {
      opened.add(device);
      assertThat(device.describe().facts())
          .hasEntrySatisfying(
              "loop I/O", value -> assertThat(value).startsWith("buffered, since the image's"));
    }
  }

  @Test
  void nothingIsMadeAfterTheEnd() {
    OpenDevice device = open("");
    device.close();

    assertThatThrownBy(device::freshWorkspace).isInstanceOf(DeviceException.class);
    assertThatThrownBy(device::target).hasMessageContaining("the run is ending");
    assertThatThrownBy(() -> device.start(new ProcessBuilder("sleep", "100")))
        .hasMessageContaining("the run is ending");
    assertThatThrownBy(() -> device.switchTo("none", Map.of()))
        .hasMessageContaining("the run is ending");
    device.removeWorkspace();
  }
}
