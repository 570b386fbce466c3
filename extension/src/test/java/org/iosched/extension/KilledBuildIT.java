package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.iosched.device.LeavesNothing;
import org.iosched.device.LoopDisk;
import org.iosched.device.Machine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A user's build that is ended from outside leaves the user's disk as it was. */
@Tag("root")
final class KilledBuildIT extends LeavesNothing {

  /** Ends a build: which process is signalled and how. */
  private interface Ending {
    void end(Process maven, ProcessHandle testJvm) throws IOException, InterruptedException;
  }

  private void endsAndLeavesTheDiskAsItWas(String name, Ending ending)
      throws IOException, InterruptedException {
    SmallProject project =
        SmallProject.of(
            name,
            Map.of(
                "LongTest.java",
                """
                import org.iosched.extension.*;
                import org.iosched.workload.Workspace;

                @Schedulers({"none", "bfq", "kyber"})
                class LongTest {
                  @BenchmarkTest(rounds = 1000)
                  void sleeps(Workspace dir) {
                    dir.exec("sleep", "0.1");
                  }
                }
                """));
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      String state = disk.state();
      Process maven =
          project.start(
              "test",
              "-Diosched.device=" + disk.mounted,
              "-Diosched.image.size=64m",
              "-Diosched.budget=10m");
      try {
        Path log = project.log();
        assertThat(Machine.waitFor(() -> disk.state().contains("bfq"), 120_000))
            .as(() -> "bfq was never set:\n" + read(log))
            .isNotNegative();
        ProcessHandle testJvm = testJvm(maven);

        ending.end(maven, testJvm);

        assertThat(Machine.waitFor(() -> !testJvm.isAlive(), 30_000))
            .as("the test JVM has ended")
            .isNotNegative();
        assertThat(Machine.waitFor(() -> disk.state().equals(state), 10_000))
            .as(() -> "settings are still " + disk.state() + ":\n" + read(log))
            .isNotNegative();
        assertThat(maven.waitFor(60, TimeUnit.SECONDS)).as("Maven has ended").isTrue();
        assertThat(
                Machine.waitFor(
                    () -> !Files.exists(disk.mounted.resolve("iosched")) && !testJvm.isAlive(),
                    10_000))
            .isNotNegative();
        assertThat(disk.state()).isEqualTo(state);
        if (name.equals("ctrl-c")) {
          assertThat(log)
              .content()
              .contains(
                  "iosched: broken off; "
                      + disk.node.getFileName()
                      + " has mq-deadline again, and nothing of the run is left");
        }
      } finally {
        maven.descendants().forEach(ProcessHandle::destroyForcibly);
        maven.destroyForcibly().waitFor();
      }
      assertThat(Machine.waitFor(() -> disk.mounted.toFile().list().length == 1, 10_000))
          .as("only lost+found is left on the user's disk")
          .isNotNegative();
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return "(no log: " + e + ")";
    }
  }

  /**
   * Finds the JVM that Surefire has started, which is not one of its own children: before a child
   * becomes another program, it looks like its parent.
   */
  private static ProcessHandle testJvm(Process maven) {
    List<ProcessHandle> like = maven.descendants().filter(KilledBuildIT::isOfSurefire).toList();
    return like.stream()
        .filter(process -> process.parent().filter(like::contains).isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private static boolean isOfSurefire(ProcessHandle process) {
    return process.info().commandLine().filter(l -> l.contains("surefire")).isPresent()
        && process.info().command().filter(c -> c.endsWith("java")).isPresent();
  }

  private static void signal(String signal, String target)
      throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-" + signal, "--", target).start().waitFor()).isZero();
  }

  @Test
  void ctrlC() throws IOException, InterruptedException {
    endsAndLeavesTheDiskAsItWas("ctrl-c", (maven, testJvm) -> signal("INT", "-" + maven.pid()));
  }

  @Test
  void sigtermToMaven() throws IOException, InterruptedException {
    endsAndLeavesTheDiskAsItWas("sigterm", (maven, testJvm) -> signal("TERM", "" + maven.pid()));
  }

  @Test
  void sigkillOfTheTestJvm() throws IOException, InterruptedException {
    endsAndLeavesTheDiskAsItWas(
        "sigkill-jvm", (maven, testJvm) -> signal("KILL", "" + testJvm.pid()));
  }

  @Test
  void sigkillOfTheWholeProcessGroup() throws IOException, InterruptedException {
    endsAndLeavesTheDiskAsItWas(
        "sigkill-group", (maven, testJvm) -> signal("KILL", "-" + maven.pid()));
  }
}
