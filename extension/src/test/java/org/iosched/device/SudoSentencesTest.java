package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said when sudo does not do it, and which lines make it do it. */
class SudoSentencesTest {

  @TempDir Path temp;

  private Sudo sudo(String script) throws Exception {
    Path fake = Files.writeString(temp.resolve("sudo"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Sudo(new Tools(List.of(temp, Path.of("/usr/bin"), Path.of("/bin"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sudo: a password is required | sudo does not allow it without a password
          sudo: sorry, you must have a tty to run sudo | sudo wants a terminal (requiretty), which what restores after a crash has not
          Sorry, user a is not allowed to execute '/usr/bin/tee /x' as root on vm. | sudo does not allow it
          sudo: effective uid is not 0, is sudo installed setuid root? | sudo says: effective uid is not 0, is sudo installed setuid root?
          /usr/bin/tee: /sys/x: Read-only file system | root may not write it either (Read-only file system)
          """)
  void whatSudoSaid(String said, String sentence) {
    assertThat(Sudo.sentence(said)).isEqualTo(sentence);
  }

  @Test
  void aMissingSudo() {
    assertThat(new Sudo(new Tools(List.of(temp))).refusal(temp))
        .contains("there is no sudo on the PATH");
  }

  @Test
  void aSudoThatHangsIsWaitedForOnce() throws Exception {
    Sudo hangs = sudo("echo x >>" + temp.resolve("calls") + "; exec sleep 60");
    for (String file : List.of("a", "b", "c")) {
      assertThat(hangs.refusal(temp.resolve(file))).contains("sudo does not answer within 5 s");
    }
    assertThat(temp.resolve("calls")).hasContent("x");
  }

  @Test
  void whatTheKernelRefusesIsToldAsFromAPlainWrite() throws Exception {
    Sudo busy =
        sudo(
            "case $* in *-k*) ;; *) echo '/usr/bin/tee: /x: Device or resource busy' >&2; exit 1 ;; esac");
    assertThat(busy.refusal(Path.of("/x"))).isEmpty();
    assertThatThrownBy(() -> busy.write(Path.of("/x"), "bfq"))
        .isNotInstanceOf(AccessDeniedException.class)
        .hasMessage("/x: Device or resource busy");
  }

  @Test
  void theValueIsTheInputAndTheFileTheOnlyArgument() throws Exception {
    Path out = temp.resolve("out");
    Sudo notes = sudo("echo \"$*:$(cat)\" >>" + out);
    notes.write(Path.of("/sys/x"), "mq-deadline");
    notes.write(Path.of("/sys/x"), "bfq");
    assertThat(out)
        .hasContent(
            "-n -k /usr/bin/tee /sys/x:\n-n /usr/bin/tee /sys/x:mq-deadline\n-n /usr/bin/tee /sys/x:bfq");
  }

  @Test
  void theAccountNamesEveryFileAndEveryWay() {
    FakeMachine machine = new FakeMachine(temp);
    Path disk = machine.disk("sda", "none [mq-deadline] kyber");
    BlockQueue queue = new BlockQueue(machine, disk);
    Map<Path, String> refused = new LinkedHashMap<>();
    refused.put(queue.schedulerFile(), "there is no sudo on the PATH");
    refused.put(queue.attributeFile(QueueAttribute.NR_REQUESTS), "there is no sudo on the PATH");

    MissingRights missing =
        MissingRights.of(new User("alice", 1000), List.of(queue), refused, machine.host().proc());

    assertThat(missing.sentence())
        .isEqualTo(
            "this process (user alice) may not write "
                + disk
                + "/queue/scheduler and 1 other file, and there is no sudo on the PATH; run it under"
                + " sudo (`sudo mvn test …`), or give the right in one of the ways that the run"
                + " prints when it starts (see docs/rights.md)");
    assertThat(missing.remedies())
        .contains(
            "(a) run it all as root: sudo mvn test …",
            "    alice ALL=(root) NOPASSWD: /usr/bin/tee " + disk + "/queue/scheduler",
            "    alice ALL=(root) NOPASSWD: /usr/bin/tee "
                + disk
                + "/queue/iosched/prio_aging_expire",
            "    alice ALL=(root) NOPASSWD: /usr/bin/tee " + disk + "/queue/iosched/write_lat_nsec",
            "(c) chown does not help here: the kernel makes the tunables of mq-deadline of sda anew"
                + " and root's with each switch, so they could not be put back")
        .noneMatch(line -> line.contains("low_latency") || line.contains("*"));
  }

  @Test
  void aUserWhoseNameWouldHaveToBeEscapedIsNamedByNumber() {
    User odd = new User("DOMAIN\\a b", 1234);
    assertThat(Sudoers.lines(odd, List.of(Path.of("/sys/pci0000:00/a"))))
        .containsExactly("#1234 ALL=(root) NOPASSWD: /usr/bin/tee /sys/pci0000\\:00/a");
    assertThat(odd.inShell()).isEqualTo("1234");
  }
}
