package org.iosched.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceRunTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path folder;
  private Path log;
  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    log = Files.createDirectory(folder.resolve("logs")).resolve("run.log");
    workspace =
        new Workspace(Files.createDirectory(folder.resolve("work")), log, ProcessBuilder::start);
  }

  @Test
  void returnsBothOutputsAndTheStatusAndKeepsThemInTheLog() throws Exception {
    ProgramOutput output = workspace.run(LONG, List.of("sh", "-c", "pwd; echo bad >&2; exit 3"));
    assertThat(output).isEqualTo(new ProgramOutput(3, workspace.directory() + "\n", "bad\n"));
    assertThat(log).content().contains("sh -c pwd", workspace + "\nbad\n");
    try (Stream<Path> files = Files.list(log.getParent())) {
      assertThat(files).containsExactly(log);
    }
  }

  /** So that nothing remains should this process be killed. */
  @Test
  void theOutputHasNoNameWhileTheProgramRuns() throws Exception {
    ProgramOutput output =
        workspace.run(
            LONG,
            List.of(
                "sh",
                "-c",
                "i=0; while [ $(ls \"$0\" | wc -l) -gt 1 ] && [ $i -lt 500 ]; do i=$((i + 1));"
                    + " sleep 0.02; done; echo err >&2; ls \"$0\"; readlink /proc/$$/fd/1"
                    + " /proc/$$/fd/2",
                folder.resolve("logs").toString()));
    assertThat(output.err()).isEqualTo("err\n");
    assertThat(output.out().lines().toList())
        .hasSize(3)
        .startsWith("run.log")
        .filteredOn(
            line -> line.matches(folder.resolve("logs") + "/output-\\d+\\.tmp \\(deleted\\)"))
        .hasSize(2);
  }

  @Test
  void whatCannotBeStartedOrIsEndedLeavesNoOutput() throws Exception {
    assertThatThrownBy(() -> workspace.run(LONG, List.of("no-such-program")))
        .isInstanceOf(ExecException.class);
    assertThatThrownBy(() -> workspace.run(Duration.ofMillis(50), List.of("sleep", "600")))
        .isInstanceOf(ExecException.class);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> workspace.run(LONG, List.of("sleep", "600")))
        .isInstanceOf(InterruptedException.class);
    try (Stream<Path> files = Files.list(log.getParent())) {
      assertThat(files).containsExactly(log);
    }
  }

  @Test
  void theLogMayHaveTheLongestName() throws Exception {
    Path longest = log.resolveSibling("x".repeat(251) + ".log");
    Workspace named = new Workspace(workspace.directory(), longest, ProcessBuilder::start);
    assertThat(named.run(LONG, List.of("echo", "said")).out()).isEqualTo("said\n");
    named.exec("echo", "more");
    assertThat(longest).content().contains("said\n", "more\n");
  }

  @Test
  void ofMuchOutputTheLastLinesAreShown() {
    assertThatExceptionOfType(ExecException.class)
        .isThrownBy(() -> workspace.exec("sh", "-c", "seq 100000; exit 1"))
        .withMessageEndingWith(
            ":\n99981\n99982\n99983\n99984\n99985\n99986\n99987\n99988\n99989\n"
                + "99990\n99991\n99992\n99993\n99994\n99995\n99996\n99997\n99998\n99999\n100000");
  }

  @Test
  void addsToTheEnvironment() throws Exception {
    assertThat(
            workspace.run(LONG, Map.of("LC_ALL", "C"), List.of("sh", "-c", "echo $LC_ALL")).out())
        .isEqualTo("C\n");
  }

  @Test
  void endsWhatRunsTooLongAndShowsWhatItSaid() {
    assertThatExceptionOfType(ExecException.class)
        .isThrownBy(
            () ->
                workspace.run(
                    Duration.ofMillis(300), List.of("sh", "-c", "echo waiting; exec sleep 600")))
        .withMessageContaining("was ended after 0.3 s")
        .withMessageEndingWith("waiting");
    assertThat(workspace.endLeftovers()).isZero();
  }

  @Test
  void namesAProgramThatIsNotThere() {
    assertThatExceptionOfType(ExecException.class)
        .isThrownBy(() -> workspace.run(LONG, List.of("no-such-program")))
        .withMessageContaining("no-such-program could not be started");
  }

  @Test
  void endsTheCommandOfAnInterruptedThread() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> workspace.run(LONG, List.of("sleep", "600")))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(workspace.endLeftovers()).isZero();
  }
}
