package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a killed run leaves of real disks: nothing. */
@InTheLab
class LabKilledRunTest {

  @TempDir Path temp;

  @Test
  void allMembersOfAnMdArePutBackAfterSigkill() throws Exception {
    try (LabStack stack = new LabStack()) {
      String md = stack.md("1");
      List<BlockQueue> queues =
          List.of(LabDisk.SATA1, LabDisk.SATA2).stream()
              .map(disk -> new BlockQueue(SysFiles.REAL, Path.of("/sys/block", disk.kernelName())))
              .toList();
      List<QueueSettings> before = queues.stream().map(QueueSettings::of).toList();
      try (HoldingDevice.Run run = new HoldingDevice.Run(md, temp)) {
        assertThat(queues).allMatch(queue -> queue.schedulers().active().equals("bfq"));

        run.signalGroup("KILL");

        // The emulated processor is many times slower than one that the second is promised on.
        assertThat(
                Machine.waitFor(
                    () -> queues.stream().map(QueueSettings::of).toList().equals(before), 20_000))
            .as("milliseconds until both members were restored")
            .isNotNegative();
        assertThat(Machine.waitFor(() -> Machine.marked(run.run).isEmpty(), 30_000))
            .isNotNegative();
      }
    }
  }
}
