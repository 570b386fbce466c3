package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.JobFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are active parts of arrays, volumes and crypt devices, in the lab machine only. */
@InTheLab
class LabWriteGuardTest {

  private static final long SUMMED = 64L << 20;

  @TempDir Path temp;
  private final Deque<List<String>> undo = new ArrayDeque<>();
  private Path disk = Path.of("/dev/vda");

  /** The disks are the lab's own; anywhere else they are somebody's. */
  @BeforeEach
  void inTheLab() throws Exception {
    disk = Path.of("/dev/vda");
    Path serial = Path.of("/sys/block/vda/serial");
    assumeTrue(
        Files.isReadable(serial) && Files.readString(serial).strip().startsWith("LABVIRTIO"),
        "needs the lab machine");
    assertThat(Machine.mounts().toString()).doesNotContain(" /dev/vda");
    tool("wipefs", "-q", "-a", disk.toString());
  }

  @AfterEach
  void takeApart() {
    undo.forEach(command -> Machine.TOOLS.run(command.get(0), words(command)));
  }

  private static String[] words(List<String> command) {
    return command.subList(1, command.size()).toArray(new String[0]);
  }

  private static void tool(String tool, String... arguments) {
    UsersImage.tool(tool, arguments);
  }

  private OpenDevice open(Path node, String destroy) {
    return Devices.open(
        new DeviceRequest(
            node.toString(), temp.resolve("images"), DeviceRequest.SMALLEST_BYTES, destroy),
        Machine.host(temp));
  }

  private static String sum(Path node) {
    tool("sync");
    return Machine.TOOLS.mustRun("sh", "-c", "head -c " + SUMMED + " " + node + " | sha256sum");
  }

  private String refusal(String destroy) {
    String before = sum(disk);
    String reason;
    try (OpenDevice device = open(disk, destroy)) {
      reason = device.refuseWrites().orElseThrow();
    }
    assertThat(sum(disk)).isEqualTo(before);
    System.out.println(reason);
    return reason;
  }

  @Test
  void anEmptyDiskIsWrittenByItsSerialNumber() throws Exception {
    String before = sum(disk);
    try (OpenDevice device = open(disk, "virtio-LABVIRTIO");
        EngineProcess engine = EngineProcess.start()) {
      assertThat(device.refuseWrites()).isEmpty();
      assertThat(device.describe().facts().get(TestDevice.OVERWRITTEN))
          .startsWith("/dev/vda (")
          .contains(" holds no known signature, as -Ddestroy=virtio-LABVIRTIO allows");
      assertThat(
              engine.run(JobFile.parse("[w]\nrw=write\nbs=64k\nsize=1m\n"), device.target()).jobs())
          .hasSize(1);
    }
    assertThat(sum(disk)).isNotEqualTo(before);
  }

  @Test
  void aDiskBelowALinearMapping() {
    tool("dmsetup", "create", "guardtest", "--table", "0 65536 linear " + disk + " 0");
    undo.push(List.of("dmsetup", "remove", "guardtest"));
    assertThat(refusal("virtio-LABVIRTIO"))
        .contains("whatever destroy= says: /dev/vda is held by dm-")
        .contains("(guardtest); remove it (`dmsetup remove guardtest`)");
  }

  @Test
  void aMountThroughAMapping() throws Exception {
    tool("dmsetup", "create", "guardtest", "--table", "0 131072 linear " + disk + " 0");
    undo.push(List.of("dmsetup", "remove", "guardtest"));
    Path mapped = Path.of("/dev/mapper/guardtest");
    assumeTrue(Files.exists(mapped), "needs device nodes of the device mapper");
    tool("mkfs.ext4", "-q", "-F", mapped.toString());
    Path point = Files.createDirectory(temp.resolve("m"));
    tool("mount", mapped.toString(), point.toString());
    undo.push(List.of("umount", point.toString()));
    assertThat(refusal("virtio-LABVIRTIO+ext4")).contains(" is mounted at " + point + " (ext4)");
  }

  @Test
  void aMemberOfARunningArray() {
    tool(
        "mdadm",
        "--create",
        "/dev/md77",
        "--run",
        "--level=1",
        "--raid-devices=2",
        "--metadata=1.2",
        disk.toString(),
        "missing");
    undo.push(List.of("mdadm", "--zero-superblock", disk.toString()));
    undo.push(List.of("mdadm", "--stop", "/dev/md77"));
    assertThat(refusal("virtio-LABVIRTIO+linux_raid_member"))
        .contains("/dev/vda is a member of an array, pool or volume group (linux_raid_member ")
        .contains("stop the array (`mdadm --stop /dev/md77`)");
  }

  @Test
  void aVolumeThatIsActive() {
    tool("pvcreate", "-ff", "-y", disk.toString());
    undo.push(List.of("pvremove", "-ff", "-y", disk.toString()));
    tool("vgcreate", "guardtest", disk.toString());
    undo.push(List.of("vgremove", "-ff", "-y", "guardtest"));
    tool("lvcreate", "-y", "-L", "8M", "-n", "data", "guardtest");
    assertThat(refusal("virtio-LABVIRTIO+LVM2_member"))
        .contains("/dev/vda is a member of an array, pool or volume group (LVM2_member ");
  }

  @Test
  void anOpenCryptDevice() throws Exception {
    Path key = Files.writeString(temp.resolve("key"), "secret");
    tool(
        "cryptsetup",
        "luksFormat",
        "-q",
        "--type",
        "luks1",
        "--pbkdf-force-iterations",
        "1000",
        "--key-file",
        key.toString(),
        disk.toString());
    try (OpenDevice closed = open(disk, "virtio-LABVIRTIO+crypto_LUKS")) {
      assertThat(closed.refuseWrites()).isEmpty();
    }
    tool("cryptsetup", "open", "--key-file", key.toString(), disk.toString(), "guardtest");
    undo.push(List.of("cryptsetup", "close", "guardtest"));
    assertThat(refusal("virtio-LABVIRTIO+crypto_LUKS"))
        .contains("/dev/vda is held by dm-")
        .contains("close it (`cryptsetup close guardtest`)");
  }
}
