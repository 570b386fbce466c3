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
