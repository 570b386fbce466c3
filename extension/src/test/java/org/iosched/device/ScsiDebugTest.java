package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scsi_debug disk made by a run, and never beside somebody else's. */
@InTheLab
class ScsiDebugTest {

  private static final Path MODULE = Path.of("/sys/module/scsi_debug");

  @TempDir Path temp;

  private OpenDevice open(String device) {
    return Devices.open(
        new DeviceRequest(device, temp.resolve("images"), DeviceRequest.SMALLEST_BYTES),
        Machine.host(temp));
  }

  @Test
  void itIsMadeSwitchedAndRemovedWithItsModule() {
    assertThat(MODULE).doesNotExist();
    Path disk;
    try (OpenDevice device = open("scsi_debug:dev_size_mb=64,ndelay=100000")) {
      disk = Path.of("/sys/block", device.name());
      assertThat(device.refuseWrites()).isEmpty();
      device.switchTo("bfq", Map.of(), Map.of(QueueAttribute.QUEUE_DEPTH, "4"));
      assertThat(device.active()).isEqualTo("bfq");
      assertThat(device.describe().facts())
          .hasEntrySatisfying("what", what -> assertThat(what).contains("ndelay=100000"));
    }
    assertThat(disk).doesNotExist();
    assertThat(MODULE).doesNotExist();
  }

  @Test
  void somebodyElsesIsLeftAlone() {
    Machine.TOOLS.mustRun("modprobe", "scsi_debug", "dev_size_mb=16");
    try {
      assertThatThrownBy(() -> open("scsi_debug:"))
          .isInstanceOf(DeviceException.class)
          .hasMessageStartingWith("scsi_debug is loaded already, and not by this run");
      assertThat(MODULE).exists();
    } finally {
      Machine.TOOLS.run("udevadm", "settle", "--timeout=20");
      Machine.TOOLS.mustRun("rmmod", "scsi_debug");
    }
  }
}
