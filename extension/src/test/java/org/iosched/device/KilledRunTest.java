package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a run that is killed: nothing. */
@Tag("root")
@Timeout(180)
class KilledRunTest extends LeavesNothing {

  private DeviceRequest request(String device) {
    return new DeviceRequest(device, temp.resolve("images"), DeviceRequest.SMALLEST_BYTES);
  }

  /** Ends a run on the user's disk; its settings are back within a second, all else soon after. */
  private void endedOnTheUsersDisk(Consumer<HoldingDevice.Run> end, String... more)
      throws Exception {
    Path state = temp.resolve("state");
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();
      try (HoldingDevice.Run run = new HoldingDevice.Run(disk.mounted.toString(), temp, more)) {
        assertThat(run.device).isEqualTo(disk.name());
        assertThat(disk.settings()).isNotEqualTo(settings);
        assertThat(Machine.marked(run.run)).hasSize(3);

        end.accept(run);

        assertThat(Machine.waitFor(() -> disk.settings().equals(settings), 1000))
            .as("milliseconds until %s was restored from %s", disk.name(), disk.settings())
            .isNotNegative();
        assertThat(Machine.waitFor(() -> Machine.marked(run.run).isEmpty(), 10_000))
            .isNotNegative();
        assertThat(Machine.waitFor(() -> Machine.children(state).size() == 1, 10_000))
            .as("milliseconds until the journal was deleted")
            .isNotNegative();
        assertThat(ProcessHandle.of(run.stranger)).as("somebody else's process").isPresent();
      }
      assertThat(disk.settings()).isEqualTo(settings);
      assertThat(Machine.children(disk.mounted))
          .containsExactly(disk.mounted.resolve("lost+found"));
    }
  }

  @Test
  void sigkillOfTheJvm() throws Exception {
    endedOnTheUsersDisk(run -> run.signal("KILL"));
  }

  @Test
  void sigkillOfTheWholeProcessGroup() throws Exception {
    endedOnTheUsersDisk(run -> run.signalGroup("KILL"));
  }

  @Test
  void sigkillWhileItSwitches() throws Exception {
    endedOnTheUsersDisk(run -> run.signal("KILL"), "switching");
  }

  @Test
  void sigtermWhileItSwitches() throws Exception {
    endedOnTheUsersDisk(run -> run.signal("TERM"), "switching");
  }

  @Test
  void sigintOfTheWholeProcessGroup() throws Exception {
    endedOnTheUsersDisk(
        run -> {
          run.signalGroup("INT");
          assertThat(run.rest())
              .contains(
                  "iosched: broken off; "
                      + run.device
                      + " has mq-deadline again, and nothing of the run is left");
        },
        "switching");
  }

  @Test
  void theWatchdogCannotBeTermedAway() throws Exception {
    endedOnTheUsersDisk(
        run -> {
          Machine.TOOLS.mustRun(
              "sh",
              "-c",
              "kill -TERM "
                  + run.watchdog
                  + "; kill -INT "
                  + run.watchdog
                  + "; kill -HUP "
                  + run.watchdog);
          run.signalGroup("KILL");
        });
  }

  @Test
  void loopsAndMountsOfTheDefaultDeviceAreRemoved() throws Exception {
    Path state = temp.resolve("state");
    Path images = temp.resolve("images");
    try (HoldingDevice.Run run = new HoldingDevice.Run("", temp)) {
      assertThat(run.device).startsWith("loop");
      assertThat(Machine.children(images)).hasSize(1);
      run.signalGroup("KILL");

      assertThat(Machine.waitFor(this::isAsBefore, 10_000)).isNotNegative();
      assertThat(Machine.waitFor(() -> Machine.marked(run.run).isEmpty(), 10_000)).isNotNegative();
      assertThat(Machine.waitFor(() -> Machine.children(images).isEmpty(), 10_000)).isNotNegative();
      assertThat(Machine.waitFor(() -> Machine.children(state).size() == 1, 10_000))
          .isNotNegative();
    }
  }

  @Test
  void theNextRunRestoresFirstWhenTheWatchdogWasKilledToo() throws Exception {
    Path state = temp.resolve("state");
    try (LoopDisk disk = new LoopDisk(temp)) {
      disk.setUpUnusually();
      QueueSettings settings = disk.settings();
      try (HoldingDevice.Run run = new HoldingDevice.Run(disk.mounted.toString(), temp)) {
        Machine.TOOLS.mustRun("sh", "-c", "kill -KILL " + run.watchdog);
        run.signal("KILL");
        assertThat(Machine.waitFor(() -> !run.process.isAlive(), 5000)).isNotNegative();
        assertThat(disk.settings()).isNotEqualTo(settings);

        try (TestDevice next = Devices.open(request(disk.node.toString()), Machine.host(temp))) {
          assertThat(next.recovered())
              .anySatisfy(
                  sentence ->
                      assertThat(sentence)
                          .startsWith("the run of pid " + run.process.pid() + ", started ")
                          .contains(
                              ", was killed and could not clean up after itself; done for it now: "
                                  + disk.name()
                                  + " has mq-deadline, nr_requests 60, ")
                          .contains("fifo_batch 7, front_merges 0")
                          .endsWith("/iosched-" + run.run + " deleted"));
          assertThat(disk.settings()).isEqualTo(settings);
          assertThat(Machine.marked(run.run)).isEmpty();
        }
      }
      assertThat(Machine.children(disk.mounted))
          .containsExactly(disk.mounted.resolve("lost+found"));
      assertThat(Machine.children(state)).containsExactly(state.resolve("lock"));
    }
  }

  @Test
  void aWatchdogThatWasKilledIsReplacedAtTheNextSwitch() throws Exception {
    Path state = temp.resolve("state");
    try (LoopDisk disk = new LoopDisk(temp)) {
      QueueSettings settings = disk.settings();
      try (OpenDevice device = Devices.open(request(disk.node.toString()), Machine.host(temp))) {
        long first = device.watchdogPid();
        Machine.TOOLS.mustRun("sh", "-c", "kill -KILL " + first);
        assertThat(Machine.waitFor(() -> ProcessHandle.of(first).isEmpty(), 5000)).isNotNegative();

        device.switchTo("mq-deadline", Map.of());

        assertThat(device.watchdogPid()).isNotEqualTo(first);
        assertThat(ProcessHandle.of(device.watchdogPid())).isPresent();
      }
      assertThat(disk.settings()).isEqualTo(settings);
      assertThat(Machine.children(state)).containsExactly(state.resolve("lock"));
    }
  }

  @Test
  void aSecondRunIsRefusedWithThePidOfTheFirst() throws Exception {
    Path state = temp.resolve("state");
    try (LoopDisk disk = new LoopDisk(temp);
        HoldingDevice.Run run = new HoldingDevice.Run(disk.node.toString(), temp)) {
      QueueSettings settings = disk.settings();
      assertThatThrownBy(() -> Devices.open(request(disk.mounted.toString()), Machine.host(temp)))
          .isInstanceOf(DeviceException.class)
          .hasMessageStartingWith(
              disk.name() + " is in use by the run of pid " + run.process.pid() + ", started ");
      assertThat(disk.settings()).isEqualTo(settings);
      assertThat(Machine.children(disk.mounted)).hasSize(1);

      run.signal("KILL");
      assertThat(Machine.waitFor(() -> !run.process.isAlive(), 5000)).isNotNegative();
      // Waits for the first one's watchdog, if it has not finished yet.
      Devices.open(request(disk.node.toString()), Machine.host(temp)).close();
      assertThat(Files.exists(state.resolve("lock"))).isTrue();
      assertThat(disk.settings().scheduler()).isEqualTo("none");
    }
  }
}
