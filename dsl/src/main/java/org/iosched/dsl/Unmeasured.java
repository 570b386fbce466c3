package org.iosched.dsl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * An arm of which some samples have a metric that is claimed about and some have not: what was too
 * fast for bonnie++ to be measured, or a stretch without any I/O. They are left out, and what is
 * left is no fair choice: it may be just the slow ones, or just the fast ones.
 *
 * @param arm the arm
 * @param metric the metric
 * @param lacking how many of its samples do not have it, one or more
 * @param of how many samples it has
 */
record Unmeasured(String arm, Metric metric, int lacking, int of) {

  /**
   * Finds those of some claims. Percentiles are left out: their rounds are merged until there are
   * enough I/Os, and none is lost.
   *
   * @param samples the samples of undisturbed rounds
   */
  static List<Unmeasured> of(List<Claim> claims, List<Sample> samples) {
    Set<Unmeasured> found = new LinkedHashSet<>();
    for (Claim claim : claims) {
      if (Double.isNaN(claim.metric().quantity().quantile())) {
        for (String arm : Evidence.armsOf(claim)) {
          int all = 0;
          int lacking = 0;
          for (Sample sample : samples) {
            if (sample.arm().equals(arm)) {
              all++;
              lacking += sample.measured(claim.metric()).isEmpty() ? 1 : 0;
            }
          }
          // Where no sample has it, it was never measured, which is told elsewhere.
          if (lacking > 0 && lacking < all) {
            found.add(new Unmeasured(arm, claim.metric(), lacking, all));
          }
        }
      }
    }
    return new ArrayList<>(found);
  }

  /** Tells whether more than a third of the samples lack it, so that the rest is no basis. */
  boolean tooMany() {
    return 3 * lacking > of;
  }

  /** Returns what is missing, as the beginning of a sentence. */
  String words() {
    return lacking
        + " of "
        + of
        + " samples of "
        + arm
        + " have no "
        + metric
        + " (too fast to be measured, or no I/O of the kind)";
  }

  /** Returns the warning about what is missing. */
  Warning warning() {
    return new Warning(
        "unmeasured", words() + " and are left out, so that the others may be the slow ones only");
  }
}
