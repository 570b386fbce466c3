package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a device that a run is to make is asked for. */
class VirtualDeviceTest {

  private static VirtualDevice parsed(String device) {
    return VirtualDevice.parse(device).orElseThrow();
  }

  @Test
  void nothingIsALoopDevice() {
    VirtualDevice device = parsed("");

    assertThat(device.driver()).isEqualTo(VirtualDevice.Driver.LOOP);
    assertThat(device.bytes(1 << 30)).isEqualTo(1 << 30);
    assertThat(device.imageDirectory(Path.of("/usual"))).isEqualTo(Path.of("/usual"));
  }

  @Test
  void sizeAndDirectoryOfALoopDevice() {
    VirtualDevice device = parsed("loop:size=4g,dir=/mnt/x,direct_io=true");

    assertThat(device.bytes(1 << 30)).isEqualTo(4L << 30);
    assertThat(device.imageDirectory(Path.of("/usual"))).isEqualTo(Path.of("/mnt/x"));
    assertThat(device.keepsContent()).isTrue();
    assertThat(device.livesInMemory()).isFalse();
  }

  @Test
  void aCompletionTimeTakesTheTimer() {
    VirtualDevice device = parsed("null_blk:completion_nsec=10000,size=1g");

    assertThat(device.settings()).containsEntry("irqmode", "2");
    assertThat(device.keepsContent()).isFalse();
    assertThat(device.inWords()).isEqualTo("null_blk with completion_nsec=10000, irqmode=2");
  }

  @Test
  void whatLivesInMemoryIsSmallUnlessAskedForMore() {
    assertThat(parsed("null_blk:memory_backed=1").bytes(2L << 30)).isEqualTo(256L << 20);
    assertThat(parsed("scsi_debug:dev_size_mb=512,ndelay=100000").bytes(2L << 30))
        .isEqualTo(512L << 20);
    assertThat(parsed("null_blk:").bytes(2L << 30)).isEqualTo(2L << 30);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/dev/sda",
        "/mnt/data",
        "sda",
        "/dev/disk/by-path/pci-0000:00:1f.2-ata-1",
        "a/b:c"
      })
  void pathsAreNotMade(String path) {
    assertThat(VirtualDevice.parse(path)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          lop:size=1g | lop:size=1g is neither a path nor a device that a run can make; it makes loop:, null_blk:, scsi_debug: (did you mean loop:?)
          loop:sise=1g | 'sise' is not a parameter of loop:; there are: size, dir, sector_size, direct_io (did you mean size?)
          loop:size=1g,size=2g | loop: size is given twice, or beside another size; leave one out
          loop:size=100 | loop: size=100 is not a size with its unit, such as 512m or 4g
          loop:size=10m | loop: size=10m is too small to measure on; give at least 64 MiB
          loop:dir=mnt | loop: dir=mnt is not an absolute path of a directory, such as /mnt/data
          null_blk:queue_mode=0 | null_blk: queue_mode=0 is not 2, the only one with schedulers
          null_blk:irqmode=0,completion_nsec=5 | null_blk: completion_nsec takes effect with irqmode=2 only, the timer; leave irqmode=0 or completion_nsec out
          null_blk:submit_queues=0 | null_blk: submit_queues=0 is not a whole number from 1 to 4096
          scsi_debug:delay=1,ndelay=5 | scsi_debug: delay (in jiffies) and ndelay (in nanoseconds) exclude each other; leave one out
          scsi_debug:dev_size_mb=8 | scsi_debug: dev_size_mb=8 is too small to measure on; give at least 64 MiB
          """)
  void slipsAreNamed(String device, String message) {
    assertThatThrownBy(() -> VirtualDevice.parse(device))
        .isInstanceOf(DeviceException.class)
        .hasMessage(message);
  }
}
