package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The user nobody switches a loop device through the real sudo, and has it restored. */
@Tag("root")
class SudoTest {

  private static final Path FOLDER = Path.of("/etc/sudoers.d");
  private static final Path SUDOERS = FOLDER.resolve("iosched-junit-test");

  @TempDir Path temp;
  private Map<String, String> before = Map.of();
  private ClassesForAll classes;

  @BeforeEach
  void nobodyMayDoNothing() throws Exception {
    Machine.assumeLoops();
    for (String tool : List.of("sudo", "visudo", "setpriv")) {
      assumeTrue(Machine.TOOLS.find(tool).isPresent(), "needs " + tool);
    }
    assumeTrue(Files.isDirectory(FOLDER), "needs " + FOLDER);
    before = Machine.state(temp);
    Files.deleteIfExists(SUDOERS);
    classes = new ClassesForAll(temp);
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    Files.deleteIfExists(SUDOERS);
    if (!before.isEmpty()) {
      assertThat(Machine.state(temp)).isEqualTo(before);
    }
  }

  private LoopDisk disk() throws IOException {
    LoopDisk disk = new LoopDisk(temp);
    Files.setPosixFilePermissions(disk.mounted, PosixFilePermissions.fromString("rwxrwxrwx"));
    return disk;
  }

  private static void allow(List<String> lines) throws IOException {
    Path draft = Files.writeString(FOLDER.resolve("iosched-junit-test~"), text(lines));
    try {
      Machine.TOOLS.mustRun("visudo", "-cf", draft.toString());
      Machine.TOOLS.mustRun("install", "-m", "440", draft.toString(), SUDOERS.toString());
    } finally {
      Files.delete(draft);
    }
  }

  private static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  private List<String> look(LoopDisk disk) {
    List<String> command =
        classes.javaAsNobody(LookingWithoutRoot.class, temp.toString(), disk.mounted.toString());
    return Machine.TOOLS
        .mustRun(command.get(0), command.subList(1, command.size()).toArray(String[]::new))
        .lines()
        .toList();
  }

  /** Returns the lines for sudoers as the account prints them. */
  private static List<String> sudoers(List<String> said) {
    return said.stream().filter(line -> line.startsWith("    ")).map(String::strip).toList();
  }

  private void refused(LoopDisk disk, List<String> lines, String file, String reason)
      throws Exception {
    allow(lines);
    QueueSettings settings = disk.settings();
    assertThat(look(disk))
        .contains("can switch: false")
        .filteredOn(line -> line.startsWith("missing: "))
        .singleElement()
        .asString()
        .startsWith("missing: this process (user nobody) may not write ")
        .contains("/queue/" + file)
        .contains(", and " + reason + "; run it under sudo (");
    assertThat(disk.settings()).isEqualTo(settings);
  }

  @Test
  void withTheLinesOfTheAccountItSwitchesAndRestores() throws Exception {
    try (LoopDisk disk = disk()) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();
      List<String> account = look(disk);
      assertThat(account).contains("can switch: false");
      allow(sudoers(account));

      assertThat(look(disk)).contains("can switch: true", "active: none", "cold: yes");

      assertThat(disk.settings()).isEqualTo(settings);
    }
  }

  private void ended(String signal) throws Exception {
    try (LoopDisk disk = disk()) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();
      allow(sudoers(look(disk)));
      List<String> command =
          classes.javaAsNobody(HoldingDevice.class, disk.mounted.toString(), temp.toString());
      try (HoldingDevice.Run run = new HoldingDevice.Run(command)) {
        assertThat(disk.settings().scheduler()).isEqualTo("bfq");
        assertThat(disk.settings().tunables()).containsEntry("low_latency", "0");
        run.signal(signal);
        assertThat(Machine.waitFor(() -> !run.process.isAlive(), 20_000)).isNotNegative();
        assertThat(Machine.waitFor(() -> disk.settings().equals(settings), 10_000))
            .as("milliseconds until %s was restored from %s", disk.name(), disk.settings())
            .isNotNegative();
        assertThat(
                Machine.waitFor(() -> Machine.children(temp.resolve("state")).size() == 1, 10_000))
            .as("milliseconds until the journal was deleted")
            .isNotNegative();
      }
      assertThat(disk.settings()).isEqualTo(settings);
    }
  }

  @Test
  void afterSigkillTheWatchdogRestoresThroughSudo() throws Exception {
    ended("KILL");
  }

  @Test
  void afterSigtermTheRunRestoresThroughSudo() throws Exception {
    ended("TERM");
  }

  @Test
  void whatSudoDoesNotAllowIsToldAndNothingIsSwitched() throws Exception {
    try (LoopDisk disk = disk()) {
      disk.setUpUnusually();
      List<String> lines = sudoers(look(disk));
      String without = "sudo does not allow it without a password";

      refused(
          disk,
          lines.stream().filter(line -> !line.endsWith("/nr_requests")).toList(),
          "nr_requests",
          without);
      refused(
          disk,
          lines.stream().filter(line -> !line.endsWith("/fifo_batch")).toList(),
          "iosched/fifo_batch, which the kernel makes anew and root's with each switch",
          without);
      // Sudo's list names these all the same, since another command takes no password.
      List<String> asking = new ArrayList<>(List.of("nobody ALL=(root) NOPASSWD: /usr/bin/true"));
      lines.forEach(line -> asking.add(line.replace("NOPASSWD: ", "")));
      refused(disk, asking, "scheduler", without);
      List<String> terminal = new ArrayList<>(List.of("Defaults:nobody requiretty"));
      terminal.addAll(lines);
      refused(
          disk,
          terminal,
          "scheduler",
          "sudo wants a terminal (requiretty), which what restores after a crash has not");
    }
  }

  @Test
  void chownIsEnoughWhereThereAreNoTunablesToPutBack() throws Exception {
    try (LoopDisk disk = disk()) {
      String folder = disk.queue().directory().toRealPath() + "/queue";
      try {
        String chown =
            look(disk).stream()
                .filter(line -> line.contains("sudo chown nobody "))
                .findFirst()
                .get();
        Machine.TOOLS.mustRun("sh", "-c", chown.substring(chown.indexOf("chown nobody")));
        QueueSettings settings = disk.settings();
        assertThat(look(disk)).contains("can switch: true");
        assertThat(disk.settings()).isEqualTo(settings);

        disk.setUpUnusually();
        Machine.TOOLS.mustRun("chown", "-R", "nobody", folder + "/iosched");
        assertThat(look(disk))
            .contains("can switch: false")
            .anyMatch(
                line -> line.startsWith("(c) chown does not help here: the kernel makes the"));
      } finally {
        // The kernel keeps the files of a loop device that is detached, and their owners.
        Machine.TOOLS.mustRun("chown", "-R", "root", folder);
      }
    }
  }

  @Test
  void separatorsAndWildcardsOfSudoersAreEscaped() throws Exception {
    Path odd = Files.createDirectories(temp.resolve("pci0000:00,a=b\\c/cciss!c0d0 *?[x]#1"));
    Path file = Files.writeString(odd.resolve("scheduler"), "none");
    allow(Sudoers.lines(new User("nobody", 65534), List.of(file)));

    assertThat(as("sudo", "-n", "-l", Sudo.TEE, file.toString())).isZero();
    String star = file.toString().replace("*", "xyz");
    assertThat(as("sudo", "-n", "-l", Sudo.TEE, star)).isNotZero();
  }

  private static int as(String... command) throws Exception {
    List<String> all =
        new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    all.addAll(List.of(command));
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).as(said).isTrue();
    return process.exitValue();
  }
}
