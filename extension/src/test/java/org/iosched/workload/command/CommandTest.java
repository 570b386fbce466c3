package org.iosched.workload.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.iosched.dsl.Metric;
import org.iosched.workload.ExecException;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.Workspace;
import org.iosched.workload.Workspaces;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs shell lines. */
final class CommandTest {

  @TempDir Path temp;
  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspaces.in(temp);
  }

  @Test
  void theLineRunsInTheDirectoryAfterItsPreparation() throws Exception {
    Command command =
        Command.of(
            "cat in > out && echo \"$(wc -c < out) bytes\"",
            Optional.of("echo made > in"),
            Optional.empty());
    command.prepare(workspace);
    WorkloadResult result = command.run(workspace, workspace.directory());
    assertThat(workspace.directory().resolve("out")).hasContent("made");
    assertThat(result.metrics()).isEmpty();
    assertThat(result.seconds()).isZero();
    assertThat(Files.readString(workspace.log())).contains("\n5 bytes\n");
    assertThat(command.missing()).isEmpty();
    assertThat(command.caution()).isEmpty();
  }

  @Test
  void aStatusOtherThanZeroFails() {
    Command command = Command.of("echo why >&2; exit 3", Optional.empty(), Optional.empty());
    assertThatThrownBy(() -> command.run(workspace, workspace.directory()))
        .isInstanceOf(ExecException.class)
        .hasMessageStartingWith("sh -c echo why >&2; exit 3 ended with status 3.")
        .hasMessageEndingWith("why");
    Command unprepared = Command.of("true", Optional.of("exit 4"), Optional.empty());
    assertThatThrownBy(() -> unprepared.prepare(workspace))
        .isInstanceOf(ExecException.class)
        .hasMessageStartingWith("the preparation failed: sh -c exit 4 ended with status 4.");
  }

  @Test
  void anInterruptEndsIt() throws InterruptedException {
    Command command = Command.of("touch begun; sleep 60", Optional.empty(), Optional.empty());
    AtomicReference<Exception> thrown = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                command.run(workspace, workspace.directory());
              } catch (InterruptedException | RuntimeException e) {
                thrown.set(e);
              }
            });
    thread.start();
    while (!Files.exists(workspace.directory().resolve("begun"))) {
      Thread.sleep(5);
    }
    thread.interrupt();
    thread.join(20_000);
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    assertThat(workspace.endLeftovers()).isZero();
  }

  @Test
  void blankLinesAreRefused() {
    assertThatThrownBy(() -> Command.of(" ", Optional.empty(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a command is blank; write the line as the shell is to run it.");
    assertThatThrownBy(() -> Command.of("true", Optional.of(""), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void onlyTimeAndCpuAreMeasured() {
    Command command = Command.of("true", Optional.empty(), Optional.empty());
    assertThat(command.neverMeasures(Metric.SPEED)).isEmpty();
    assertThat(command.neverMeasures(Metric.parse("cpu"))).isEmpty();
    assertThat(command.neverMeasures(Metric.parse("reader iops")))
        .contains(
            "reader iops is not measured of a command, of which there are time and cpu; claim one"
                + " of these.");
  }
}
