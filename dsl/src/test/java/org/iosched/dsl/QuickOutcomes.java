package org.iosched.dsl;

import java.util.Arrays;
import java.util.List;

/**
 * The same outcomes as {@link Part} and {@link Decision} give from 6 rounds on, without their
 * bounds and estimates, some fifty times as fast. Where thousands of histories are searched for the
 * worst it does the searching; what is reported of the worst comes from the real code. A test holds
 * the two to each other.
 */
final class QuickOutcomes {
  private final int[] arms;
  private final int[] others;

  /** 1 where at least is claimed, −1 where at most is. */
  private final int[] signs;

  private final double[] thresholds;
  private final LookPlan plan;
  private final int[] critical;
  private final int[] strictCritical;

  QuickOutcomes(List<Claim> claims, LookPlan plan) {
    int parts = claims.size();
    this.plan = plan;
    arms = new int[parts];
    others = new int[parts];
    signs = new int[parts];
    thresholds = new double[parts];
    for (int i = 0; i < parts; i++) {
      Claim.Ratio claim = (Claim.Ratio) claims.get(i);
      arms[i] = SimulatedBenchmark.index(claim.arm());
      others[i] = SimulatedBenchmark.index(claim.other());
      signs[i] = claim.sense() == Claim.Sense.AT_LEAST ? 1 : -1;
      thresholds[i] = signs[i] * Verdicts.logThreshold(claim);
    }
    critical = criticalValues(plan, 1);
    strictCritical = criticalValues(plan, parts);
  }

  private static int[] criticalValues(LookPlan plan, int parts) {
    return plan.rounds().stream()
        .mapToInt(look -> SignedRank.criticalValue(look, plan.level() / parts))
        .toArray();
  }

  /**
   * Decides at one look.
   *
   * @param logs one row per arm, one logarithm per round
   * @param look which one of the plan, from 0
   */
  Outcome at(double[][] logs, int look) {
    int rounds = plan.rounds().get(look);
    double[] d = new double[rounds];
    boolean met = true;
    for (int part = 0; part < arms.length; part++) {
      double[] arm = logs[arms[part]];
      double[] other = logs[others[part]];
      for (int i = 0; i < rounds; i++) {
        d[i] = signs[part] * (arm[i] - other[i]);
      }
      Arrays.sort(d);
      long below = averagesBelow(d, thresholds[part]);
      met &= below <= critical[look];
      long notBelow = rounds * (rounds + 1L) / 2 - below;
      if (notBelow <= strictCritical[look]) {
        return Outcome.NOT_MET;
      }
    }
    return met ? Outcome.MET : Outcome.INCONCLUSIVE;
  }

  /** Counts the Walsh averages below a threshold, which is the signed-rank statistic. */
  private static long averagesBelow(double[] sorted, double threshold) {
    long below = 0;
    int high = sorted.length - 1;
    for (int low = 0; low < sorted.length; low++) {
      while (high >= low && (sorted[low] + sorted[high]) / 2 >= threshold) {
        high--;
      }
      if (high < low) {
        break;
      }
      below += high - low + 1;
    }
    return below;
  }
}
