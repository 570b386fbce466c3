package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices that must not be written, each checked by the sum of all its bytes. */
@Tag("root")
class WriteGuardTest {

  @TempDir Path temp;
  private UsersImage disk;
  private final Deque<Path> mounted = new ArrayDeque<>();

  @BeforeEach
  void attach() throws Exception {
    Machine.assumeLoops();
    for (String tool : new String[] {"wipefs", "partx", "sfdisk", "mkswap", "sha256sum"}) {
      assumeTrue(Machine.TOOLS.find(tool).isPresent(), "needs " + tool);
    }
    disk = new UsersImage(temp, "users.img");
  }

  @AfterEach
  void detach() {
    mounted.forEach(point -> Machine.TOOLS.run("umount", "-l", point.toString()));
    if (disk != null) {
      disk.close();
    }
  }

  private Path mount(Path node, String name) throws Exception {
    Path point = Files.createDirectory(temp.resolve(name));
    // Read-only, since file systems write by themselves and the sums would differ.
    UsersImage.tool("mount", "-o", "ro", node.toString(), point.toString());
    mounted.push(point);
    return point;
  }

  private static void ext4(Path node) {
    UsersImage.tool("mkfs.ext4", "-q", "-F", "-L", "data", node.toString());
  }

  private String name() {
    return "loop:" + disk.image;
  }

  /** Opens the device, and looks that its writes are refused while nothing of it changes. */
  private String refusal(Path node, String destroy) {
    Map<String, String> before = disk.state();
    String reason;
    try (OpenDevice device = open(node, destroy)) {
      reason = device.refuseWrites().orElseThrow();
      assertThat(device.describe().facts()).doesNotContainKey(TestDevice.OVERWRITTEN);
      assertThatThrownBy(device::freshWorkspace).hasMessageContaining("no file system is made");
    }
    assertThat(disk.state()).isEqualTo(before);
    System.out.println(reason);
    assertThat(reason).startsWith(node + " is not written, ").doesNotContain("\n");
    return reason;
  }

  private OpenDevice open(Path node, String destroy) {
    return Devices.open(
        new DeviceRequest(
            node.toString(), temp.resolve("images"), DeviceRequest.SMALLEST_BYTES, destroy),
        Machine.host(temp));
  }

  private String refusedAnyway(Path node, String destroy) {
    String reason = refusal(node, destroy);
    assertThat(reason).startsWith(node + " is not written, whatever destroy= says: ");
    return reason;
  }

  @Test
  void withoutDestroyTheRefusalPrintsTheValueThatAllowsIt() {
    ext4(disk.node);
    assertThat(refusal(disk.node, ""))
        .contains("(loop over " + disk.image + ", 80 MiB) holds ext4 \"data\" ")
        .contains("say -Ddestroy=" + name() + "+ext4, or to measure");
  }

  @Test
  void anotherName() {
    assertThat(refusal(disk.node, "virtio-OTHER")).contains("destroy=virtio-OTHER names another");
    assertThat(refusal(disk.node, name() + "-part1")).contains("names another device, or none");
  }

  @Test
  void eachSignatureMustBeNamed() {
    disk.partition("gpt");
    ext4(disk.part(1));
    UsersImage.tool("mkswap", disk.part(2).toString());
    assertThat(refusal(disk.node, name() + "+gpt"))
        .contains("does not name what is on it (ext4, swap)")
        .contains(disk.part(1) + " (8 MiB) holds ext4")
        .contains(disk.part(2) + " (")
        .contains("-Ddestroy=" + name() + "+gpt+ext4+swap");
  }

  @Test
  void partitionsThatTheKernelDoesNotKnow() {
    disk.partition("dos");
    UsersImage.tool("partx", "-d", disk.node.toString());
    assertThat(refusedAnyway(disk.node, name() + "+dos"))
        .contains("partitions that the kernel does not know (1, 2)")
        .contains("`partx -a " + disk.node + "`");
  }

  @Test
  void twoDevicesOverOneImage() throws Exception {
    Path second = Path.of(Machine.TOOLS.mustRun("losetup", "-f", "--show", disk.image.toString()));
    try {
      assertThat(refusedAnyway(disk.node, name())).contains("shares it with another device");
    } finally {
      UsersImage.tool("losetup", "-d", second.toString());
    }
  }

  @Test
  void anImageThatAnotherLoopDeviceHasByAnotherPath() throws Exception {
    ext4(disk.node);
    Path link = Files.createLink(temp.resolve("link.img"), disk.image);
    Path second = Path.of(Machine.TOOLS.mustRun("losetup", "-f", "--show", link.toString()));
    try {
      mount(second, "m");
      assertThat(refusedAnyway(disk.node, name() + "+ext4"))
          .contains("it has no name of its own")
          .contains("shares it with another device");
    } finally {
      // Goes when it is unmounted.
      UsersImage.tool("losetup", "-d", second.toString());
    }
  }

  @Test
  void aLoopDeviceOverABlockDevice() {
    ext4(disk.node);
    Path above = Path.of(Machine.TOOLS.mustRun("losetup", "-f", "--show", disk.node.toString()));
    try {
      assertThat(refusedAnyway(above, "loop:" + disk.node + "+ext4"))
          .contains("it has no name of its own");
    } finally {
      UsersImage.tool("losetup", "-d", above.toString());
    }
  }

  @Test
  void aDeletedImage() throws Exception {
    try (UsersImage gone = new UsersImage(temp, "gone.img")) {
      Files.delete(gone.image);
      try (OpenDevice device = open(gone.node, "loop:" + gone.image)) {
        assertThat(device.refuseWrites().orElseThrow()).contains("it has no name of its own");
      }
    }
  }

  @Test
  void aMountedDevice() throws Exception {
    ext4(disk.node);
    Path point = mount(disk.node, "m");
    assertThat(refusedAnyway(disk.node, name() + "+ext4"))
        .contains(
            disk.node + " is mounted at " + point + " (ext4); unmount it (`umount " + point + "`)")
        .endsWith("to measure writes on this disk give a directory on it: -Ddevice=" + point);
  }

  @Test
  void aBindMount() throws Exception {
    ext4(disk.node);
    Path point = mount(disk.node, "m");
    Path bound = Files.createDirectory(temp.resolve("bound"));
    UsersImage.tool("mount", "--bind", point.toString(), bound.toString());
    UsersImage.tool("umount", point.toString());
    mounted.push(bound);
    assertThat(refusedAnyway(disk.node, name() + "+ext4")).contains("is mounted at " + bound);
  }

  @Test
  void aMountedBtrfs() throws Exception {
    assumeTrue(
        Machine.TOOLS.run("mkfs.btrfs", "-q", "-f", "-M", disk.node.toString()).ok(),
        "needs mkfs.btrfs for small disks");
    Path point = mount(disk.node, "m");
    assertThat(refusedAnyway(disk.node, name() + "+btrfs"))
        .contains("is mounted at " + point + " (btrfs)");
  }

  @Test
  void aMountedPartitionOfTheDisk() throws Exception {
    disk.partition("gpt");
    ext4(disk.part(1));
    Path point = mount(disk.part(1), "m");
    assertThat(refusedAnyway(disk.node, name() + "+gpt+ext4"))
        .contains(disk.part(1) + " is mounted at " + point);
  }

  @Test
  void aMountedDiskOfThePartition() throws Exception {
    ext4(disk.node);
    Path point = mount(disk.node, "m");
    UsersImage.tool("sh", "-c", "exec addpart " + disk.node + " 1 8192 155648");
    assertThat(refusedAnyway(disk.part(1), name() + "-part1"))
        .contains(disk.node + " is mounted at " + point);
  }

  @Test
  void aMountInAnotherNamespace() throws Exception {
    ext4(disk.node);
    Path point = Files.createDirectory(temp.resolve("elsewhere"));
    Process other =
        new ProcessBuilder(
                "unshare",
                "-m",
                "--propagation",
                "private",
                "sh",
                "-c",
                "mount -o ro " + disk.node + " " + point + " && echo ready && exec sleep 300")
            .redirectErrorStream(true)
            .start();
    try {
      assumeTrue("ready".equals(other.inputReader().readLine()), "needs mount namespaces");
      assertThat(Machine.mounts().toString()).doesNotContain(point.toString());
      assertThat(refusedAnyway(disk.node, name() + "+ext4"))
          .contains(
              "is mounted at " + point + " (ext4) in the mount namespace of process " + other.pid())
          .contains("`nsenter -t " + other.pid() + " -m umount " + point + "`");
    } finally {
      other.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void swapSpaceInUse() {
    UsersImage.tool("mkswap", disk.node.toString());
    assumeTrue(Machine.TOOLS.run("swapon", disk.node.toString()).ok(), "needs swapon");
    disk.keptBytes = 4096;
    try {
      assertThat(refusedAnyway(disk.node, name() + "+swap"))
          .contains(disk.node + " is in use as swap space; `swapoff " + disk.node + "`, or choose");
    } finally {
      UsersImage.tool("swapoff", disk.node.toString());
    }
  }

  @Test
  void aPartitionInUseAsSwapSpace() {
    disk.partition("gpt");
    UsersImage.tool("mkswap", disk.part(2).toString());
    assumeTrue(Machine.TOOLS.run("swapon", disk.part(2).toString()).ok(), "needs swapon");
    disk.keptBytes = 8 << 20;
    try {
      assertThat(refusedAnyway(disk.node, name() + "+gpt+swap"))
          .contains(disk.part(2) + " is in use as swap space; `swapoff " + disk.part(2) + "`");
    } finally {
      UsersImage.tool("swapoff", disk.part(2).toString());
    }
  }

  @Test
  void aMemberOfAnArrayThatDoesNotRun() throws Exception {
    // A superblock of version 1.2 as mdadm writes it, at 4 KiB, with its checksum.
    Files.write(
        temp.resolve("raid.py"), RAID_SUPERBLOCK.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    UsersImage.tool("python3", temp.resolve("raid.py").toString(), disk.node.toString());
    assertThat(refusedAnyway(disk.node, name() + "+linux_raid_member"))
        .contains(
            disk.node
                + " is a member of an array, pool or volume group (linux_raid_member \"host:0\" ")
        .contains("), which others are a part of; ")
        .contains("erase its mark (`mdadm --zero-superblock " + disk.node + "`)");
  }

  private static final String RAID_SUPERBLOCK =
      """
      import struct, sys
      s = bytearray(256 + 2 * 2)
      struct.pack_into('<IIII', s, 0, 0xa92b4efc, 1, 0, 0)
      s[16:32] = bytes.fromhex('6969696969696969abcdabcdabcdabcd')
      s[32:38] = b'host:0'
      struct.pack_into('<QIIQII', s, 64, 0, 1, 0, 100000, 0, 2)
      struct.pack_into('<QQQQII', s, 128, 2048, 100000, 8, 0, 0, 0)
      struct.pack_into('<I', s, 220, 2)
      total = sum(struct.unpack('<%dI' % (len(s) // 4), bytes(s)))
      total = (total & 0xffffffff) + (total >> 32)
      struct.pack_into('<I', s, 216, total & 0xffffffff)
      with open(sys.argv[1], 'r+b') as f:
          f.seek(4096)
          f.write(s)
      """;

  @Test
  void aPhysicalVolumeThatIsNotActive() {
    UsersImage.tool("sh", "-c", LVM_LABEL, disk.node.toString());
    assertThat(refusedAnyway(disk.node, name() + "+LVM2_member"))
        .contains("is a member of an array, pool or volume group (LVM2_member")
        .contains("`pvremove " + disk.node + "`");
  }

  private static final String LVM_LABEL =
      "exec pvcreate --config 'devices { dir=\"/dev\" use_devicesfile=0 } global { locking_type=0 }'"
          + " -ff -y \"$0\" --nolocking";

  @Test
  void oneOfSeveralDevicesOfABtrfs() throws Exception {
    try (UsersImage second = new UsersImage(temp, "second.img")) {
      assumeTrue(
          Machine.TOOLS
              .run(
                  "mkfs.btrfs",
                  "-q",
                  "-f",
                  "-M",
                  "-d",
                  "single",
                  "-m",
                  "single",
                  disk.node.toString(),
                  second.node.toString())
              .ok(),
          "needs mkfs.btrfs for small disks");
      assertThat(refusedAnyway(disk.node, name() + "+btrfs"))
          .contains("is a member of an array, pool or volume group (btrfs");
    }
  }

  @Test
  void aDeviceBelowAnotherLoopDevice() {
    Path upper = Path.of(Machine.TOOLS.mustRun("losetup", "-f", "--show", disk.node.toString()));
    try {
      assertThat(refusedAnyway(disk.node, name()))
          .contains(disk.node + " is what the loop device " + upper + " lies on");
    } finally {
      UsersImage.tool("losetup", "-d", upper.toString());
    }
  }

  @Test
  void aDeviceThatSomebodyHasOpenedExclusively() {
    try (WriteClaim other = WriteClaim.on(disk.node)) {
      assertThat(other).isNotNull();
      assertThat(refusedAnyway(disk.node, name()))
          .contains(disk.node + " is opened exclusively by somebody");
    }
  }

  @Test
  void aDeviceThatAnotherProcessHasOpenForWriting() throws Exception {
    Process writer =
        new ProcessBuilder("sh", "-c", "exec 9<>" + disk.node + "; echo ready; exec sleep 300")
            .start();
    try {
      assertThat(writer.inputReader().readLine()).isEqualTo("ready");
      assertThat(refusedAnyway(disk.node, name()))
          .contains(
              disk.node + " is open for writing in process " + writer.pid() + " (sleep); end it");
    } finally {
      writer.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void aReadOnlyDevice() {
    UsersImage.tool("blockdev", "--setro", disk.node.toString());
    try {
      assertThat(refusedAnyway(disk.node, name())).contains(disk.node + " is read-only");
    } finally {
      // It outlives the image.
      UsersImage.tool("blockdev", "--setrw", disk.node.toString());
    }
  }

  @Test
  void withoutTheToolThatTellsWhatIsThere() {
    assertThatThrownBy(
            () ->
                WritePermit.of(
                    new Tools(java.util.List.of()),
                    Disk.exactly(Machine.host(temp), Machine.host(temp).stat().of(disk.node).is()),
                    disk.node,
                    name()))
        .hasMessageContaining("wipefs is not on the PATH");
  }

  @Test
  void theSystemsOwnDisk() throws Exception {
    String number = Machine.host(temp).stat().of(Path.of("/")).liesOn().toString();
    assumeTrue(!number.startsWith("0:"), "needs / on a disk");
    Disk root = Disk.exactly(Host.real(), Machine.host(temp).stat().of(Path.of("/")).liesOn());
    assertThatThrownBy(() -> WritePermit.of(Machine.TOOLS, root, root.node(), ""))
        .hasMessageContaining("whatever destroy= says: ")
        .hasMessageContaining(" is mounted at /");
  }

  @Test
  void whatChangesAfterTheDecisionIsSeenBeforeTheFirstWrite() throws Exception {
    try (OpenDevice device = open(disk.node, name())) {
      assertThat(device.refuseWrites()).isEmpty();
      // Tools that ask for the device alone, such as mkfs, are refused by now; others are not.
      UsersImage.tool(
          "sh",
          "-c",
          "mkfs.ext4 -q -F -L data \"$0\" 70M && dd if=\"$0\" of="
              + disk.node
              + " bs=1M conv=fsync 2>&1",
          temp.resolve("fs").toString());
      Map<String, String> before = disk.state();
      assertThatThrownBy(device::target)
          .hasMessageContaining("what is on it has changed since it was looked at")
          .hasMessageContaining("ext4 \"data\"");
      assertThat(disk.state()).isEqualTo(before);
    }
  }

  @Test
  void aWriterThatComesAfterTheDecisionIsSeenBeforeTheFirstWrite() throws Exception {
    try (OpenDevice device = open(disk.node, name());
        FileChannel other = FileChannel.open(disk.node, StandardOpenOption.WRITE)) {
      assertThat(other.isOpen()).isTrue();
      assertThatThrownBy(device::target).hasMessageContaining("is open for writing in process");
    }
  }

  @Test
  void nobodyMountsTheDeviceUnderTheRun() throws Exception {
    ext4(disk.node);
    Path point = Files.createDirectory(temp.resolve("m"));
    try (OpenDevice device = open(disk.node, name() + "+ext4")) {
      assertThat(device.refuseWrites()).isEmpty();
      assertThat(Machine.TOOLS.run("mount", disk.node.toString(), point.toString()).ok()).isFalse();
    }
    mounted.push(point);
    UsersImage.tool("mount", disk.node.toString(), point.toString());
  }

  @Test
  void destroyWithoutADeviceOfTheUsers() {
    assertThatThrownBy(
            () ->
                Devices.open(
                    new DeviceRequest(temp.toString(), temp, DeviceRequest.SMALLEST_BYTES, name()),
                    Machine.host(temp)))
        .hasMessageContaining("is a directory, in which files are made");
  }
}
