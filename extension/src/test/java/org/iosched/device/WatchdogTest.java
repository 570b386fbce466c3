package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.iosched.workload.MemoryLimit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogTest {

  private static final Duration BOUND = Duration.ofSeconds(30);

  @TempDir Path temp;
  private Watchdog watchdog;

  @BeforeEach
  void start() {
    assumeTrue(Machine.TOOLS.find("setsid").isPresent(), "needs setsid");
    watchdog = Watchdog.start(Machine.TOOLS);
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(temp.resolve(name), content);
  }

  private void tell(String... words) throws IOException {
    watchdog.tell(String.join("\t", words));
  }

  @Test
  void nothingToDo() {
    assertThat(watchdog.finish(BOUND)).isEqualTo(new Watchdog.Report(List.of(), List.of(), true));
  }

  @Test
  void itWaitsUntilItsPipeIsClosedWhateverSignalsCome() throws Exception {
    Path file = file("value", "new\n");
    tell("put", "-", "-", file.toString(), "old");
    for (String signal : List.of("TERM", "INT", "HUP", "QUIT")) {
      Machine.TOOLS.mustRun("sh", "-c", "kill -" + signal + " " + watchdog.pid());
    }
    assertThat(file).hasContent("new\n");

    assertThat(watchdog.finish(BOUND).done()).containsExactly("value has value old again");
    assertThat(file).hasContent("old");
  }

  @Test
  void itRunsInASessionOfItsOwn() {
    String session = Machine.TOOLS.mustRun("ps", "-o", "sid=", "-p", "" + watchdog.pid());
    assertThat(session).isEqualTo("" + watchdog.pid());
    watchdog.finish(BOUND);
  }

  @Test
  void valuesWithBlanksAndPathsWithQuotesAreTakenAsTheyAre() throws Exception {
    Path file = file("it's a \"$HOME\" \\ file", "x");
    tell("put", "-", "-", file.toString(), "two words $HOME");

    assertThat(watchdog.finish(BOUND).complete()).isTrue();
    assertThat(file).hasContent("two words $HOME");
  }

  @Test
  void whatHoldsAlreadyIsNotWritten() throws Exception {
    Path file = file("scheduler", "none [mq-deadline] bfq\n");
    tell("put", "-", "-", file.toString(), "mq-deadline");

    assertThat(watchdog.finish(BOUND)).isEqualTo(new Watchdog.Report(List.of(), List.of(), true));
    assertThat(file).hasContent("none [mq-deadline] bfq\n");
  }

  @Test
  void anotherDisksSettingsAreLeftAlone() throws Exception {
    Path sequence = file("diskseq", "12\n");
    Path file = file("value", "new\n");
    tell("put", sequence.toString(), "11", file.toString(), "old");
    tell("put", temp.resolve("gone").toString(), "11", file.toString(), "old");

    assertThat(watchdog.finish(BOUND).complete()).isTrue();
    assertThat(file).hasContent("new\n");
  }

  @Test
  void whatCannotBePutBackIsToldAndKeepsTheJournal() throws Exception {
    Path journal = file("j", "");
    tell("journal", journal.toString());
    tell("put", "-", "-", temp.resolve("no/file").toString(), "x");

    Watchdog.Report report = watchdog.finish(BOUND);

    assertThat(report.complete()).isFalse();
    assertThat(report.remaining()).containsExactly("echo 'x' > " + temp.resolve("no/file"));
    assertThat(journal).exists();
  }

  @Test
  void onlyWhatARunHasMadeIsDeleted() throws Exception {
    Path mine = Files.createDirectory(temp.resolve("iosched-1"));
    Path inside = Files.writeString(mine.resolve("data"), "x");
    Path link = Files.createSymbolicLink(mine.resolve("link"), file("target", "x"));
    Path others = file("data", "x");
    Path journal = file("j", "");
    tell("delete", mine.toString());
    tell("delete", others.toString());
    tell("journal", journal.toString());

    assertThat(watchdog.finish(BOUND).done()).containsExactly(mine + " deleted");
    assertThat(inside).doesNotExist();
    assertThat(link).doesNotExist();
    assertThat(temp.resolve("target")).exists();
    assertThat(others).exists();
    assertThat(journal).doesNotExist();
  }

  @Test
  void markedProcessesAreEndedAndNoOthers() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", "trap '' TERM; sleep 100 & sleep 100; true");
    builder.environment().put(Workload.MARK, "abc");
    Process marked = builder.start();
    builder.environment().put(Workload.MARK, "abcd");
    Process other = builder.start();
    try {
      // The mark of a process is seen once it has been replaced by the program.
      assertThat(Machine.waitFor(() -> Machine.marked("abc").size() == 3, 10_000)).isNotNegative();
      tell("end", "abc", "-");

      assertThat(watchdog.finish(BOUND).complete()).isTrue();

      assertThat(marked.waitFor()).isEqualTo(128 + 9);
      assertThat(Machine.marked("abc")).isEmpty();
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.descendants().forEach(ProcessHandle::destroyForcibly);
      other.destroyForcibly();
      marked.destroyForcibly();
    }
  }

  @Test
  void cgroupsThatBeginAsSaidAreRemovedAndNoOthers() throws Exception {
    Path ours = Files.createDirectory(temp.resolve("iosched-memory-7-1"));
    Path also = Files.createDirectory(temp.resolve("iosched-memory-7-22"));
    Path another = Files.createDirectory(temp.resolve("iosched-memory-71-1"));
    Path foreign = Files.createDirectory(temp.resolve("system.slice"));
    tell("groups", temp.resolve("iosched-memory-7-").toString());
    tell("groups", temp.resolve("none/iosched-memory-7-").toString());
    tell("groups", temp.resolve("system").toString());

    assertThat(watchdog.finish(BOUND))
        .isEqualTo(
            new Watchdog.Report(List.of(ours + " removed", also + " removed"), List.of(), true));
    assertThat(ours).doesNotExist();
    assertThat(also).doesNotExist();
    assertThat(another).isDirectory();
    assertThat(foreign).isDirectory();
  }

  @Test
  @Tag("root")
  void whatIsInACgroupWithAMemoryLimitIsEnded() throws Exception {
    MemoryLimit limit = MemoryLimit.of(Optional.of(64L << 20));
    assumeTrue(limit.missing().isEmpty(), () -> limit.missing().orElse(""));
    Optional<Path> prefix = MemoryLimit.groupPrefix(Path.of("/proc"));
    Path group = prefix.get().resolveSibling(prefix.get().getFileName() + "watched");
    tell("groups", prefix.get().toString());
    Files.createDirectory(group);
    Process limited =
        new ProcessBuilder("sh", "-c", "echo $$ >\"$0\" && exec sleep 300", group + "/cgroup.procs")
            .start();
    try {
      assertThat(
              Machine.waitFor(
                  () ->
                      Machine.TOOLS
                          .mustRun("cat", group + "/cgroup.procs")
                          .equals("" + limited.pid()),
                  10_000))
          .isNotNegative();
      assertThat(watchdog.finish(BOUND).done()).containsExactly(group + " removed");
      assertThat(group).doesNotExist();
      assertThat(limited.waitFor(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      limited.destroyForcibly();
    }
  }

  @Test
  void aLineThatWasCutOffIsNotFollowed() throws Exception {
    Path mine = Files.createDirectory(temp.resolve("iosched-1"));
    Path script = Path.of(Watchdog.class.getResource("watchdog.sh").toURI());
    Machine.TOOLS.mustRun(
        "sh", "-c", "printf 'delete\\t%s' \"$1\" | sh \"$0\"", script.toString(), mine.toString());
    assertThat(mine).exists();
    watchdog.finish(BOUND);
  }
}
