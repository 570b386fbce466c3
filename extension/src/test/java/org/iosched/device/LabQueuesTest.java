package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which queues are found below each kind of device, switched together, and put back. */
@InTheLab
class LabQueuesTest {

  @TempDir Path temp;

  private OpenDevice open(String device) {
    return Devices.open(
        new DeviceRequest(device, temp.resolve("images"), DeviceRequest.SMALLEST_BYTES),
        Machine.host(temp));
  }

  private static String both() {
    List<String> names = new ArrayList<>(sata());
    names.sort(null);
    return String.join(", ", names);
  }

  private static List<String> sata() {
    return List.of(LabDisk.SATA1.kernelName(), LabDisk.SATA2.kernelName());
  }

  /** Switches it, and holds that exactly these queues are switched and put back. */
  private Map<String, String> switched(String device, List<String> queues) {
    List<String> before = queues.stream().map(LabDisk::scheduler).toList();
    Map<String, String> facts;
    try (OpenDevice open = open(device)) {
      facts = open.describe().facts();
      open.switchTo("bfq", Map.of("low_latency", "0"));
      assertThat(queues.stream().map(LabDisk::scheduler)).containsOnly("bfq");
      assertThat(open.changed()).isEmpty();
    }
    assertThat(queues.stream().map(LabDisk::scheduler).toList()).isEqualTo(before);
    return facts;
  }

  @ParameterizedTest
  @EnumSource(
      value = LabDisk.class,
      names = {"SATA1", "NVME", "VIRTIO"})
  void aWholeDiskByItsId(LabDisk disk) {
    Map<String, String> facts = switched(disk.link().toString(), List.of(disk.kernelName()));

    assertThat(facts)
        .containsEntry("device", disk.kernelName())
        .doesNotContainKeys("queues", "lies on", "below without a scheduler")
        .containsEntry("rotational", disk == LabDisk.NVME ? "0" : "1");
  }

  @Test
  void aWholeDiskByItsPath() throws Exception {
    Path byPath;
    try (DirectoryStream<Path> links =
        Files.newDirectoryStream(Path.of("/dev/disk/by-path"), "*-ata-1")) {
      byPath = links.iterator().next();
    }
    String name = byPath.toRealPath().getFileName().toString();

    assertThat(switched(byPath.toString(), List.of(name))).containsEntry("device", name);
  }

  @Test
  void aPartitionAndTheDirectoryItIsMountedAt() {
    String disk = LabDisk.SATA3.kernelName();
    // Partitions of the lab are below the smallest size that is measured on.
    assertThatThrownBy(() -> open(LabDisk.SATA3.partition(1).toString()).close())
        .hasMessageContaining("is too small to measure on");
    assertThat(Storage.of(Host.real(), Path.of("/lab/ext4")).orElseThrow().layers())
        .isEqualTo("ext4 on " + disk + " (" + LabDisk.SATA3.scheduler() + ")");
  }

  @Test
  void theDirectoryOfADiskThatIsMounted() throws Exception {
    String work = Path.of("/dev/disk/by-id/virtio-LABWORK").toRealPath().getFileName().toString();

    assertThat(switched("/lab", List.of(work))).containsEntry("file system", "ext4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "10"})
  void anMdOverSata(String level) {
    try (LabStack stack = new LabStack()) {
      String md = stack.md(level);
      Map<String, String> facts = switched(md, sata());

      if (level.equals("1")) {
        facts.forEach((fact, value) -> System.out.println(fact + ": " + value));
      }
      assertThat(facts)
          .containsEntry("device", "md0")
          .containsEntry("queues", both() + " (switched together)")
          .containsEntry(
              "lies on",
              String.join(
                  ", ", sata().stream().sorted().map(name -> name + " (mq-deadline)").toList()));
    }
  }

  @Test
  void lvmOnCryptOnMd() throws Exception {
    Path key = Files.writeString(temp.resolve("key"), "0123456789abcdef0123456789abcdef");
    try (LabStack stack = new LabStack()) {
      String md = stack.md("1");
      stack.make(
          List.of(
              "cryptsetup",
              "open",
              "--type=plain",
              "--cipher=aes-xts-plain64",
              "--key-size=256",
              "--key-file=" + key,
              md,
              "labcrypt"),
          List.of("cryptsetup", "close", "labcrypt"));
      stack.make(
          List.of("vgcreate", "-q", "--physicalextentsize", "1m", "lab", "/dev/mapper/labcrypt"),
          List.of("vgchange", "-q", "--activate", "n", "lab"));
      Machine.TOOLS.mustRun(
          "lvcreate",
          "-q",
          "--yes",
          "--wipesignatures",
          "n",
          "-l",
          "100%FREE",
          "-n",
          "data",
          "lab");
      Map<String, String> facts = switched("/dev/lab/data", sata());

      assertThat(facts)
          .containsEntry("queues", both() + " (switched together)")
          .doesNotContainKey("below without a scheduler")
          .hasEntrySatisfying(
              "lies on",
              value ->
                  assertThat(value)
                      .matches(
                          "dm-\\d+ \\(crypt labcrypt\\) on md0 \\(raid1\\) on"
                              + " sd. \\(mq-deadline\\), sd. \\(mq-deadline\\)"));
    }
  }

  @Test
  void aLinearMappingOfTwoDisks() {
    try (LabStack stack = new LabStack()) {
      String node =
          stack.mapped(
              "lablinear",
              "0 65536 linear " + LabDisk.SATA1.link() + " 0",
              "65536 65536 linear " + LabDisk.NVME.link() + " 0");
      List<String> queues = List.of(LabDisk.NVME.kernelName(), LabDisk.SATA1.kernelName());

      assertThat(switched(node, queues))
          .hasEntrySatisfying(
              "queues",
              value -> assertThat(value).contains(queues).endsWith(" (switched together)"));
    }
  }

  @Test
  void aMemberWithoutASchedulerIsNamed() {
    try (LabStack stack = new LabStack()) {
      Path configured = Path.of("/sys/kernel/config/nullb/labnull");
      Machine.TOOLS.mustRun("modprobe", "null_blk", "nr_devices=0");
      stack.make(List.of("mkdir", configured.toString()), List.of("rmdir", configured.toString()));
      Machine.TOOLS.mustRun(
          "sh", "-c", "cd " + configured + "; echo 64 > size; echo 0 > queue_mode; echo 1 > power");
      String nullb = nameOfNull(configured);
      String node =
          stack.mapped(
              "labmixed",
              "0 65536 linear " + LabDisk.SATA1.link() + " 0",
              "65536 65536 linear /dev/" + nullb + " 0");

      assertThat(switched(node, List.of(LabDisk.SATA1.kernelName())))
          .containsEntry("queues", LabDisk.SATA1.kernelName())
          .containsEntry("below without a scheduler", nullb);
      assertThatThrownBy(() -> open("/dev/" + nullb).close())
          .hasMessageContaining(" has no scheduler to switch: the kernel lists only none for ");
    }
  }

  private static String nameOfNull(Path configured) {
    try {
      String index = Files.readString(configured.resolve("index")).strip();
      Path named = Path.of("/sys/block", configured.getFileName().toString());
      return Files.exists(named) ? named.getFileName().toString() : "nullb" + index;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void anNvmeWithTwoControllers() throws Exception {
    String head = LabDisk.MULTIPATH.kernelName();
    List<String> paths = new ArrayList<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(Path.of("/sys/block"), head.replaceFirst("n1$", "c*n1"))) {
      found.forEach(path -> paths.add(path.getFileName().toString()));
    }
    paths.sort(null);
    assertThat(paths).hasSize(2);

    assertThat(switched(LabDisk.MULTIPATH.link().toString(), paths))
        .containsEntry("device", head)
        .containsEntry("queues", String.join(", ", paths) + " (switched together)");
  }

  @Test
  void allAreAsBeforeWhenOneRefuses() {
    try (LabStack stack = new LabStack()) {
      String md = stack.md("1");
      List<String> names = sata().stream().sorted().toList();
      Path refusing = Path.of("/sys/block", names.get(1), "queue/scheduler");
      try (OpenDevice device = open(md)) {
        stack.make(
            List.of("mount", "--bind", refusing.toString(), refusing.toString()),
            List.of("umount", refusing.toString()));
        Machine.TOOLS.mustRun("mount", "-o", "remount,bind,ro", refusing.toString());

        assertThatThrownBy(() -> device.switchTo("bfq", Map.of()))
            .isInstanceOf(DeviceException.class)
            .hasMessageContaining(names.get(1));
        assertThat(names.stream().map(LabDisk::scheduler)).containsOnly("mq-deadline");
      }
    }
  }
}
