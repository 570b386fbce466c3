package org.iosched.dsl;

/**
 * How the arms of a simulated benchmark are sampled.
 *
 * @param lostSeconds what each sample takes beside its measured time: the harness around a run, the
 *     settle time of a slice
 * @param seconds how long each sample is measured
 */
record SimulatedSampling(double lostSeconds, double seconds) {
  /** Runs of 5 s with half a second between them. */
  static final SimulatedSampling RUNS = new SimulatedSampling(0.5, 5);

  /** Slices of 0.2 s, of which the first tenth is discarded. */
  static final SimulatedSampling SLICES = new SimulatedSampling(0.02, 0.18);

  /** Returns how long it takes to measure a number of rounds. */
  double secondsFor(int rounds, int arms) {
    return rounds * arms * (lostSeconds + seconds);
  }

  /** Returns how many rounds fit into a time. */
  int roundsWithin(double budgetSeconds, int arms) {
    return (int) (budgetSeconds / secondsFor(1, arms) + 1e-9);
  }
}
