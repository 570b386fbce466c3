package org.iosched.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last 5% of a file system are not filled, and no link is followed out of the workspace. */
class RoomTest {

  @TempDir Path temp;

  @AfterEach
  void unmount() throws Exception {
    if (Files.exists(temp.resolve("small"))) {
      new ProcessBuilder("umount", "-l", temp.resolve("small").toString()).start().waitFor();
    }
  }

  private Workspace small() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to mount");
    Path small = Files.createDirectory(temp.resolve("small"));
    int status =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64m", "none", small.toString())
            .start()
            .waitFor();
    assumeTrue(status == 0, "needs a tmpfs");
    return new Workspace(small, temp.resolve("log"), ProcessBuilder::start);
  }

  @Test
  void fivePercentStayFree() {
    assertThat(new Room(100, 1000).possibleBytes()).isEqualTo(50);
    assertThat(new Room(40, 1000).possibleBytes()).isNegative();
  }

  @Test
  @Tag("root")
  void aCommandThatFillsTheFileSystemIsEnded() throws Exception {
    Workspace workspace = small();
    // Slow before the end, so that a slow look still comes before it.
    String fill =
        "head -c 57000000 /dev/zero > big; i=0; while [ $i -lt 200 ]; do"
            + " head -c 262144 /dev/zero >> big; sleep 0.2; i=$((i+1)); done";
    try (RoomWatch room = RoomWatch.over(workspace.directory())) {
      assertThatThrownBy(
              () -> {
                try {
                  workspace.exec(Duration.ofSeconds(60), "sh", "-c", fill);
                } catch (ExecException e) {
                  throw room.explained(e);
                }
              })
          .isInstanceOf(ExecException.class)
          .hasMessageStartingWith(
              "the workload was ended, since in " + workspace.directory() + " only ")
          .hasMessageContaining("of 64 MiB are free and 5% of a file system stay so");
    }
    assertThat(Thread.interrupted()).isFalse();
    workspace.endLeftovers();
    assertThat(Files.size(workspace.directory().resolve("big"))).isLessThan(64L << 20);
  }

  @Test
  @Tag("root")
  void aBodyThatFillsItIsFoundOutAtItsEnd() throws Exception {
    Workspace workspace = small();
    try (RoomWatch room = RoomWatch.over(workspace.directory())) {
      Files.write(workspace.directory().resolve("big"), new byte[62 << 20]);
      assertThatThrownBy(room::check).hasMessageContaining("the workload was ended");
    }
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aWorkloadThatFailsByItselfIsToldAsItIs() throws IOException {
    try (RoomWatch room = RoomWatch.over(temp)) {
      ExecException failure = new ExecException("it failed");
      assertThat(room.explained(failure)).isSameAs(failure);
      room.check();
    }
  }

  @Test
  void aLinkThatLeadsOutIsNotFollowed() throws Exception {
    Path directory = Files.createDirectory(temp.resolve("workspace"));
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Workspace workspace = new Workspace(directory, temp.resolve("log"), ProcessBuilder::start);
    Files.createSymbolicLink(directory.resolve("out"), outside);
    Files.createSymbolicLink(directory.resolve("gone"), temp.resolve("nowhere"));
    Files.createDirectory(directory.resolve("d"));
    Files.createSymbolicLink(directory.resolve("in"), Path.of("d"));
    for (String name : new String[] {"out", "out/file", "gone", "gone/deeper"}) {
      assertThatThrownBy(() -> workspace.resolve(name))
          .isInstanceOf(ExecException.class)
          .hasMessageContaining("is a link that leads out of " + directory);
    }
    assertThat(workspace.resolve("in/file")).isEqualTo(directory.resolve("in/file"));
    assertThat(workspace.resolve("d/new/file")).isEqualTo(directory.resolve("d/new/file"));
    assertThat(outside).isEmptyDirectory();
  }
}
