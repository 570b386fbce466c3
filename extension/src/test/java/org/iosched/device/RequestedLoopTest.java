package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A loop device made as {@code -Ddevice=loop:…} asks for it. */
@Tag("root")
class RequestedLoopTest extends LeavesNothing {

  private OpenDevice open(String device) {
    return Devices.open(
        new DeviceRequest(device, temp.resolve("images"), DeviceRequest.SMALLEST_BYTES),
        Machine.host(temp));
  }

  @Test
  void itHasTheSizeAndThePlaceThatWereAskedFor() throws IOException {
    Path directory = Files.createDirectory(temp.resolve("asked"));
    try (OpenDevice device = open("loop:size=96m,sector_size=4096,dir=" + directory)) {
      assertThat(device.targetBytes()).isEqualTo(96L << 20);
      assertThat(device.refuseWrites()).isEmpty();
      assertThat(Machine.children(directory)).hasSize(1);
      assertThat(Machine.children(temp.resolve("images"))).isEmpty();
      assertThat(device.describe().facts())
          .containsEntry("logical block size", "4096")
          .containsEntry("image", Machine.children(directory).get(0).toString());

      device.switchTo("mq-deadline", Map.of());

      assertThat(device.active()).isEqualTo("mq-deadline");
      Files.writeString(device.freshWorkspace().resolve("file"), "content");
    }
    assertThat(Machine.children(directory)).isEmpty();
  }

  @Test
  void aDirectoryThatIsMissingIsNotMade() {
    Path missing = temp.resolve("missing");

    assertThatThrownBy(() -> open("loop:dir=" + missing))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "loop: dir="
                + missing
                + " does not exist; make it, or mount the disk, or name another one");
    assertThat(missing).doesNotExist();
  }

  @Test
  void whatDoesNotFitIsNotBegun() throws IOException {
    Path directory = Files.createDirectory(temp.resolve("asked"));

    assertThatThrownBy(() -> open("loop:size=900t,dir=" + directory))
        .isInstanceOf(DeviceException.class)
        .hasMessageStartingWith("a file of 921600.0 GiB does not fit in " + directory + ": ");
    assertThat(Machine.children(directory)).isEmpty();
  }

  @Test
  void destroyIsForDevicesOfTheUsers() {
    assertThatThrownBy(
            () ->
                Devices.open(
                    new DeviceRequest(
                        "loop:", temp.resolve("images"), DeviceRequest.SMALLEST_BYTES, "SERIAL1"),
                    Machine.host(temp)))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("the run makes its own; leave destroy= out");
  }

  @Test
  void aDriverThatTheKernelDoesNotHaveIsNamed() {
    assumeFalse(
        Machine.TOOLS.run("modprobe", "-n", "null_blk").ok()
            || Files.exists(Path.of("/sys/module/null_blk")),
        "needs a kernel without null_blk");

    assertThatThrownBy(() -> open("null_blk:size=64m"))
        .isInstanceOf(DeviceException.class)
        .hasMessageStartingWith("the kernel module null_blk cannot be loaded (");
  }
}
