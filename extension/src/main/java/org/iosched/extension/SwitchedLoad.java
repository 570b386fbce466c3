package org.iosched.extension;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.iosched.device.QueueAttribute;
import org.iosched.device.TestDevice;
import org.iosched.dsl.Arm;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.EngineRun;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;

/** A load that keeps running while the scheduler below it is switched. */
final class SwitchedLoad implements AutoCloseable {

  /** A load that has just started is not yet what it will be. */
  private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Longer than any run; the load is stopped when it has been measured. */
  private static final Duration ENDLESS = Duration.ofHours(24);

  private final TestDevice device;
  private final boolean substitute;
  private final Map<QueueAttribute, String> queue;
  private final EngineRun load;
  private long switchedNanos;

  private SwitchedLoad(
      TestDevice device, boolean substitute, Map<QueueAttribute, String> queue, EngineRun load) {
    this.device = device;
    this.substitute = substitute;
    this.queue = queue;
    this.load = load;
  }

  /**
   * Starts the load under an arm, and returns when it has run for half a second, or for its ramp
   * time where that is longer.
   *
   * @param substitute whether bfq may stand in for cfq
   * @param queue attributes that each switch sets on every queue
   */
  static SwitchedLoad begin(
      EngineProcess engine,
      TestDevice device,
      JobFile jobs,
      Arm first,
      boolean substitute,
      Map<QueueAttribute, String> queue)
      throws InterruptedException {
    set(device, first, substitute, queue);
    EngineRun load = engine.begin(jobs.runningUnramped(ENDLESS), device.target());
    SwitchedLoad begun = new SwitchedLoad(device, substitute, queue, load);
    begun.switchedNanos = System.nanoTime();
    try {
      begun.awaitSinceSwitch(Math.max(WARM_UP_NANOS, jobs.longestRampTime().toNanos()));
    } catch (InterruptedException e) {
      // Nobody else has it yet, and it would go on for a day.
      begun.close();
      throw e;
    }
    return begun;
  }

  private static Scheduler set(
      TestDevice device, Arm arm, boolean substitute, Map<QueueAttribute, String> queue) {
    return ArmSwitch.set(device, arm, ArmSwitch.available(device, arm, substitute), queue);
  }

  /** Switches to a fresh instance of an arm's scheduler. */
  Scheduler switchTo(Arm arm) {
    Scheduler scheduler = set(device, arm, substitute, queue);
    switchedNanos = System.nanoTime();
    return scheduler;
  }

  /** Returns the nanoseconds since the last switch. */
  long sinceSwitchNanos() {
    return System.nanoTime() - switchedNanos;
  }

  /** Waits until a time after the last switch. */
  void awaitSinceSwitch(long nanos) throws InterruptedException {
    while (sinceSwitchNanos() < nanos) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(nanos - sinceSwitchNanos());
    }
  }

  /** Returns what was measured since the last cut, and goes on. */
  JobResult cut() throws InterruptedException {
    return load.cut();
  }

  /** Ends the load; what it measured since the last cut is dropped. */
  @Override
  public void close() {
    load.close();
  }
}
