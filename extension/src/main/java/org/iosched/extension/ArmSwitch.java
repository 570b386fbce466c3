package org.iosched.extension;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.iosched.device.TestDevice;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Resolution;
import org.iosched.dsl.SchedulerNames;

/** Finds the kernel's scheduler for an arm and sets it. */
final class ArmSwitch {

  private ArmSwitch() {}

  /**
   * Resolves an arm's name on a device, loading the kernel's module where it is needed.
   *
   * @param substitute whether bfq may stand in for cfq
   */
  static Resolution resolve(TestDevice device, Arm arm, boolean substitute) {
    Resolution first = resolveListed(device, arm, substitute);
    if (first instanceof Resolution.Unavailable) {
      for (String module : SchedulerNames.candidates(arm.scheduler(), substitute)) {
        if (device.tryLoad(module)) {
          return resolveListed(device, arm, substitute);
        }
      }
    }
    return first;
  }

  private static Resolution resolveListed(TestDevice device, Arm arm, boolean substitute) {
    return SchedulerNames.resolve(device.name(), arm.scheduler(), device.schedulers(), substitute);
  }

  /** Sets an arm's scheduler and tunables, reads them back, and returns them as set. */
  static Scheduler set(TestDevice device, Arm arm, Resolution.Resolved resolved) {
    device.switchTo(resolved.kernelName(), arm.tunables());
    return scheduler(arm, resolved);
  }

  /** Returns how an arm is shown once its name is resolved. */
  static Scheduler scheduler(Arm arm, Resolution.Resolved resolved) {
    String shown = arm.name().equals(arm.requested()) ? resolved.shown() : arm.name() + " = " + arm.requested();
    return new Scheduler(arm.name(), resolved.kernelName(), shown, arm.tunables());
  }

  /**
   * Refuses two arms that are the same policy on this device: their comparison would be of a
   * scheduler with itself.
   *
   * @throws PlanException naming both
   */
  static void refuseSamePolicy(
      TestDevice device, String benchmark, List<Arm> arms, boolean substitute) {
    record Policy(String kernelName, Map<String, String> tunables) {}
    Map<Policy, Arm> seen = new HashMap<>();
    for (Arm arm : arms) {
      if (resolve(device, arm, substitute) instanceof Resolution.Resolved resolved) {
        Arm other = seen.put(new Policy(resolved.kernelName(), arm.tunables()), arm);
        if (other != null) {
          throw new PlanException(
              benchmark
                  + ": "
                  + other.name()
                  + " and "
                  + arm.name()
                  + " are the same policy on "
                  + device.name()
                  + " ("
                  + resolved.kernelName()
                  + "); leave one of them out or give it other tunables, like"
                  + " \"eager = deadline[fifo_batch=1]\".");
        }
      }
    }
  }
}
