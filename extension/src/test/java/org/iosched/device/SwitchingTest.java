package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
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
}
