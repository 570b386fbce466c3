package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.JobFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A permitted write happens, and on that device only. */
@Tag("root")
class RawWritesTest {

  private static final JobFile WRITER = JobFile.parse("[w]\nrw=write\nbs=1m\nsize=16m\ndirect=1\n");

  @TempDir Path temp;

  @BeforeEach
  void needs() {
    Machine.assumeLoops();
    assumeTrue(Machine.TOOLS.find("wipefs").isPresent(), "needs wipefs");
  }

  private OpenDevice open(Path node, String destroy) {
    return Devices.open(
        new DeviceRequest(
            node.toString(), temp.resolve("images"), DeviceRequest.SMALLEST_BYTES, destroy),
        Machine.host(temp));
  }

  @Test
  void theDeviceIsWrittenAndItsNeighbourIsNot() throws Exception {
    try (UsersImage disk = new UsersImage(temp, "a b.img");
        UsersImage other = new UsersImage(temp, "other.img")) {
      UsersImage.tool("mkfs.ext4", "-q", "-F", disk.node.toString());
      Map<String, String> before = disk.state();
      Map<String, String> others = other.state();
      String value = "loop:" + temp + "/a%20b.img+ext4";
      try (OpenDevice device = open(disk.node, value);
          EngineProcess engine = EngineProcess.start()) {
        assertThat(device.refuseWrites()).isEmpty();
        assertThat(device.describe().facts())
            .hasEntrySatisfying(
                TestDevice.OVERWRITTEN,
                words ->
                    assertThat(words)
                        .contains(" holds ext4 ", ", as -Ddestroy=" + value + " allows"));
        assertThat(device.target()).isEqualTo(disk.node);
        assertThat(engine.run(WRITER, device.target()).jobs()).hasSize(1);
        // What was given up is gone, and the run goes on.
        assertThat(engine.run(WRITER, device.target()).jobs()).hasSize(1);
      }
      assertThat(disk.state().get("bytes")).isNotEqualTo(before.get("bytes"));
      assertThat(disk.state().get("queue")).isEqualTo(before.get("queue"));
      assertThat(other.state()).isEqualTo(others);
    }
  }

  @Test
  void onlyThePartitionIsWritten() throws Exception {
    try (UsersImage disk = new UsersImage(temp, "parts.img")) {
      disk.partition("gpt");
      UsersImage.tool("mkfs.ext4", "-q", "-F", disk.part(1).toString());
      UsersImage.tool("sync");
      String first = sum(disk.part(1));
      String table = head(disk.node);
      String second = "loop:" + disk.image + "-part2";
      String before = sum(disk.part(2));
      try (OpenDevice device = open(disk.part(2), second);
          EngineProcess engine = EngineProcess.start()) {
        assertThat(device.refuseWrites()).isEmpty();
        assertThat(engine.run(WRITER, device.target()).jobs()).hasSize(1);
      }
      UsersImage.tool("sync");
      assertThat(sum(disk.part(2))).isNotEqualTo(before);
      assertThat(sum(disk.part(1))).isEqualTo(first);
      assertThat(head(disk.node)).isEqualTo(table);
    }
  }

  private static String sum(Path file) {
    return Machine.TOOLS.mustRun("sha256sum", file.toString());
  }

  private static String head(Path node) {
    return Machine.TOOLS.mustRun("sh", "-c", "head -c 1048576 " + node + " | sha256sum");
  }
}
