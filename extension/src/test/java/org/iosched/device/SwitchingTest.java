package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchingTest {

  private static final String FOUR = "none [mq-deadline] kyber bfq";

  private FakeMachine machine;
  private Path sda;
  private Path sdb;
  private Switching one;

  @BeforeEach
  void twoDisks(@TempDir Path root) {
    machine = new FakeMachine(root);
    sda = machine.disk("sda", FOUR);
    sdb = machine.disk("sdb", "[none] mq-deadline kyber");
    one = new Switching(List.of(new BlockQueue(machine, sda)));
  }

  private Switching both() {
    return new Switching(List.of(new BlockQueue(machine, sda), new BlockQueue(machine, sdb)));
  }

  private String active(Path disk) {
    return new BlockQueue(machine, disk).schedulers().active();
  }

  @Test
  void theNameIsWrittenAsItIs() {
    one.switchTo("none", Map.of());
    one.switchTo("mq-deadline", Map.of());

    assertThat(machine.writes).containsExactly("sda=none", "sda=mq-deadline");
    assertThat(active(sda)).isEqualTo("mq-deadline");
  }

  @Test
  void tunablesAreSetAndReadBack() {
    one.switchTo("bfq", Map.of("low_latency", "0"));

    assertThat(new BlockQueue(machine, sda).tunables()).containsEntry("low_latency", "0");
    assertThat(one.changed()).isEmpty();
  }

  @Test
  void anActiveSchedulerIsMadeAnewSoThatNoTunableIsLeftOver() {
    one.switchTo("mq-deadline", Map.of("fifo_batch", "1"));
    one.switchTo("mq-deadline", Map.of());

    assertThat(new BlockQueue(machine, sda).tunables()).containsEntry("fifo_batch", "16");
  }

  @Test
  void anUnknownSchedulerIsRefusedWithThoseThatThereAre() {
    Map<String, String> before = machine.everything();

    assertThatThrownBy(() -> one.switchTo("mq-deadlin", Map.of()))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "mq-deadlin is not a scheduler of sda; available: none, mq-deadline, kyber, bfq (did"
                + " you mean mq-deadline?)");
    assertThat(machine.everything()).isEqualTo(before);
    assertThat(machine.writes).isEmpty();
  }

  @Test
  void anUnknownTunableIsRefusedAndTheOnesBeforeItArePutBack() {
    FakeMachine.put(sda.resolve("queue/iosched/fifo_batch"), "7");
    FakeMachine.put(sda.resolve("queue/nr_requests"), "64");
    Map<String, String> before = machine.everything();
    Map<String, String> tunables = new java.util.LinkedHashMap<>();
    tunables.put("slice_idle", "0");
    tunables.put("low_latenci", "0");

    assertThatThrownBy(() -> one.switchTo("bfq", tunables))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "low_latenci is not a tunable of bfq on sda; there are: low_latency, slice_idle,"
                + " slice_idle_us (did you mean low_latency?)");
    assertThat(machine.everything()).isEqualTo(before);
  }

  @Test
  void noneHasNoTunables() {
    assertThatThrownBy(() -> one.switchTo("none", Map.of("fifo_batch", "1")))
        .hasMessage("fifo_batch is not a tunable of none on sda, which has none; leave it out");
    assertThat(active(sda)).isEqualTo("mq-deadline");
  }

  @Test
  void aValueThatTheKernelBendsIsRefused() {
    machine.bent.put("fifo_batch=-5", "0");
    Map<String, String> before = machine.everything();

    assertThatThrownBy(() -> one.switchTo("mq-deadline", Map.of("fifo_batch", "-5")))
        .hasMessageContaining("sda keeps 0 for fifo_batch=-5 of mq-deadline");
    assertThat(machine.everything()).isEqualTo(before);
  }

  @Test
  void aBusyKernelIsAskedAgain() {
    machine.busy = 5;

    one.switchTo("kyber", Map.of());

    assertThat(active(sda)).isEqualTo("kyber");
  }

  @Test
  void aKernelThatStaysBusyIsGivenUpWithTheReason() {
    machine.busy = Integer.MAX_VALUE;

    assertThatThrownBy(() -> one.switchTo("kyber", Map.of()))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("refused 'kyber'")
        .hasMessageContaining("Device or resource busy for 2 s");
  }

  @Test
  void anythingElseThanBusyIsNotRepeated() {
    machine.refused.put("sda", "kyber");

    assertThatThrownBy(() -> one.switchTo("kyber", Map.of()))
        .hasMessageContaining("Invalid argument");
    assertThat(machine.writes).isEmpty();
  }

  @Test
  void queuesAreSwitchedTogetherOrNotAtAll() {
    machine.refused.put("sdb", "kyber");
    Map<String, String> before = machine.everything();

    assertThatThrownBy(() -> both().switchTo("kyber", Map.of()))
        .hasMessageContaining("sdb/queue/scheduler");
    assertThat(machine.writes).contains("sda=kyber");
    assertThat(machine.everything()).isEqualTo(before);
  }

  @Test
  void onlySchedulersOfAllQueuesAreOffered() {
    Switching both = both();

    assertThat(both.schedulers()).containsExactly("none", "mq-deadline", "kyber");
    assertThatThrownBy(() -> both.switchTo("bfq", Map.of()))
        .hasMessageContaining("bfq is not a scheduler of sdb");
    assertThat(machine.writes).isEmpty();
  }

  @Test
  void restoringBringsBackTheActiveOneWithItsTunablesAndAttributes() {
    FakeMachine.put(sda.resolve("queue/nr_requests"), "64");
    FakeMachine.put(sda.resolve("queue/wbt_lat_usec"), "75000");
    FakeMachine.put(sda.resolve("queue/iosched/fifo_batch"), "7");
    FakeMachine.put(sda.resolve("queue/iosched/async_depth"), "40");
    Map<String, String> before = machine.everything();
    Switching switching = both();

    for (String scheduler : List.of("none", "kyber", "mq-deadline", "none")) {
      switching.switchTo(scheduler, Map.of());
    }
    FakeMachine.put(sda.resolve("queue/read_ahead_kb"), "4096");
    switching.restore();

    assertThat(machine.everything()).isEqualTo(before);
  }

  @Test
  void whatCannotBeRestoredIsToldAsCommands() {
    one.switchTo("kyber", Map.of());
    machine.refused.put("sda", "mq-deadline");

    assertThatThrownBy(one::restore)
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("echo 'mq-deadline' > " + sda.resolve("queue/scheduler"));
  }

  @Test
  void changesFromOutsideAreNoticed() {
    one.switchTo("bfq", Map.of("low_latency", "0"));
    FakeMachine.put(sda.resolve("queue/iosched/low_latency"), "1");
    assertThat(one.changed()).get().asString().contains("on sda low_latency is 1 instead of 0");

    FakeMachine.put(sda.resolve("queue/scheduler"), FOUR);
    assertThat(one.changed())
        .get()
        .asString()
        .contains("on sda the scheduler is mq-deadline instead of bfq");
  }

  @Test
  void nothingIsSwitchedAfterTheGateWasClosed() {
    one.close();

    assertThatThrownBy(() -> one.switchTo("bfq", Map.of()))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("the run is ending");
    assertThat(machine.writes).isEmpty();
  }

  @Test
  void anotherDiskOfTheSameNameIsNotTouched() {
    one.switchTo("bfq", Map.of());
    FakeMachine.put(sda.resolve("diskseq"), "99");

    assertThatThrownBy(() -> one.switchTo("none", Map.of()))
        .hasMessageContaining("sda has disappeared during the run");
    assertThatThrownBy(one::restore).hasMessageContaining("sda has disappeared during the run");
    assertThat(active(sda)).isEqualTo("bfq");
  }

  @Test
  void anInterruptedThreadRestoresAllTheSame() {
    one.switchTo("bfq", Map.of());
    machine.busy = 2;
    Thread.currentThread().interrupt();

    one.restore();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(active(sda)).isEqualTo("mq-deadline");
  }

  private Map<QueueAttribute, String> attributes(QueueAttribute attribute, String value) {
    return Map.of(attribute, value);
  }

  @Test
  void attributesAreSetAfterTheSchedulerAndBeforeTheTunables() {
    both()
        .switchTo(
            "mq-deadline",
            Map.of("async_depth", "32"),
            Map.of(QueueAttribute.NR_REQUESTS, "64", QueueAttribute.READ_AHEAD_KB, "0"));

    assertThat(machine.writes)
        .containsSubsequence(
            "sda=mq-deadline",
            "nr_requests=64",
            "read_ahead_kb=0",
            "async_depth=32",
            "sdb=mq-deadline",
            "nr_requests=64",
            "read_ahead_kb=0",
            "async_depth=32");
    assertThat(new BlockQueue(machine, sda).tunables()).containsEntry("async_depth", "32");
  }

  @Test
  void anAttributeThatIsNotAskedForAnyMoreIsAsItWas() {
    FakeMachine.put(sda.resolve("queue/read_ahead_kb"), "4096");
    Switching switching = both();
    switching.switchTo(
        "none",
        Map.of(),
        Map.of(
            QueueAttribute.NR_REQUESTS,
            "64",
            QueueAttribute.READ_AHEAD_KB,
            "8",
            QueueAttribute.WBT_LAT_USEC,
            "9000"));
    switching.switchTo("none", Map.of());
    assertThat(new BlockQueue(machine, sda).attributes())
        .isEqualTo(
            Map.of(
                QueueAttribute.NR_REQUESTS,
                "128",
                QueueAttribute.READ_AHEAD_KB,
                "4096",
                QueueAttribute.WBT_LAT_USEC,
                "2000"));
  }

  @Test
  void aThrottleThatTheKernelKeepsIsSwitchedOffUnderBfqAgain() {
    one.switchTo("none", Map.of(), attributes(QueueAttribute.WBT_LAT_USEC, "9000"));
    machine.keptWbt = "9000";

    one.switchTo("bfq", Map.of());

    assertThat(new BlockQueue(machine, sda).attributes())
        .containsEntry(QueueAttribute.WBT_LAT_USEC, "0");
  }

  @Test
  void anAttributeThatOneOfTheQueuesLacksChangesNothing() {
    FakeMachine.mkdirs(sda.resolve("device"));
    FakeMachine.put(sda.resolve("device/queue_depth"), "32");
    Map<String, String> before = machine.everything();

    assertThatThrownBy(
            () -> both().switchTo("kyber", Map.of(), attributes(QueueAttribute.QUEUE_DEPTH, "1")))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "sdb has no queue_depth that could be set to 1 ("
                + sdb.resolve("device/queue_depth")
                + " holds nothing); leave it out of @Queue, or measure a disk that has it, such as a"
                + " SATA or SCSI one");
    assertThat(machine.writes).contains("queue_depth=1");
    assertThat(machine.everything()).isEqualTo(before);
  }

  @Test
  void anAttributeThatIsBentOrRefusedChangesNothing() {
    machine.bent.put("nr_requests=1", "4");
    machine.refused.put("nr_requests", "5000");
    Map<String, String> before = machine.everything();

    assertThatThrownBy(
            () -> both().switchTo("bfq", Map.of(), attributes(QueueAttribute.NR_REQUESTS, "1")))
        .hasMessageContaining("bfq is not a scheduler of sdb");
    assertThatThrownBy(
            () -> both().switchTo("kyber", Map.of(), attributes(QueueAttribute.NR_REQUESTS, "1")))
        .hasMessage(
            "sda keeps 4 when asked for nr_requests=1 (the kernel limits or rounds it), and held"
                + " 256; ask @Queue for a value that it keeps, or leave it out");
    assertThat(machine.everything()).isEqualTo(before);
    assertThatThrownBy(
            () ->
                both().switchTo("kyber", Map.of(), attributes(QueueAttribute.NR_REQUESTS, "5000")))
        .hasMessage(
            "sda does not take 5000 for nr_requests and holds 256; ask @Queue for a value that the"
                + " kernel takes, or leave it out");
    assertThat(machine.everything()).isEqualTo(before);
  }

  @Test
  void allAttributesAreRestored() {
    FakeMachine.mkdirs(sda.resolve("device"));
    FakeMachine.put(sda.resolve("device/queue_depth"), "32");
    Map<String, String> before = machine.everything();
    Switching switching = new Switching(List.of(new BlockQueue(machine, sda)));

    switching.switchTo(
        "bfq",
        Map.of(),
        Map.of(
            QueueAttribute.NR_REQUESTS,
            "64",
            QueueAttribute.READ_AHEAD_KB,
            "8",
            QueueAttribute.WBT_LAT_USEC,
            "9000",
            QueueAttribute.QUEUE_DEPTH,
            "1"));
    assertThat(switching.changed()).isEmpty();
    FakeMachine.put(sda.resolve("device/queue_depth"), "2");
    assertThat(switching.changed()).get().asString().contains("queue_depth is 2 instead of 1");
    switching.restore();

    assertThat(machine.everything()).isEqualTo(before);
  }

  @Test
  void aDepthThatIsNotTheRunsBusinessIsLeftAlone() {
    FakeMachine.mkdirs(sda.resolve("device"));
    FakeMachine.put(sda.resolve("device/queue_depth"), "32");
    Switching switching = new Switching(List.of(new BlockQueue(machine, sda)));
    switching.switchTo("bfq", Map.of());
    FakeMachine.put(sda.resolve("device/queue_depth"), "31");

    assertThat(switching.changed()).isEmpty();
    switching.restore();

    assertThat(machine.writes).noneMatch(write -> write.startsWith("queue_depth"));
  }

  @Test
  void aValueThatCouldNotBePutBackIsNotLost() {
    FakeMachine.put(sda.resolve("queue/iosched/read_expire"), "-2147483648");
    Map<String, String> before = machine.everything();
    Switching switching = both();

    assertThatThrownBy(() -> switching.switchTo("none", Map.of()))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "sda shows -2147483648 for read_expire of mq-deadline, which the kernel does not take"
                + " back, so that a switch would lose it; set a value that can be kept first: echo"
                + " 5000 > "
                + sda.resolve("queue/iosched/read_expire"));
    assertThat(machine.writes).isEmpty();
    assertThat(machine.everything()).isEqualTo(before);
  }

  @Test
  void aSwitchAwayAndBackIsNoticed() throws Exception {
    one.switchTo("kyber", Map.of());
    assertThat(one.changed()).isEmpty();
    // What a switch and one back leave, whatever the granularity of this file system's times.
    Files.setLastModifiedTime(sda.resolve("queue"), FileTime.fromMillis(12345));

    assertThat(one.changed())
        .hasValue(
            "on sda the scheduler is kyber again, after it was switched away and back; something"
                + " outside the run has changed it (udev or tuned do)");
    assertThat(one.tellChanges("sda", "three times", Suspects.on(machine.host())))
        .startsWith("sda was changed under the run three times (kyber, but not all the time); ");
  }

  @Test
  void aSwitchThatSomebodyElseComesBetweenIsBegunAnew() {
    machine.others.add("bfq");
    machine.others.add("none");

    one.switchTo("kyber", Map.of("read_lat_nsec", "5"));

    assertThat(active(sda)).isEqualTo("kyber");
    assertThat(new BlockQueue(machine, sda).tunables()).containsEntry("read_lat_nsec", "5");
    assertThat(one.changed()).isEmpty();
  }

  @Test
  void aSwitchThatOthersDoNotLetBeIsGivenUp() {
    for (int i = 0; i < 50; i++) {
      machine.others.add("none");
    }

    assertThatThrownBy(() -> one.switchTo("kyber", Map.of()))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "sda was switched by somebody else each of the 10 times that the run set kyber, and"
                + " reads back none; end what switches it (udev, tuned, another run?), then run"
                + " again");
  }
}
