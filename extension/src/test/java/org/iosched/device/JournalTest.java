package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {

  /** No process has this number: it is above the largest that Linux gives. */
  private static final long NOBODY = 1L << 23;

  @TempDir Path temp;
  private Path state;
  private Path setting;
  private Path made;
  private String bootId = "";

  @BeforeEach
  void somethingThatARunHasChanged() throws IOException {
    assumeTrue(Machine.TOOLS.find("setsid").isPresent(), "needs setsid");
    state = Files.createDirectories(temp.resolve("state"));
    setting = Files.writeString(temp.resolve("setting"), "changed\n");
    made = Files.createDirectory(temp.resolve("iosched-made"));
    bootId = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
  }

  private Path journal(long pid, long ticks, String boot, String end) throws IOException {
    return Files.writeString(
        state.resolve("0.journal"),
        String.join(
            "\n",
            String.join("\t", "run", "0", "" + pid, "" + ticks, boot, "2026-01-01T10:00:00Z"),
            "queue\tsda",
            "watchdog\t" + NOBODY + "\t1",
            "put\t-\t-\t" + setting + "\told",
            "delete\t" + made,
            "journal\t" + state.resolve("0.journal") + end));
  }

  private List<String> begin(String... queues) {
    return Journal.begin(Machine.host(temp), Machine.TOOLS, "1", List.of(queues)).recovered();
  }

  @Test
  void aRunThatHasDiedIsPutBackAndTold() throws Exception {
    Path stale = journal(NOBODY, 1, bootId, "\n");

    assertThat(begin("sda"))
        .containsExactly(
            "the run of pid "
                + NOBODY
                + ", started 2026-01-01T10:00:00Z, has died; put back for it: "
                + setting
                + " is old again, "
                + made
                + " deleted");
    assertThat(setting).hasContent("old");
    assertThat(made).doesNotExist();
    assertThat(stale).doesNotExist();
    assertThat(state.resolve("1.journal")).content().contains("queue\tsda\n");
  }

  @Test
  void aNumberThatWasGivenToAnotherProcessIsNotTheHolder() throws Exception {
    journal(ProcessHandle.current().pid(), 1, bootId, "\n");

    assertThat(begin("sda")).hasSize(1);
    assertThat(setting).hasContent("old");
  }

  @Test
  void afterARestartOnlyFilesAreRemoved() throws Exception {
    Path stale = journal(NOBODY, 1, "another-boot", "\n");

    assertThat(begin("sda"))
        .containsExactly(
            "the run of pid "
                + NOBODY
                + ", started 2026-01-01T10:00:00Z, ended with a restart of the machine; put back for"
                + " it: "
                + made
                + " deleted");
    assertThat(setting).hasContent("changed\n");
    assertThat(stale).doesNotExist();
  }

  @Test
  void aRunThatLivesKeepsItsQueues() throws Exception {
    LiveProcess self = LiveProcess.of(Path.of("/proc"), ProcessHandle.current().pid());
    journal(self.pid(), self.startTicks(), bootId, "\n");

    assertThatThrownBy(() -> begin("sdb", "sda"))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "sda is in use by the run of pid "
                + self.pid()
                + ", started 2026-01-01T10:00:00Z; wait for it or end it");
    assertThat(setting).hasContent("changed\n");
    assertThat(made).exists();
    assertThat(state.resolve("1.journal")).doesNotExist();
    assertThat(begin("sdb")).isEmpty();
  }

  @Test
  void theLineThatWasBeingWrittenWhenThePowerWentIsIgnored() throws Exception {
    Path stale = journal(NOBODY, 1, bootId, "\ndelete\t" + temp.resolve("iosched-"));
    Path named = Files.createDirectory(temp.resolve("iosched-"));

    assertThat(begin("sda")).hasSize(1);
    assertThat(named).exists();
    assertThat(stale).doesNotExist();
  }

  @Test
  void aPlaceThatCannotBeWrittenIsPassedOver() throws Exception {
    Path file = Files.writeString(temp.resolve("file"), "");
    Host real = Machine.host(temp);
    Host host =
        new Host(
            real.sys(),
            real.proc(),
            real.files(),
            real.stat(),
            real.searchPath(),
            List.of(file.resolve("below a file"), state),
            real.temporary());

    assertThat(Journal.begin(host, Machine.TOOLS, "1", List.of()).journal().file())
        .isEqualTo(state.resolve("1.journal"));
  }

  @Test
  void wordsThatWouldBeReadAsSeveralAreRefused() {
    assertThatThrownBy(() -> Undo.detach(Path.of("/a\tb")))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("/a\\tb")
        .hasMessageContaining("holds a tab or line break");
    assertThatThrownBy(() -> Undo.delete(Path.of("/home")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
