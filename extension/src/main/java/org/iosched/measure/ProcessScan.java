package org.iosched.measure;

import java.time.Duration;

/**
 * Looks at all processes of the machine, to name the one that disturbed a workload. One look takes
 * milliseconds, so it is repeated only after some time. Not for use by several threads at once.
 */
public final class ProcessScan {

  private final Duration mostAge;

  private ProcessScan(Duration mostAge) {
    this.mostAge = mostAge;
  }

  /** Returns one that looks anew whenever a watch begins, for runs of seconds. */
  public static ProcessScan always() {
    return new ProcessScan(Duration.ZERO);
  }

  /** Returns one that looks at most once a second when watches begin, for slices. */
  public static ProcessScan everySecond() {
    return new ProcessScan(Duration.ofSeconds(1));
  }

  @Override
  public String toString() {
    return "processes, at most " + mostAge + " ago";
  }
}
