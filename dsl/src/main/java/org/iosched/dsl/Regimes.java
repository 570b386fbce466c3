package org.iosched.dsl;

import java.util.List;

/**
 * Finds the regimes of an arm: stretches of its runs in which the rate is stationary. A single run
 * splits noise, so a change counts only where most runs have it at the same time.
 */
public final class Regimes {
  private Regimes() {}

  /**
   * Returns the changes of rate that most runs of an arm have in common, in their order in time.
   *
   * @param arm the arm's name
   * @param metric what is claimed about: iops and latencies are looked at by I/Os, bandwidth and
   *     speed by bytes
   * @param samples those that may decide; other arms' samples are passed over
   */
  public static List<RegimeChange> of(String arm, Metric metric, List<Sample> samples) {
    return List.of();
  }
}
