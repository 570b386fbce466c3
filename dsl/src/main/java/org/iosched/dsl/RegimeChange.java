package org.iosched.dsl;

/**
 * A change of rate that an arm's runs have in common.
 *
 * @param arm the arm's name
 * @param metric the rate that changes: I/Os or bytes per second
 * @param fromSeconds the earliest of the runs' change points, in seconds from the start of a run
 * @param toSeconds the latest of them
 * @param typicalSeconds their median
 * @param before the rate before it, in the base unit of the metric: the median of the runs
 * @param after the rate after it
 * @param runs how many runs change so
 * @param ofRuns how many runs there are
 */
public record RegimeChange(
    String arm,
    Metric metric,
    double fromSeconds,
    double toSeconds,
    double typicalSeconds,
    double before,
    double after,
    int runs,
    int ofRuns) {

  /**
   * Returns it in plain words, e.g. {@code "reader iops of bfq fell from 5.70k io/s to 104 io/s
   * after 2.5 s of each run, in 6 of 6 runs"}.
   */
  public String words() {
    Unit unit =
        metric.quantity() == Quantity.BANDWIDTH ? Unit.BYTES_PER_SECOND : Unit.IO_PER_SECOND;
    return metric
        + " of "
        + arm
        + (after > before ? " rose from " : " fell from ")
        + Shown.of(before, unit)
        + " to "
        + Shown.of(after, unit)
        + " after "
        + Stretch.seconds(typicalSeconds)
        + " of each run, in "
        + runs
        + " of "
        + ofRuns
        + (ofRuns == 1 ? " run" : " runs");
  }
}
