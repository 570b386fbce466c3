package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuspectsTest {

  private static final QueueChange SCHEDULER =
      new QueueChange("sda", "scheduler", "mq-deadline", "none");

  @TempDir private Path root;
  private Suspects suspects;

  @BeforeEach
  void aMachine() {
    suspects = Suspects.on(new FakeMachine(root).host());
  }

  private Path file(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private String found(QueueChange... changes) {
    return suspects.sentence(List.of(changes));
  }

  @Test
  void aRuleThatSetsTheSchedulerIsNamedWithItsLine() throws IOException {
    Path rules =
        file(
            "etc/udev/rules.d/60-ssd.rules",
            """
            # ATTR{queue/scheduler}="mq-deadline"
            ACTION=="add", ATTR{queue/scheduler}=="mq-deadline", TAG+="x"
            ACTION=="add|change", KERNEL=="sd[a-z]|nvme*", ATTR{queue/scheduler}="mq-deadline"
            ACTION=="add|change", KERNEL=="sdb", ATTR{queue/scheduler}="mq-deadline"
            """);

    assertThat(found(SCHEDULER))
        .isEqualTo(rules + " line 3 sets it: change or mask that rule, then run again");
  }

  @Test
  void onlyTheLinesThatMaySetTheValueThatWasFoundAreNamed() throws IOException {
    Path rules =
        file(
            "usr/lib/udev/rules.d/60-io.rules",
            """
            ATTR{queue/rotational}=="1", ATTR{queue/scheduler}="bfq"
            ATTR{queue/rotational}=="0", ATTR{queue/scheduler}="mq-deadline"
            """);

    assertThat(found(SCHEDULER)).startsWith(rules + " line 2 sets it: ");
    assertThat(found(new QueueChange("sda", "scheduler", "kyber", "none")))
        .startsWith("no udev rule and no tuned profile that sets it was found");
    assertThat(found(new QueueChange("sda", "scheduler", "none", "none")))
        .isEqualTo(
            rules + " line 1 and " + rules + " line 2 set it: change or mask them, then run again");
  }

  @Test
  void aLineWithAWordThatTheKernelTranslatesStaysASuspect() throws IOException {
    Path rules = file("etc/udev/rules.d/60-io.rules", "ATTR{queue/scheduler}=\"deadline\"\n");

    assertThat(found(SCHEDULER)).startsWith(rules + " line 1 sets it: ");
  }

  @Test
  void aFileInEtcHidesTheOneOfItsName() throws IOException {
    file("usr/lib/udev/rules.d/60-io.rules", "ATTR{queue/scheduler}=\"mq-deadline\"\n");
    file("etc/udev/rules.d/60-io.rules", "");

    assertThat(found(SCHEDULER))
        .isEqualTo(
            "no udev rule and no tuned profile that sets it was found, so look for a program that"
                + " does, end it, then run again");
  }

  @Test
  void attributesTunablesAndCommandsAreFound() throws IOException {
    Path rules =
        file(
            "lib/udev/rules.d/61.rules",
            """
            ATTR{queue/nr_requests}="64"
            ATTR{queue/iosched/fifo_batch}="1"
            RUN+="/bin/sh -c 'echo 1 > /sys%p/device/queue_depth'"
            """);
    Path tmpfiles =
        file("etc/tmpfiles.d/io.conf", "w /sys/block/sda/queue/read_ahead_kb - - - - 64\n");

    assertThat(found(new QueueChange("sda", "nr_requests", "64", "256")))
        .startsWith(rules + " line 1 ");
    assertThat(found(new QueueChange("sda", "fifo_batch", "1", "16")))
        .startsWith(rules + " line 2 ");
    assertThat(found(new QueueChange("sda", "queue_depth", "1", "32")))
        .startsWith(rules + " line 3 ");
    assertThat(found(new QueueChange("sda", "read_ahead_kb", "64", "128")))
        .startsWith(tmpfiles + " line 1 ");
  }

  @Test
  void theActiveProfileOfTunedAndThoseItIncludesAreLookedAt() throws IOException {
    file("etc/tuned/active_profile", "mine\n");
    Path mine =
        file("etc/tuned/profiles/mine/tuned.conf", "[main]\ninclude=base\n[disk]\nreadahead=64\n");
    Path base =
        file(
            "usr/lib/tuned/base/tuned.conf",
            "[main]\ninclude=mine\n[disk]\nelevator = mq-deadline\n");
    file("usr/lib/tuned/other/tuned.conf", "[disk]\nelevator=mq-deadline\n");

    assertThat(found(SCHEDULER))
        .isEqualTo(
            base + " line 4 sets it: stop tuned for the run (tuned-adm off), then run again");
    assertThat(found(new QueueChange("sda", "read_ahead_kb", "64", "128")))
        .startsWith(mine + " line 4 sets it: ");
  }
}
