package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which queue is found below directories of file systems that hide it. */
@Tag("root")
class FoundDevicesTest {

  @TempDir Path temp;
  private final Deque<List<String>> undo = new ArrayDeque<>();
  private Map<String, String> before = Map.of();

  @BeforeEach
  void remember() {
    Machine.assumeLoops();
    before = Machine.state(temp);
  }

  @AfterEach
  void nothingIsLeft() {
    while (!undo.isEmpty()) {
      undoLast();
    }
    Machine.assumeLoops();
    assertThat(Machine.state(temp)).isEqualTo(before);
  }

  private void undoLast() {
    List<String> command = undo.pop();
    Machine.TOOLS.mustRun(
        command.get(0), command.subList(1, command.size()).toArray(new String[0]));
  }

  private static void assumeFileSystem(String type) throws Exception {
    // A missing module is loaded by the first mount.
    Machine.TOOLS.run("modprobe", "-q", type);
    assumeTrue(
        Files.readString(Path.of("/proc/filesystems")).contains("\t" + type + "\n"),
        "needs a kernel with " + type);
  }

  private String loop(String name) throws Exception {
    Path image = temp.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(256L << 20);
    }
    String node = Machine.TOOLS.mustRun("losetup", "-f", "--show", image.toString());
    undo.push(List.of("losetup", "-d", node));
    return node;
  }

  private Path mounted(String name, String... mount) throws Exception {
    Path point = Files.createDirectories(temp.resolve(name));
    List<String> arguments = new ArrayList<>(List.of(mount));
    arguments.add(point.toString());
    Machine.TOOLS.mustRun("mount", arguments.toArray(new String[0]));
    undo.push(List.of("umount", point.toString()));
    return point;
  }

  private OpenDevice open(Path directory) {
    DeviceRequest request =
        new DeviceRequest(
            directory.toString(), temp.resolve("images"), DeviceRequest.SMALLEST_BYTES);
    return Devices.open(request, Machine.host(temp));
  }

  private static String name(String node) {
    return Path.of(node).getFileName().toString();
  }

  private void refused(Path directory, String sentence) {
    assertThatThrownBy(() -> open(directory).close())
        .isInstanceOf(DeviceException.class)
        .hasMessageStartingWith(directory + " leads to no device: " + sentence);
    assertThat(Machine.children(directory))
        .noneMatch(child -> child.getFileName().toString().startsWith("iosched-"));
  }

  @Test
  void btrfsOnOneDeviceLeadsToItsQueue() throws Exception {
    assumeFileSystem("btrfs");
    assumeTrue(Machine.TOOLS.find("mkfs.btrfs").isPresent(), "needs mkfs.btrfs (btrfs-progs)");
    String node = loop("one.img");
    Machine.TOOLS.mustRun("mkfs.btrfs", "-q", "-f", node);
    Path point = mounted("one", "-t", "btrfs", node);
    Files.createDirectory(point.resolve("folder"));
    Path bound = mounted("bound", "--bind", point.resolve("folder").toString());

    try (OpenDevice device = open(bound)) {
      assertThat(device.name()).isEqualTo(name(node));
      assertThat(device.describe().facts())
          .containsEntry("device", name(node))
          .containsEntry("file system", "btrfs");
      device.switchTo("mq-deadline", Map.of());
      assertThat(Files.readString(Path.of("/sys/block", name(node), "queue/scheduler")))
          .contains("[mq-deadline]");
    }
    assertThat(Files.readString(Path.of("/sys/block", name(node), "queue/scheduler")))
        .contains("[none]");
  }

  @Test
  void btrfsOnTwoDevicesIsRefusedWithTheirNames() throws Exception {
    assumeFileSystem("btrfs");
    assumeTrue(Machine.TOOLS.find("mkfs.btrfs").isPresent(), "needs mkfs.btrfs (btrfs-progs)");
    String first = loop("first.img");
    String second = loop("second.img");
    Machine.TOOLS.mustRun("mkfs.btrfs", "-q", "-f", "-d", "single", first, second);
    Machine.TOOLS.run("btrfs", "device", "scan", first, second);
    Path point = mounted("two", "-t", "btrfs", first);

    List<String> names = List.of(name(first), name(second)).stream().sorted().toList();
    refused(
        point,
        "btrfs spreads over "
            + String.join(", ", names)
            + " and does not tell which of them a file is on; ");
  }

  @Test
  void anOverlayIsRefused() throws Exception {
    assumeFileSystem("overlay");
    Path lower = Files.createDirectory(temp.resolve("lower"));
    Path upper = Files.createDirectory(temp.resolve("upper"));
    Path work = Files.createDirectory(temp.resolve("work"));
    String options = "lowerdir=" + lower + ",upperdir=" + upper + ",workdir=" + work;
    Path point = mounted("overlay", "-t", "overlay", "-o", options, "overlay");

    refused(point, "overlay shows the files of several directories as one");
  }

  @Test
  void aFileSystemInMemoryIsRefused() throws Exception {
    refused(mounted("memory", "-t", "tmpfs", "tmpfs"), "tmpfs lives in memory; ");
  }

  @Test
  void aBoundDirectoryLeadsToTheQueueBelowItsFileSystem() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      Path folder = Files.createDirectory(disk.mounted.resolve("folder"));
      Path bound = mounted("bound", "--bind", folder.toString());
      try (OpenDevice device = open(bound)) {
        assertThat(device.name()).isEqualTo(disk.name());
        assertThat(device.describe().facts().get("work happens in"))
            .startsWith(bound + "/iosched-");
      }
      undoLast();
    }
  }

  @Test
  void memoryWithoutASchedulerIsRefused() throws Exception {
    Path zram = Path.of("/sys/block/zram0");
    Machine.TOOLS.run("modprobe", "-q", "zram");
    assumeTrue(Files.exists(zram), "needs zram0");
    assumeTrue(
        Files.readString(zram.resolve("disksize")).strip().equals("0"), "zram0 is in use here");
    Files.writeString(zram.resolve("disksize"), "128M");
    undo.push(List.of("sh", "-c", "echo 1 > " + zram.resolve("reset")));

    assertThatThrownBy(() -> open(Path.of("/dev/zram0")).close())
        .isInstanceOf(DeviceException.class)
        .hasMessageMatching(
            "/dev/zram0 \\(zram0.*\\) has no scheduler to switch: the kernel lists"
                + " (none at all|only none) for zram0; choose a device with a queue of its own");
  }
}
