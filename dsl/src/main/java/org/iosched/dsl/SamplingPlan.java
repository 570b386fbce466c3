package org.iosched.dsl;

/** How a benchmark was sampled. */
public sealed interface SamplingPlan {

  /** Returns why it was sampled so, in one sentence; may be empty. */
  String reason();

  /**
   * The workload is started anew for each sample.
   *
   * @param reason why, in one sentence; may be empty
   */
  record Runs(String reason) implements SamplingPlan {}

  /**
   * The workload keeps running while the scheduler is switched; each stretch under one scheduler is
   * a sample.
   *
   * @param sliceSeconds the length of a slice, its settle time included, in seconds
   * @param settleSeconds the first part of each slice, which is discarded, in seconds
   * @param reason why, in one sentence; may be empty
   */
  record Slices(double sliceSeconds, double settleSeconds, String reason) implements SamplingPlan {
    /** Checks the ranges. */
    public Slices {
      if (!(settleSeconds >= 0 && settleSeconds < sliceSeconds)) {
        throw new IllegalArgumentException(
            "a slice of "
                + sliceSeconds
                + " s holds nothing after a settle time of "
                + settleSeconds
                + " s");
      }
    }
  }
}
