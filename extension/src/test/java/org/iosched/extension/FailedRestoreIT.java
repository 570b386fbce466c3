package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.iosched.device.LeavesNothing;
import org.iosched.device.LoopDisk;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A build whose disk cannot be put back fails, and says how it is done; the next one does it. */
@Tag("root")
final class FailedRestoreIT extends LeavesNothing {

  private static SmallProject project(String lastly) throws IOException {
    return SmallProject.of(
        "failed-restore",
        Map.of(
            "ShortTest.java",
            """
            import org.iosched.extension.*;
            import org.iosched.workload.Workspace;
            import org.junit.jupiter.api.AfterAll;

            @Schedulers({"none", "bfq"})
            class ShortTest {
              @BenchmarkTest(rounds = 1)
              void sleeps(Workspace dir) {
                dir.exec("sleep", "0.01");
              }

              @AfterAll
              static void lastly() throws Exception {
                %s
              }
            }
            """
                .formatted(lastly)));
  }

  private static SmallProject.Build build(SmallProject project, LoopDisk disk)
      throws IOException, InterruptedException {
    return project.mvn("test", "-Diosched.device=" + disk.mounted, "-Diosched.image.size=64m");
  }

  @Test
  void itFailsTheBuildAndTheCommandsAreSeenOnce() throws IOException, InterruptedException {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      String state = disk.state();
      Path queue =
          Path.of("/sys/block").resolve(disk.node.getFileName()).toRealPath().resolve("queue");
      try {
        SmallProject.Build build =
            build(
                project(
                    """
                    new ProcessBuilder("mount", "--bind", "%1$s", "%1$s").start().waitFor();
                    new ProcessBuilder("mount", "-o", "remount,bind,ro", "%1$s").start().waitFor();
                    """
                        .formatted(queue)),
                disk);

        String command = "    echo 'mq-deadline' > " + queue + "/scheduler\n";
        assertThat(build.status()).as(build.output()).isNotZero();
        assertThat(build.output())
            .contains("could not be set back to mq-deadline as it was (the kernel refused ")
            .containsOnlyOnce(command);
        assertThat(disk.state()).isNotEqualTo(state);
      } finally {
        unmount(queue);
      }
      SmallProject.Build next = build(project(""), disk);
      assertThat(next.output())
          .contains("done for it now: " + disk.node.getFileName() + " has mq-deadline, ");
      assertThat(next.status()).as(next.output()).isZero();
      assertThat(disk.state()).isEqualTo(state);
      assertThat(List.of(disk.mounted.toFile().list())).containsExactly("lost+found");
    }
  }

  private static void unmount(Path queue) throws IOException, InterruptedException {
    for (int tries = 0; isMounted(queue) && tries < 10; tries++) {
      int unused = new ProcessBuilder("umount", "-l", queue.toString()).start().waitFor();
    }
  }

  private static boolean isMounted(Path queue) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
        .anyMatch(line -> line.contains(" " + queue + " "));
  }
}
