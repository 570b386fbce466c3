package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityTest {

  private static final Tools NONE = new Tools(List.of());

  private FakeMachine machine;

  @BeforeEach
  void machine(@TempDir Path root) {
    machine = new FakeMachine(root);
  }

  private Path disk(String name) {
    return machine.disk(name, "[none] bfq");
  }

  private List<String> names(Path directory) {
    Disk disk = new Disk(machine.host(), directory);
    return Identity.of(NONE, disk).unique(NONE, disk);
  }

  @Test
  void aVirtioDiskHasItsSerialNumber() {
    Path disk = disk("vda");
    FakeMachine.tell(disk, "serial", "LABVIRTIO");
    assertThat(names(disk)).containsExactly("virtio-LABVIRTIO", "LABVIRTIO");
  }

  @Test
  void aScsiDiskHasItsWwnAndTheSerialNumberOfItsPage80() throws Exception {
    Path disk = disk("sda");
    FakeMachine.tell(disk, "device/wwid", "naa.5000c500a1b2c3d4");
    Files.write(
        disk.resolve("device/vpd_pg80"), new byte[] {0, (byte) 0x80, 0, 4, 'Z', '1', 'X', '9'});
    assertThat(names(disk))
        .containsExactly("wwn-0x5000c500a1b2c3d4", "naa.5000c500a1b2c3d4", "Z1X9");
  }

  @Test
  void anNvmeHasItsIds() {
    Path disk = disk("nvme0n1");
    FakeMachine.tell(disk, "wwid", "eui.0025385b71b0d2e4");
    FakeMachine.tell(disk, "nguid", "00000000-0000-0000-0000-000000000000");
    FakeMachine.tell(disk, "device/serial", "S4EVNX0M  ");
    assertThat(names(disk))
        .containsExactly("nvme-eui.0025385b71b0d2e4", "eui.0025385b71b0d2e4", "S4EVNX0M");
  }

  @Test
  void aPartitionHasTheNamesOfItsDiskAndItsNumber() {
    Path disk = disk("vda");
    FakeMachine.tell(disk, "serial", "LABVIRTIO");
    machine.partition(disk, "vda1", 4096);
    assertThat(names(disk.resolve("vda1")))
        .containsExactly("virtio-LABVIRTIO-part1", "LABVIRTIO-part1");
    assertThat(names(disk)).doesNotContain("LABVIRTIO-part1");
  }

  @Test
  void twoDisksOfOneSerialNumberHaveNoneInCommon() {
    Path first = disk("sda");
    Path second = disk("sdb");
    for (Path disk : List.of(first, second)) {
      FakeMachine.tell(disk, "device/serial", "123456");
    }
    assertThat(names(first)).isEmpty();
    FakeMachine.tell(first, "device/wwid", "naa.5000000000000001");
    assertThat(names(first)).contains("wwn-0x5000000000000001").doesNotContain("123456");
    assertThat(names(second)).isEmpty();
    machine.partition(second, "sdb1", 4096);
    machine.partition(first, "sda1", 4096);
    assertThat(names(second.resolve("sdb1"))).isEmpty();
  }

  @Test
  void twoPathsToOneLunHaveNoName() {
    Path first = disk("sda");
    Path second = disk("sdb");
    FakeMachine.tell(first, "device/wwid", "naa.600a0b80000f0d1e");
    FakeMachine.tell(second, "device/wwid", "naa.600a0b80000f0d1e");
    assertThat(names(first)).isEmpty();
    Path multipath = disk("dm-0");
    FakeMachine.tell(multipath, "dm/uuid", "mpath-3600a0b80000f0d1e");
    assertThat(names(multipath)).containsExactly("dm-uuid-mpath-3600a0b80000f0d1e");
  }

  @Test
  void theHiddenPathsOfAnNvmeDoNotCount() {
    Path disk = disk("nvme0n1");
    Path path = disk("nvme0c0n1");
    FakeMachine.tell(path, "hidden", "1");
    for (Path each : List.of(disk, path)) {
      FakeMachine.tell(each, "wwid", "eui.0025385b71b0d2e4");
    }
    assertThat(names(disk)).isNotEmpty();
  }

  @Test
  void theUsbDevicesSerialNumberAndNotTheHubs() {
    Path stick = disk("sdc");
    FakeMachine.tell(stick, "../idVendor", "1d6b");
    assertThat(names(stick)).isEmpty();
    FakeMachine.tell(stick, "../serial", "4C530001");
    assertThat(names(stick)).containsExactly("4C530001");
    FakeMachine.tell(stick, "idVendor", "0781");
    assertThat(names(stick)).isEmpty();
  }

  @Test
  void whatMakersWriteForNothing() {
    Path disk = disk("sda");
    for (String nothing : List.of("0000000000", "  ", "x", "- - -")) {
      FakeMachine.tell(disk, "device/serial", nothing);
      assertThat(names(disk)).as(nothing).isEmpty();
    }
  }

  @Test
  void aLoopDeviceHasItsImageUnlessThatIsDeleted() {
    Path loop = disk("loop0");
    FakeMachine.tell(loop, "loop/backing_file", "/tmp/a.img");
    assertThat(names(loop)).containsExactly("loop:/tmp/a.img");
    FakeMachine.tell(disk("loop1"), "loop/backing_file", "/tmp/a.img");
    assertThat(names(loop)).isEmpty();
    FakeMachine.tell(loop, "loop/backing_file", "/tmp/a.img (deleted)");
    assertThat(names(loop)).isEmpty();
  }

  @Test
  void anArraysAndAVolumesUuid() {
    Path array = disk("md0");
    FakeMachine.tell(array, "md/uuid", "8a7b:1");
    assertThat(names(array)).containsExactly("md-uuid-8a7b:1");
    Path volume = disk("dm-3");
    FakeMachine.tell(volume, "dm/name", "vg-data");
    assertThat(names(volume)).isEmpty();
    FakeMachine.tell(volume, "dm/uuid", "LVM-abcdef");
    assertThat(names(volume)).containsExactly("dm-uuid-LVM-abcdef");
  }

  @Test
  void anotherDiskInItsPlaceIsAnother() {
    Path disk = disk("vda");
    FakeMachine.tell(disk, "serial", "LABVIRTIO");
    Disk node = new Disk(machine.host(), disk);
    Identity before = Identity.of(NONE, node);
    assertThat(Identity.of(NONE, node)).isEqualTo(before);
    FakeMachine.tell(disk, "diskseq", "99");
    assertThat(Identity.of(NONE, node)).isNotEqualTo(before);
  }
}
