package org.iosched.reports;

import java.util.List;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Sample;

/** Names an arm together with the scheduler that stood behind it. */
final class ArmLabel {

  private ArmLabel() {}

  /**
   * Returns e.g. {@code "kyber"}, {@code "noop (none)"}, {@code "cfq (bfq stands in)"}, {@code
   * "eager (mq-deadline[fifo_batch=1])"}.
   */
  static String of(Arm arm, List<Sample> samples) {
    String kernelName =
        samples.stream()
            .filter(sample -> sample.arm().equals(arm.name()))
            .map(Sample::scheduler)
            .findFirst()
            .orElse(arm.scheduler());
    boolean standsIn = arm.scheduler().equals("cfq") && kernelName.equals("bfq");
    String behind = new Arm(arm.name(), kernelName, arm.tunables()).requested();
    if (arm.name().equals(behind)) {
      return behind;
    }
    return arm.name() + " (" + behind + (standsIn ? " stands in" : "") + ")";
  }
}
