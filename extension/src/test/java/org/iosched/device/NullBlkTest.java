package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A null_blk device made by a run, beside those of others. */
@InTheLab
class NullBlkTest {

  private static final Path MODULE = Path.of("/sys/module/null_blk");

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
    try (OpenDevice device = open("null_blk:size=64m,completion_nsec=20000,blocksize=4096")) {
      disk = Path.of("/sys/block", device.name());
      assertThat(device.refuseWrites()).isEmpty();
      assertThat(device.refuseContent()).isPresent();
      device.switchTo("mq-deadline", Map.of("fifo_batch", "1"));
      assertThat(device.active()).isEqualTo("mq-deadline");
      assertThat(device.describe().facts())
          .containsEntry("logical block size", "4096")
          .hasEntrySatisfying("what", what -> assertThat(what).contains("completion_nsec=20000"));
    }
    assertThat(disk).doesNotExist();
    assertThat(MODULE).doesNotExist();
  }

  @Test
  void somebodyElsesStaysAndKeepsTheModule() {
    Machine.TOOLS.mustRun("modprobe", "null_blk", "nr_devices=1");
    try {
      Path others = Path.of("/sys/block/nullb0");
      assertThat(others).exists();
      try (OpenDevice device = open("null_blk:size=64m,memory_backed=1")) {
        assertThat(device.name()).isNotEqualTo("nullb0");
      }
      assertThat(others).exists();
    } finally {
      Machine.TOOLS.mustRun("rmmod", "null_blk");
    }
  }

  @Test
  void sigkillRemovesIt() throws Exception {
    try (HoldingDevice.Run run = new HoldingDevice.Run("null_blk:size=64m,memory_backed=1", temp)) {
      Path disk = Path.of("/sys/block", run.device);
      assertThat(disk).exists();

      run.signalGroup("KILL");

      assertThat(Machine.waitFor(() -> !Files.exists(disk) && !Files.exists(MODULE), 30_000))
          .isNotNegative();
    }
  }
}
