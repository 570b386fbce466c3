package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {

  /** No process has this number: it is above the largest that Linux gives. */
  private static final long NOBODY = 1L << 23;

  @TempDir Path temp;
  private Path state;
  private Path disk;
  private Path setting;
  private Path made;
  private String bootId = "";

  @BeforeEach
  void somethingThatARunHasChanged() throws IOException {
    assumeTrue(Machine.TOOLS.find("setsid").isPresent(), "needs setsid");
    state = Files.createDirectories(temp.resolve("state"));
    disk = Files.createDirectories(temp.resolve("sys/block/sda/queue"));
    setting = Files.writeString(disk.resolve("nr_requests"), "256\n");
    made = Files.createDirectories(temp.resolve("iosched-0"));
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
            "put\t" + disk.resolveSibling("diskseq") + "\t-\t" + setting + "\t60",
            "delete\t" + made,
            "journal\t" + state.resolve("0.journal") + end));
  }

  private Host host() {
    return host(List.of(state));
  }

  /** The machine's own processes, and a made-up sysfs. */
  private Host host(List<Path> places) {
    Host real = Machine.host(temp);
    return new Host(
        temp.resolve("sys"),
        real.proc(),
        real.files(),
        real.stat(),
        real.searchPath(),
        places,
        real.temporary());
  }

  private List<String> begin(String... queues) {
    return Journal.begin(host(), Machine.TOOLS, "1", List.of(queues)).recovered();
  }

  @Test
  void aRunThatHasDiedIsPutBackAndTold() throws Exception {
    Path stale = journal(NOBODY, 1, bootId, "\n");

    assertThat(begin("sda"))
        .containsExactly(
            "the run of pid "
                + NOBODY
                + ", started 2026-01-01T10:00:00Z, was killed and could not clean up after itself; done"
                + " for it now: sda has nr_requests 60 again, "
                + made
                + " deleted");
    assertThat(setting).hasContent("60");
    assertThat(made).doesNotExist();
    assertThat(stale).doesNotExist();
    assertThat(state.resolve("1.journal")).content().contains("queue\tsda\n");
  }

  @Test
  void aNumberThatWasGivenToAnotherProcessIsNotTheHolder() throws Exception {
    journal(ProcessHandle.current().pid(), 1, bootId, "\n");

    assertThat(begin("sda")).hasSize(1);
    assertThat(setting).hasContent("60");
  }

  @Test
  void afterARestartOnlyFilesAreRemoved() throws Exception {
    Path stale = journal(NOBODY, 1, "another-boot", "\n");

    assertThat(begin("sda"))
        .containsExactly(
            "the run of pid "
                + NOBODY
                + ", started 2026-01-01T10:00:00Z, was ended by a restart of the machine, which has set"
                + " up the queues anew; of its files: "
                + made
                + " deleted");
    assertThat(setting).hasContent("256\n");
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
    assertThat(setting).hasContent("256\n");
    assertThat(made).exists();
    assertThat(state.resolve("1.journal")).doesNotExist();
    assertThat(begin("sdb")).isEmpty();
  }

  @Test
  void aQueueThatALivingRunHoldsIsNotWritten() throws Exception {
    Path left = journal(NOBODY, 1, bootId, "\n");
    LiveProcess self = LiveProcess.of(Path.of("/proc"), ProcessHandle.current().pid());
    Files.writeString(
        state.resolve("2.journal"),
        "run\t2\t%d\t%d\t%s\t2026-01-01T11:00:00Z%nqueue\tsda%n"
            .formatted(self.pid(), self.startTicks(), bootId));

    assertThat(begin("sdb"))
        .hasSize(2)
        .element(1)
        .asString()
        .contains("has left settings of a device that another run uses now");
    assertThat(setting).hasContent("256");
    assertThat(made).doesNotExist();
    assertThat(left).exists();
  }

  @Test
  void whatNoRunWritesIsNotDoneButTold() throws Exception {
    Path others = Files.createDirectory(temp.resolve("iosched-1"));
    Path linked = Files.createDirectories(temp.resolve("target/kept"));
    Path link = Files.createSymbolicLink(temp.resolve("iosched-0.link"), temp.resolve("target"));
    Path value = Files.writeString(temp.resolve("value"), "x");
    Path hostile =
        journal(
            NOBODY,
            1,
            bootId,
            String.join(
                "\n",
                "",
                "delete\t" + others,
                "delete\t" + link + "/",
                "delete\t" + temp + "/target/../iosched-1",
                "delete\t" + link,
                "put\t-\t-\t" + value + "\ty",
                "put\t" + temp + "/sys/block/sda/diskseq\t-\t" + temp + "/sys/../value\ty",
                "end\t1\t-",
                "end\t0\t" + temp,
                "groups\t/sys/fs/cgroup/iosched-",
                "unmount\t/",
                "detach\t/home/disk.img",
                "journal\t" + value,
                ""));

    assertThat(begin("sda"))
        .hasSize(2)
        .element(1)
        .asString()
        .isEqualTo(
            hostile
                + " holds what no run writes, which is not done: 'delete "
                + others.toString().substring(0, Math.min(73, others.toString().length()))
                + (others.toString().length() > 73 ? "…" : "")
                + "'; look at the file, then delete it");
    assertThat(others).exists();
    assertThat(linked).exists();
    assertThat(link).doesNotExist();
    assertThat(value).hasContent("x");
    assertThat(hostile).exists();
    assertThat(setting).hasContent("60");
  }

  @Test
  void oneThatWasBegunAndNeverFinishedIsRemoved() throws Exception {
    List<Path> cut = new ArrayList<>();
    for (String content : List.of("", "ru", "run\t0\t12\t", "\0\0\0\0")) {
      cut.add(Files.writeString(state.resolve("c" + cut.size() + ".journal"), content));
    }

    assertThat(begin("sda")).isEmpty();
    assertThat(cut).noneMatch(Files::exists);
  }

  @Test
  void oneThatNoRunHasWrittenIsLeftAlone() throws Exception {
    Path foreign = Files.writeString(state.resolve("x.journal"), "delete\t/etc\n");
    Path link =
        Files.createSymbolicLink(
            state.resolve("0.journal"), Files.writeString(temp.resolve("elsewhere"), "x"));

    assertThat(begin("sda"))
        .containsExactlyInAnyOrder(
            foreign + " is not a run's, so nothing of it is done; look at it, then delete it",
            link + " is no ordinary file, so nothing of it is done; look at it, then delete it");
    assertThat(foreign).exists();
    assertThat(link).exists();
  }

  @Test
  void oneThatOthersMayWriteIsNotBelieved() throws Exception {
    Path open = journal(NOBODY, 1, bootId, "\n");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-rw-"));

    assertThat(begin("sda"))
        .containsExactly(
            open
                + " may be written by another user, so nothing of it is done; look at it, then"
                + " delete it");
    assertThat(setting).hasContent("256");
  }

  @Test
  void whereverAJournalIsCutTheRestIsDone() throws Exception {
    String whole = Files.readString(journal(NOBODY, 1, bootId, "\n"));
    for (int length = 0; length <= whole.length(); length++) {
      Path file = state.resolve("0.journal");
      FoundJournal found = FoundJournal.parse(file, whole.substring(0, length));
      if (found instanceof FoundJournal.Whole journal) {
        assertThat(plan(journal).refused()).isEmpty();
        assertThat(plan(journal).lines()).endsWith("journal\t" + file);
      } else {
        assertThat(found).isEqualTo(new FoundJournal.Unfinished(file));
      }
    }
  }

  private Recovery.Plan plan(FoundJournal.Whole journal) {
    return new Recovery(host(), Machine.TOOLS, bootId, Set.of()).plan(journal);
  }

  /** Cuts, swaps, doubles and bends lines and letters; whatever comes of it does no harm. */
  @Test
  void noJournalReachesFurtherThanARun() throws Exception {
    String whole = Files.readString(journal(NOBODY, 1, bootId, "\n"));
    Random random = new Random(7);
    Path file = state.resolve("0.journal");
    Pattern allowed =
        Pattern.compile(
            String.join(
                "|",
                "put\t"
                    + Pattern.quote(temp + "/sys/block/")
                    + "[^\t]*/diskseq\t(-|\\d+)\t"
                    + Pattern.quote(temp + "/sys/block/")
                    + "[^\t]*/queue/[^/\t]+\t[ -~]+",
                "delete\t/.*/iosched-0([^A-Za-z0-9/][^/]*)?",
                "journal\t" + Pattern.quote(file.toString())),
            Pattern.DOTALL);
    for (int i = 0; i < 2000; i++) {
      String mutated = Mutation.of(whole, random);
      if (FoundJournal.parse(file, mutated) instanceof FoundJournal.Whole found) {
        assertThat(plan(found).lines()).as("of " + mutated).allMatch(allowed.asMatchPredicate());
      }
      if (i % 40 == 0) {
        // And for real, beside what must stay.
        somethingThatARunHasChanged();
        Path kept = Files.createDirectories(temp.resolve("kept/iosched-1"));
        Files.writeString(file, mutated);
        List<String> unused = begin("sdx" + i);
        assertThat(kept).exists();
        try (Stream<Path> left = Files.list(temp)) {
          assertThat(left.map(path -> path.getFileName().toString()))
              .contains("kept", "state", "sys");
        }
        Files.deleteIfExists(file);
        Files.deleteIfExists(state.resolve("1.journal"));
      }
    }
  }

  @Test
  void theLineThatWasBeingWrittenWhenThePowerWentIsIgnored() throws Exception {
    Path stale = journal(NOBODY, 1, bootId, "\ndelete\t" + temp.resolve("iosched-0.x"));
    Path named = Files.createDirectory(temp.resolve("iosched-0.x"));

    assertThat(begin("sda")).hasSize(1);
    assertThat(named).exists();
    assertThat(stale).doesNotExist();
  }

  @Test
  void aPlaceThatCannotBeWrittenIsPassedOver() throws Exception {
    Path file = Files.writeString(temp.resolve("file"), "");
    Host host = host(List.of(file.resolve("below a file"), state));

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
