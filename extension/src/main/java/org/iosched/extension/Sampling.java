package org.iosched.extension;

/** How a benchmark is sampled. */
public enum Sampling {
  /**
   * {@link #SLICES} where the workload and a probe of each scheduler allow them, else {@link
   * #RUNS}; the report says which and why.
   */
  AUTO,

  /** The workload is started anew for each sample. Possible for every workload. */
  RUNS,

  /**
   * The workload keeps running while the scheduler is switched, in random order. Neighbouring
   * slices meet nearly the same noise, so that on a busy machine they decide in a small part of the
   * time that runs take. Only for jobs that run for a fixed time, and only where no scheduler's
   * rate changes after the first moments.
   */
  SLICES
}
