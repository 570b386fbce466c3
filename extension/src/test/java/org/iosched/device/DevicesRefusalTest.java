package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DevicesRefusalTest {

  private FakeMachine machine;
  private Path images;

  @BeforeEach
  void machine(@TempDir Path root) {
    machine = new FakeMachine(root);
    machine.disk("sda", "none [mq-deadline] kyber bfq");
    images = root.resolve("images");
  }

  private void refused(String device, String sentence) {
    Map<String, String> before = machine.everything();
    assertThatThrownBy(() -> Devices.open(DeviceRequest.of(device, images), machine.host()))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining(sentence);
    assertThat(machine.everything()).isEqualTo(before);
    assertThat(images).doesNotExist();
    assertThat(machine.host().stateDirectories().get(0).resolve("lock")).doesNotExist();
  }

  @Test
  void whatDoesNotExist() {
    refused("/dev/sdz", "there is no device or directory /dev/sdz; `lsblk` lists the devices");
  }

  @Test
  void aBareName() {
    FakeMachine.mkdirs(machine.host().sys().resolve("class/block/sda"));
    refused("sda", "there is no device or directory sda; did you mean /dev/sda?");
  }

  @Test
  void aCharacterDevice() {
    machine.stat("/dev/nvme0", Host.Kind.CHARACTER, 0, 6);
    refused("/dev/nvme0", "/dev/nvme0 is a character device; give the block device, such as");
  }

  @Test
  void aFile() {
    machine.stat("/tmp/disk.img", Host.Kind.FILE, 8, 16);
    refused("/tmp/disk.img", "/tmp/disk.img is a file; give a block device or a directory");
  }

  @Test
  void aTinyDevice() {
    FakeMachine.put(machine.disk("fd0", "[none] bfq").resolve("size"), "2880");
    refused(
        "/dev/fd0",
        "/dev/fd0 is too small to measure on (1474560 bytes, at least 64 MiB are needed); choose a larger one");
  }

  @Test
  void aLoopDeviceWithNothingAttached() {
    FakeMachine.put(machine.disk("loop9", "[none] bfq").resolve("size"), "0");
    refused("/dev/loop9", "(0 bytes, at least 64 MiB are needed); is anything attached to it?");
  }

  @Test
  void aDeviceWithoutScheduler() {
    machine.disk("zram0", "");
    machine.disk("ram0", "none");
    refused("/dev/zram0", "has no scheduler to switch: the kernel lists none at all for zram0");
    refused("/dev/ram0", "has no scheduler to switch: the kernel lists only none for ram0");
  }

  @ParameterizedTest
  @CsvSource({
    "tmpfs, tmpfs lives in memory",
    "overlay, overlay shows the files of several directories as one",
    "btrfs, btrfs does not tell its devices here",
    "9p, 9p is served by another machine",
    "fuse.sshfs, fuse.sshfs is served by a program (FUSE)",
    "bcachefs, bcachefs is not on a block device of its own",
  })
  void aDirectoryThatLeadsToNoDevice(String type, String sentence, @TempDir Path directory)
      throws Exception {
    Path real = directory.toRealPath();
    machine.stat(real.toString(), Host.Kind.DIRECTORY, 0, 77);
    machine.mount("0:77", real, type, type);
    refused(real.toString(), real + " leads to no device: " + sentence);
  }

  @Test
  void missingTools() {
    Host bare = machine.host();
    Host none =
        new Host(
            bare.sys(),
            bare.proc(),
            bare.files(),
            bare.stat(),
            List.of(),
            bare.stateDirectories(),
            bare.temporary());

    assertThatThrownBy(() -> Devices.open(DeviceRequest.of("", images), none))
        .isInstanceOf(DeviceException.class)
        .hasMessage("setsid is not on the PATH; install it (package util-linux)");
    assertThatThrownBy(() -> new Tools(List.of()).need("mkfs.ext4"))
        .hasMessage("mkfs.ext4 is not on the PATH; install it (package e2fsprogs)");
  }

  @Test
  void aSizeThatIsTooSmall() {
    assertThatThrownBy(() -> new DeviceRequest("", images, 1 << 20))
        .hasMessageContaining("an image of 1048576 bytes is too small");
  }

  @Test
  void noRoomForTheImage() {
    long gib = 1L << 30;
    assertThatThrownBy(() -> RandomFill.checkSpace(Path.of("/data"), 4 * gib, 6 * gib, 100 * gib))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "a file of 4.0 GiB does not fit in /data: 6.0 GiB of 100.0 GiB are free and 5% of it"
                + " stay so; ask for 1.0 GiB or less, or name a directory with more room");
  }

  @Test
  void noRoomIsFoundBeforeAnythingIsMade() throws Exception {
    Files.createDirectories(images);
    long all = Files.getFileStore(images).getTotalSpace();

    assertThatThrownBy(() -> Devices.open(new DeviceRequest("", images, all), machine.host()))
        .isInstanceOf(DeviceException.class);
    assertThat(images).isEmptyDirectory();
    assertThat(machine.host().stateDirectories().get(0))
        .isDirectoryNotContaining("glob:**.journal");
  }

  @Test
  void aUsersDeviceIsReadAndNeverWritten(@TempDir Path state) throws Exception {
    try (TestDevice device = Devices.open(DeviceRequest.of("/dev/sda", images), machine.host())) {
      assertThat(device.name()).isEqualTo("sda");
      assertThat(device.refuseWrites())
          .get()
          .asString()
          .startsWith("/dev/sda is not written, since the run did not make it");
      assertThatThrownBy(device::freshWorkspace)
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("-Ddevice=/where/it/is/mounted");
      assertThat(device.counters()).isEqualTo(new Counters(1, 3, 5, 7, 10));
    }
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aDeviceWithTwoRunsIsRefusedWithTheHoldersPid() {
    DeviceRequest request = DeviceRequest.of("/dev/sda", images);
    Host host =
        new Host(
            machine.host().sys(),
            Path.of("/proc"),
            machine,
            machine.host().stat(),
            machine.host().searchPath(),
            machine.host().stateDirectories(),
            machine.host().temporary());
    try (TestDevice first = Devices.open(request, host)) {
      assertThat(first.active()).isEqualTo("mq-deadline");
      assertThatThrownBy(() -> Devices.open(request, host))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining(
              "sda is in use by the run of pid " + ProcessHandle.current().pid() + ", started ")
          .hasMessageEndingWith("; wait for it or end it");
    }
    Devices.open(request, host).close();
    assertThat(host.stateDirectories().get(0)).isDirectoryNotContaining("glob:**.journal");
  }
}
