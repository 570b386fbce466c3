package org.iosched.extension;

import java.util.List;
import java.util.Optional;
import org.iosched.device.DeviceException;
import org.iosched.device.TestDevice;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Sample;

/** What is done about somebody who changes the scheduler or a queue's settings under a run. */
final class ChangedScheduler {

  /** As often it may be an accident, after which the round is repeated. */
  private static final int MOST = 3;

  private static final String KIND = "scheduler-changed";

  private ChangedScheduler() {}

  /** Returns the mark of a sample under which something was changed; empty if nothing was. */
  static Optional<Mark> mark(TestDevice device) {
    return device.changed().map(change -> new Mark(KIND, change, true));
  }

  /**
   * Gives a benchmark up that somebody has changed the queue under for the third time: repeating
   * its rounds leads nowhere.
   *
   * @param samples all that was measured, the last one included
   * @throws DeviceException saying what was changed to what, and who is likely to do it
   */
  static void giveUpAfterThree(TestDevice device, List<Sample> samples) {
    if (!isMarked(samples.get(samples.size() - 1))) {
      return;
    }
    if (samples.stream().filter(ChangedScheduler::isMarked).count() >= MOST) {
      throw new DeviceException(device.tellChanges("three times"));
    }
  }

  private static boolean isMarked(Sample sample) {
    return sample.marks().stream().anyMatch(mark -> mark.kind().equals(KIND));
  }
}
