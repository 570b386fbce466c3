package org.iosched.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.iosched.device.Machine;
import org.iosched.workload.bonnie.Bonnie;
import org.iosched.workload.command.Command;
import org.iosched.workload.dd.Dd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits the memory of programs, on this machine's cgroups and on made-up ones. */
final class MemoryLimitTest {

  private static final Path PROC = Path.of("/proc");

  @TempDir Path temp;
  private Workspace workspace;

  private final List<MemoryLimit> opened = new ArrayList<>();

  @AfterEach
  void closeLimits() {
    opened.forEach(MemoryLimit::close);
  }

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspaces.in(temp);
  }

  @Test
  void withoutALimitProgramsRunAsTheyAre() throws InterruptedException {
    MemoryLimit none = MemoryLimit.of(Optional.empty(), temp);
    assertThat(none.missing()).isEmpty();
    none.open();
    assertThat(none.run(workspace, List.of("sh", "-c", "echo $LC_ALL")).out()).isEqualTo("C\n");
    none.close();
    none.close();
  }

  @Test
  void tooLittleIsRefused() {
    assertThatThrownBy(() -> MemoryLimit.of(Optional.of(1L << 20)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a memory limit of 1048576 bytes leaves no room for the program itself; give it 16 MiB"
                + " or more.");
  }

  @Test
  void withVersionOneGroupsAreMadeBelowTheOwnOne() throws IOException {
    Path mount = temp.resolve("memory");
    Files.createDirectories(mount.resolve("jobs/7"));
    machine(
        "35 31 0:32 / " + mount + " rw,relatime - cgroup cgroup rw,memory\n",
        "5:cpu,cpuacct:/\n4:memory:/jobs/7\n0::/\n");
    assertThat(MemoryHierarchy.find(temp))
        .contains(new MemoryHierarchy(mount.resolve("jobs/7"), false));
  }

  @Test
  void aContainerSeesItsOwnGroupAsTheRoot() throws IOException {
    Path mount = Files.createDirectories(temp.resolve("memory"));
    machine(
        "35 31 0:32 /docker/abc " + mount + " rw - cgroup cgroup rw,memory\n",
        "4:memory:/docker/abc\n");
    assertThat(MemoryHierarchy.find(temp)).contains(new MemoryHierarchy(mount, false));
  }

  @Test
  void withVersionTwoGroupsAreMadeWhereTheControllerIsHandedOn() throws IOException {
    Path mount = temp.resolve("unified");
    Path own = Files.createDirectories(mount.resolve("user.slice/session-1.scope"));
    put(own.resolve("cgroup.subtree_control"), "\n");
    put(mount.resolve("user.slice/cgroup.subtree_control"), "cpu memory pids\n");
    put(mount.resolve("cgroup.subtree_control"), "cpu memory\n");
    machine(
        "30 23 0:26 / " + mount + " rw shared:4 - cgroup2 cgroup2 rw\n",
        "0::/user.slice/session-1.scope\n");
    assertThat(MemoryHierarchy.find(temp))
        .contains(new MemoryHierarchy(mount.resolve("user.slice"), true));
    MemoryGroup group =
        MemoryGroup.make(new MemoryHierarchy(givenFiles(mount), true), "g", 64L << 20);
    assertThat(mount.resolve("made/g/memory.max")).hasContent("67108864");
    assertThat(mount.resolve("made/g/memory.swap.max")).hasContent("0");
    put(mount.resolve("made/g/memory.events"), "oom 1\noom_kill 0\n");
    assertThat(group.overran()).isFalse();
    put(mount.resolve("made/g/memory.events"), "oom 1\noom_kill 2\n");
    assertThat(group.overran()).isTrue();
  }

  /** Makes the files that the kernel makes with a group of version 2. */
  private static Path givenFiles(Path mount) throws IOException {
    Path parent = mount.resolve("made");
    put(parent.resolve("g/memory.max"), "max\n");
    put(parent.resolve("g/memory.swap.max"), "max\n");
    return parent;
  }

  @Test
  void aMachineWithoutTheControllerIsSaid() throws IOException {
    Path mount = temp.resolve("unified");
    put(mount.resolve("cgroup.subtree_control"), "cpu\n");
    machine("30 23 0:26 / " + mount + " rw - cgroup2 cgroup2 rw\nnonsense\n", "0::/\nnonsense\n");
    MemoryLimit limit = MemoryLimit.of(Optional.of(64L << 20), temp);
    assertThat(limit.missing())
        .contains(
            "the workload's memory cannot be limited, since no cgroup hands the memory controller on"
                + " to groups of this build; run it outside of a container, or leave the memory"
                + " limit out and make the workload twice as large as the memory.");
    assertThatThrownBy(limit::open)
        .isInstanceOf(ExecException.class)
        .hasMessageStartingWith("the workload's memory cannot be limited");
    limit.close();
  }

  @Test
  void nothingRunsOutsideOfALimitThatIsNotOpen() {
    MemoryLimit limit = MemoryLimit.of(Optional.of(64L << 20), temp);
    assertThatThrownBy(() -> limit.run(workspace, List.of("touch", "ran")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> limit.exec(workspace, List.of("touch", "ran")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(workspace.directory()).isEmptyDirectory();
  }

  @Test
  void whatTakesTooLongIsToldToWhoeverWroteTheWorkload() {
    MemoryLimit none = MemoryLimit.of(Optional.empty(), temp);
    Duration little = Duration.ofMillis(50);
    List<String> sleep = List.of("sleep", "60");
    String message =
        "sleep 60 was ended after 0.05 s, which is the longest that it may run; make the workload"
            + " smaller, or see in the last lines whether it hangs. Last lines of ";
    assertThatThrownBy(() -> none.exec(workspace, little, sleep))
        .isInstanceOf(ExecException.class)
        .hasMessageStartingWith(message);
    assertThatThrownBy(() -> none.run(workspace, little, sleep))
        .isInstanceOf(ExecException.class)
        .hasMessageStartingWith(message);
    assertThatThrownBy(() -> workspace.exec(little, "sleep", "60"))
        .isInstanceOf(ExecException.class)
        .hasMessageStartingWith(
            "sleep 60 was ended after 0.05 s; give exec a longer timeout if it needs more. Last");
  }

  /** Neither making nor removing it is for the clock, which stops between run and close. */
  @Test
  @Tag("root")
  void theGroupIsThereFromOpenToClose() throws InterruptedException {
    MemoryLimit limit = real(64);
    assertThat(groups()).isEmpty();
    limit.open();
    assertThat(groups()).hasSize(1);
    List<Path> opened = groups();
    limit.exec(workspace, List.of("true"));
    limit.run(workspace, List.of("true"));
    assertThat(groups()).isEqualTo(opened);
    limit.open();
    assertThat(groups()).hasSize(1).isNotEqualTo(opened);
    limit.close();
    assertThat(groups()).isEmpty();
    limit.close();
  }

  @Test
  @Tag("root")
  void aPreparationThatFailsLeavesNoGroup() throws IOException {
    real(64);
    Files.writeString(workspace.directory().resolve("sub"), "in the way");
    List<Tool> tools =
        List.of(
            Command.of("true", Optional.of("exit 3"), Optional.of(64L << 20)),
            Dd.parse("if=/dev/zero of=sub/file count=1", Optional.of(64L << 20)),
            Bonnie.parse("-s 0 -n 1 -u no-such-user", Optional.of(64L << 20)));
    for (Tool tool : tools) {
      assertThatThrownBy(() -> tool.prepare(workspace)).isInstanceOf(ExecException.class);
      assertThat(groups()).isEmpty();
      tool.after();
    }
  }

  @Test
  @Tag("root")
  void everyToolOpensItsLimitBeforeTheClockAndClosesItAfter() throws Exception {
    real(64);
    List<Tool> tools =
        List.of(
            Command.of("true", Optional.empty(), Optional.of(64L << 20)),
            Dd.parse("if=/dev/zero of=file count=1", Optional.of(64L << 20)),
            Bonnie.parse("-s 0 -n 1", Optional.of(64L << 20)));
    for (Tool tool : tools) {
      tool.prepare(workspace);
      assertThat(groups()).as(tool.text()).hasSize(1);
      if (tool.missing().isEmpty()) {
        tool.run(workspace, workspace.directory());
      }
      assertThat(groups()).as(tool.text()).hasSize(1);
      tool.after();
      assertThat(groups()).as(tool.text()).isEmpty();
    }
  }

  @Test
  @Tag("root")
  void thePageCacheIsWithinTheLimit() throws InterruptedException {
    MemoryLimit limit = real(32);
    limit.open();
    // Twice the limit is written and stays in no cache.
    ProgramOutput output =
        limit.run(
            workspace,
            List.of(
                "sh",
                "-c",
                "dd if=/dev/zero of=f bs=1M count=64 conv=fsync && cat /proc/self/cgroup"));
    assertThat(output.status()).as(output.err()).isZero();
    assertThat(output.out()).contains("iosched-memory-" + ProcessHandle.current().pid() + "-");
    limit.close();
    assertThat(groups()).isEmpty();
  }

  @Test
  @Tag("root")
  void aProgramThatNeedsMoreIsEndedAndSaid() throws InterruptedException {
    MemoryLimit limit = real(16);
    limit.open();
    List<String> greedy = List.of("sh", "-c", "head -c 200M /dev/zero | tail -n 1 | wc -c; exit 1");
    String message =
        String.join(" ", greedy)
            + " was ended by the kernel, since 16 MiB are too little memory for it; give it a"
            + " larger limit.";
    assertThatThrownBy(() -> limit.run(workspace, greedy))
        .isInstanceOf(ExecException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> limit.exec(workspace, greedy))
        .isInstanceOf(ExecException.class)
        .hasMessage(message);
    limit.close();
    assertThat(groups()).isEmpty();
  }

  @Test
  @Tag("root")
  void failuresNameTheCommandAlone() {
    MemoryLimit limit = real(64);
    limit.open();
    assertThatThrownBy(() -> limit.exec(workspace, List.of("sh", "-c", "exit 3")))
        .isInstanceOf(ExecException.class)
        .hasMessageStartingWith("sh -c exit 3 ended with status 3.");
    assertThatThrownBy(() -> limit.run(workspace, Duration.ofMillis(50), List.of("sleep", "60")))
        .isInstanceOf(ExecException.class)
        .hasMessageStartingWith("sleep 60 was ended after 0.05 s");
    limit.close();
    assertThat(groups()).isEmpty();
  }

  @Test
  @Tag("root")
  void whatAProgramLeavesRunningEndsWithItsGroup() throws InterruptedException {
    MemoryLimit limit = real(64);
    limit.open();
    ProgramOutput output =
        limit.run(
            workspace, List.of("sh", "-c", "setsid sleep 300 >/dev/null 2>&1 & echo $!; exit 5"));
    assertThat(output.status()).isEqualTo(5);
    long pid = Long.parseLong(output.out().strip());
    assertThat(ProcessHandle.of(pid)).as("until the clock has stopped").isPresent();
    limit.close();
    assertThat(Machine.waitFor(() -> ProcessHandle.of(pid).isEmpty(), 10_000)).isNotNegative();
    assertThat(groups()).isEmpty();
  }

  @Test
  @Tag("root")
  void emptyGroupsOfDeadProcessesAreRemoved() throws IOException, InterruptedException {
    MemoryLimit limit = real(64);
    Path parent = MemoryHierarchy.find(PROC).orElseThrow().parent();
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Path left = Files.createDirectory(parent.resolve("iosched-memory-" + ended.pid() + "-1"));
    limit.open();
    assertThat(left).doesNotExist();
  }

  private MemoryLimit real(int mebibytes) {
    MemoryLimit limit = MemoryLimit.of(Optional.of((long) mebibytes << 20));
    assumeTrue(limit.missing().isEmpty(), () -> limit.missing().orElse(""));
    opened.add(limit);
    return limit;
  }

  /** Returns this process's groups. */
  private static List<Path> groups() {
    try (Stream<Path> found = Files.list(MemoryHierarchy.find(PROC).orElseThrow().parent())) {
      String prefix = "iosched-memory-" + ProcessHandle.current().pid() + "-";
      return found.filter(path -> path.getFileName().toString().startsWith(prefix)).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void machine(String mounts, String groups) throws IOException {
    put(temp.resolve("self/mountinfo"), mounts);
    put(temp.resolve("self/cgroup"), groups);
  }

  private static void put(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }
}
