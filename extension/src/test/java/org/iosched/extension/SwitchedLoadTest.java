package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.iosched.dsl.Arm;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A load that is given up before anybody has it. */
final class SwitchedLoadTest {

  private static JobFile reads(String more) {
    return JobFile.parse("[r]\nrw=randread\nbs=4k\ndirect=1\ntime_based\nruntime=100ms\n" + more);
  }

  @Test
  @Timeout(60)
  void aLoadWhoseWarmUpIsInterruptedDoesNotGoOn() throws InterruptedException {
    Thread tester = Thread.currentThread();
    try (FakeDevice device = new FakeDevice(null, "none", "bfq");
        EngineProcess engine = EngineProcess.start()) {
      Thread impatient =
          new Thread(
              () -> {
                // The load's clock has started when the caller begins to wait for the ramp time.
                while (tester.getState() != Thread.State.TIMED_WAITING) {
                  Thread.onSpinWait();
                }
                tester.interrupt();
              });
      impatient.start();

      assertThatThrownBy(
              () ->
                  SwitchedLoad.begin(
                      engine,
                      device,
                      reads("ramp_time=50s\n"),
                      new Arm("none", "none", Map.of()),
                      true,
                      Map.of()))
          .isInstanceOf(InterruptedException.class);

      impatient.join();
      JobResult next = engine.run(reads(""), device.target());
      assertThat(next.jobs()).hasSize(1);
    }
  }
}
