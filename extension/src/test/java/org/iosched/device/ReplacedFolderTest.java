package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workload that puts a link where the run's own folder or file was leads it nowhere else. */
@Tag("root")
class ReplacedFolderTest {

  @TempDir Path temp;

  private OpenDevice open(LoopDisk disk) {
    return Devices.open(
        new DeviceRequest(
            disk.mounted.toString(), temp.resolve("images"), DeviceRequest.SMALLEST_BYTES),
        Machine.host(temp));
  }

  @Test
  void theFile() throws Exception {
    Machine.assumeLoops();
    Path victim = Files.writeString(temp.resolve("victim"), "mine");
    try (LoopDisk disk = new LoopDisk(temp);
        OpenDevice device = open(disk)) {
      Path target = device.target();
      Files.delete(target);
      Files.createSymbolicLink(target, victim);
      assertThatThrownBy(device::target)
          .isInstanceOf(DeviceException.class)
          .hasMessageStartingWith(
              target + ", which the run has made, is gone or has been replaced");
    }
    assertThat(victim).hasContent("mine");
  }

  @Test
  void theFolder() throws Exception {
    Machine.assumeLoops();
    Path victim = Files.createDirectory(temp.resolve("victim"));
    Path kept =
        Files.writeString(
            Files.createDirectory(victim.resolve("workspace-1")).resolve("f"), "mine");
    try (LoopDisk disk = new LoopDisk(temp);
        OpenDevice device = open(disk)) {
      Path folder = device.freshWorkspace().resolve("..").normalize();
      Trees.delete(folder);
      Files.createSymbolicLink(folder, victim);
      assertThatThrownBy(device::freshWorkspace).hasMessageContaining("has been replaced");
      assertThatThrownBy(device::removeWorkspace).hasMessageContaining("has been replaced");
      assertThatThrownBy(device::target).hasMessageContaining("has been replaced");
    }
    assertThat(kept).hasContent("mine");
    assertThat(victim).isDirectoryContaining("glob:**workspace-1");
  }
}
