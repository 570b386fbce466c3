package org.iosched.dsl;

import java.util.List;

/**
 * A rate over time within one run.
 *
 * @param metric which rate
 * @param windowSeconds the length of each window, in seconds
 * @param counts I/Os or bytes completed in each window, from the start of the run
 */
public record Series(Metric metric, double windowSeconds, List<Long> counts) {

  /** Copies the counts. */
  public Series {
    counts = List.copyOf(counts);
  }
}
