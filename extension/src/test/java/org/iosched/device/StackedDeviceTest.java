package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device-mapper device over a loop device: the queue below is the one that is switched. */
@Tag("lab")
class StackedDeviceTest {

  @TempDir Path temp;

  @BeforeEach
  void needsDeviceMapper() {
    Machine.assumeLoops();
    assumeTrue(Machine.TOOLS.find("dmsetup").isPresent(), "needs dmsetup");
    assumeTrue(Machine.TOOLS.run("dmsetup", "version").ok(), "needs the device mapper");
  }

  @Test
  void theQueueBelowIsSwitchedAndRestored() throws Exception {
    String mapped = "iosched-test-" + ProcessHandle.current().pid();
    try (LoopDisk disk = new LoopDisk(temp)) {
      Machine.TOOLS.mustRun("umount", disk.mounted.toString());
      Machine.TOOLS.mustRun(
          "dmsetup", "create", mapped, "--table", "0 409600 linear " + disk.node + " 0");
      QueueSettings settings = disk.settings();
      try (TestDevice device =
          Devices.open(DeviceRequest.of("/dev/mapper/" + mapped, temp), Machine.host(temp))) {
        assertThat(device.name()).startsWith("dm-");
        assertThat(device.describe().facts())
            .hasEntrySatisfying("lies on", value -> assertThat(value).startsWith(disk.name()));
        device.switchTo("mq-deadline", Map.of("fifo_batch", "3"));
        assertThat(disk.settings().scheduler()).isEqualTo("mq-deadline");
        assertThat(disk.settings().tunables()).containsEntry("fifo_batch", "3");
      } finally {
        Machine.TOOLS.mustRun("dmsetup", "remove", mapped);
      }
      assertThat(disk.settings()).isEqualTo(settings);
    }
  }
}
