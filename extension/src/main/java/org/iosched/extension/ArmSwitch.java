package org.iosched.extension;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.iosched.device.DeviceException;
import org.iosched.device.QueueAttribute;
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

  /**
   * Resolves the name of an arm that was found available before.
   *
   * @throws DeviceException if it no longer is
   */
  static Resolution.Resolved available(TestDevice device, Arm arm, boolean substitute) {
    if (resolve(device, arm, substitute) instanceof Resolution.Resolved resolved) {
      return resolved;
    }
    throw new DeviceException(
        arm.requested() + " was available on " + device.name() + " before and no longer is.");
  }

  /**
   * Sets an arm's scheduler and tunables, reads them back, and returns them as set.
   *
   * @param queue attributes to set on every queue
   */
  static Scheduler set(
      TestDevice device, Arm arm, Resolution.Resolved resolved, Map<QueueAttribute, String> queue) {
    device.switchTo(resolved.kernelName(), arm.tunables(), queue);
    return scheduler(arm, resolved);
  }

  /** Returns how an arm is shown once its name is resolved. */
  static Scheduler scheduler(Arm arm, Resolution.Resolved resolved) {
    String shown =
        arm.name().equals(arm.requested())
            ? resolved.shown()
            : arm.name() + " = " + arm.requested();
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
    // Resolving loads the modules that are needed, after which the device lists every scheduler.
    arms.forEach(arm -> resolve(device, arm, substitute));
    List<List<Arm>> same =
        SchedulerNames.samePolicy(device.name(), arms, device.schedulers(), substitute);
    if (!same.isEmpty()) {
      Arm first = same.get(0).get(0);
      String kernelName =
          resolve(device, first, substitute) instanceof Resolution.Resolved resolved
              ? resolved.kernelName()
              : first.scheduler();
      throw new PlanException(
          benchmark
              + ": "
              + same.get(0).stream().map(Arm::name).collect(Collectors.joining(" and "))
              + " are the same policy on "
              + device.name()
              + " ("
              + kernelName
              + "); leave one of them out or give it other tunables, like"
              + " \"eager = deadline[fifo_batch=1]\".");
    }
  }
}
