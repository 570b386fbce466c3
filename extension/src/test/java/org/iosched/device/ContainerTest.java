package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a container's runtime sets up, made by hand: namespaces of its own, root without any
 * capability, sysfs read-only but for the bound folder of one queue.
 */
@Tag("root")
class ContainerTest {

  @TempDir Path temp;
  private Map<String, String> before = Map.of();
  private ClassesForAll classes;

  @BeforeEach
  void prepare() throws Exception {
    Machine.assumeLoops();
    for (String tool : List.of("unshare", "setpriv")) {
      assumeTrue(Machine.TOOLS.find(tool).isPresent(), "needs " + tool);
    }
    assumeTrue(
        Mount.holding(Host.real(), temp.toRealPath()).get().point().equals(Path.of("/")),
        "needs temporary files on the root file system, as a container has them");
    before = Machine.state(temp);
    classes = new ClassesForAll(temp);
  }

  @AfterEach
  void nothingIsLeft() {
    if (!before.isEmpty()) {
      assertThat(Machine.state(temp)).isEqualTo(before);
    }
  }

  /** Runs a class in a container; the last process of it lives on for {@code seconds}. */
  private List<String> container(String bind, int seconds, Class<?> main, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "--mount",
                "--uts",
                "--ipc",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
                "sh",
                "-c",
                "set -e; "
                    + (bind.isEmpty() ? "" : "mount --bind " + bind + " " + bind + "; ")
                    + "mount -o remount,ro,bind /sys; s=0; setpriv --bounding-set=-all"
                    + " --inh-caps=-all \"$@\" || s=$?; [ $s -ne 1 ] || exit 1; sleep "
                    + seconds
                    + "; exit $s",
                "sh"));
    command.addAll(classes.java(main, arguments));
    return command;
  }

  private List<String> look(LoopDisk disk, String bind) {
    List<String> command =
        container(bind, 0, LookingWithoutRoot.class, temp.toString(), disk.mounted.toString());
    return Machine.TOOLS
        .mustRun(command.get(0), command.subList(1, command.size()).toArray(String[]::new))
        .lines()
        .toList();
  }

  /** Starts a run that has switched the disk, and is held until it is ended. */
  private Process hold(LoopDisk disk) throws Exception {
    List<String> command =
        container(
            "/sys/block/" + disk.name() + "/queue",
            120,
            HoldingDevice.class,
            disk.mounted.toString(),
            temp.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    StringBuilder said = new StringBuilder();
    InputStream in = process.getInputStream();
    while (said.indexOf("ready") < 0) {
      int next = in.read();
      assertThat(next).as(said.toString()).isNotNegative();
      said.append((char) next);
    }
    return process;
  }

  @Test
  void theBoundFolderOfTheQueueIsEnough() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();

      assertThat(look(disk, "/sys/block/" + disk.name() + "/queue"))
          .contains("can switch: true", "missing: nothing", "active: none");

      assertThat(disk.settings()).isEqualTo(settings);
      assertThat(Machine.children(disk.mounted))
          .containsExactlyInAnyOrder(
              disk.mounted.resolve(".iosched"), disk.mounted.resolve("lost+found"));
    }
  }

  @Test
  void whatIsNotBoundIsToldWithTheArgumentThatBindsIt() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      QueueSettings settings = disk.settings();
      String folder = "/sys/block/" + disk.name() + "/queue";

      assertThat(look(disk, ""))
          .contains("can switch: false")
          .filteredOn(line -> line.startsWith("missing: "))
          .singleElement()
          .asString()
          .startsWith(
              "missing: /sys is mounted read-only, so no scheduler can be switched; start the"
                  + " container (known by ")
          .endsWith(") with `-v " + folder + ":" + folder + "`");
      assertThat(disk.settings()).isEqualTo(settings);
    }
  }

  @Test
  void afterSigkillTheWatchdogInsideRestores() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();
      Process container = hold(disk);
      try {
        assertThat(disk.settings().scheduler()).isEqualTo("bfq");
        Optional<ProcessHandle> jvm =
            container
                .descendants()
                .filter(child -> child.info().command().orElse("").endsWith("/java"))
                .findFirst();
        jvm.orElseThrow().destroyForcibly();
        assertThat(Machine.waitFor(() -> disk.settings().equals(settings), 10_000))
            .as("milliseconds until %s was restored from %s", disk.name(), disk.settings())
            .isNotNegative();
        Path journals = disk.mounted.resolve(".iosched");
        assertThat(Machine.waitFor(() -> Machine.children(journals).size() == 2, 10_000))
            .as("milliseconds until the journal was deleted")
            .isNotNegative();
      } finally {
        end(container);
      }
    }
  }

  @Test
  void aContainerThatIsKilledAsAWholeIsRecoveredByTheNext() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();
      String folder = "/sys/block/" + disk.name() + "/queue";
      Process container = hold(disk);
      try {
        List<String> second =
            container(
                folder, 0, LookingWithoutRoot.class, temp.toString(), disk.mounted.toString());
        assertThat(
                Machine.TOOLS
                    .run(second.get(0), second.subList(1, second.size()).toArray(String[]::new))
                    .out())
            .contains(
                disk.mounted
                    + " is in use by another run, perhaps of another container (it has locked ");
      } finally {
        end(container);
      }
      assertThat(disk.settings()).isNotEqualTo(settings);

      assertThat(look(disk, folder))
          .contains("can switch: true")
          .anyMatch(
              line ->
                  line.matches("recovered: the run of pid \\d+, started .*, was killed and .*"));

      assertThat(disk.settings()).isEqualTo(settings);
      assertThat(Machine.children(disk.mounted))
          .containsExactlyInAnyOrder(
              disk.mounted.resolve(".iosched"), disk.mounted.resolve("lost+found"));
    }
  }

  @Test
  void aForgedJournalIsFollowedOnlyOnThisDiskAndInThisDirectory() throws Exception {
    try (LoopDisk disk = new LoopDisk(temp)) {
      Path directory = disk.queue().directory().toRealPath();
      Path place = Files.createDirectory(disk.mounted.resolve(".iosched"));
      Host host = Host.real();
      String mine = "put\t" + directory + "/diskseq\t-\t" + directory + "/queue";

      assertThat(believed(host, place, mine + "/scheduler\tnone"))
          .contains(mine + "/scheduler\tnone");
      assertThat(believed(host, place, mine + "/iosched/low_latency\t1")).isPresent();
      assertThat(believed(host, place, mine + "/../../vda/queue/scheduler\tnone")).isEmpty();
      assertThat(believed(host, place, mine.replace(directory + "/queue", "/etc/passwd") + "\tx"))
          .isEmpty();
      assertThat(believed(host, place, "delete\t/elsewhere/iosched-0badf00d"))
          .contains("delete\t" + disk.mounted + "/iosched-0badf00d");
      assertThat(believed(host, place, "delete\t/etc/..")).isEmpty();
      for (String line :
          List.of(
              "end\t0badf00d\t-",
              "groups\t/x/iosched-",
              "unmount\t/",
              "detach\t/img",
              "journal\t/etc/passwd")) {
        assertThat(believed(host, place, line)).isEmpty();
      }
    }
  }

  private static Optional<String> believed(Host host, Path place, String line) {
    return Undo.parse(line).flatMap(undo -> Container.believed(host, place, undo)).map(Undo::line);
  }

  private static void end(Process container) throws InterruptedException {
    container.destroyForcibly();
    assertThat(container.waitFor(10, TimeUnit.SECONDS)).isTrue();
    // With its first process the kernel ends all that were in it.
    assertThat(
            Machine.waitFor(
                () -> Machine.TOOLS.run("pgrep", "-f", "HoldingDevice").out().isEmpty(), 10_000))
        .isNotNegative();
  }
}
