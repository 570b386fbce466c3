package org.iosched.dsl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Looks for reasons to read evidence with care. Nothing here changes a decision. */
final class EvidenceWarnings {
  private static final double SIGNIFICANCE = 0.01;
  private static final int MOST_LAGS = 10;

  /** A value this many robust standard deviations from the median lies far out. */
  private static final double FAR = 7;

  /** Trends below one percent from the first to the last third are not worth a word. */
  private static final double SMALLEST_TREND = 0.01;

  private static final double TIED_SHARE = 0.2;

  private EvidenceWarnings() {}

  /** Returns the warnings about one claim's evidence. */
  static List<Warning> of(Evidence evidence) {
    List<Warning> warnings = new ArrayList<>();
    int n = evidence.units();
    if (n >= LogBounds.FEWEST && n < LogBounds.ENOUGH) {
      warnings.add(
          new Warning(
              "few-rounds",
              "weak: "
                  + n
                  + (n == evidence.rounds() ? " rounds" : " units")
                  + " allow only bounds by Student's t, which trusts the noise to be normal;"
                  + " measure at least 6"));
    }
    trend(evidence, evidence.claim().arm(), evidence.values(), warnings);
    if (evidence.claim() instanceof Claim.Ratio ratio) {
      trend(evidence, ratio.other(), evidence.otherValues(), warnings);
    }
    dependence(evidence, warnings);
    heavyTails(evidence, warnings);
    coarseClock(evidence, warnings);
    return warnings;
  }

  /** Returns the warning about rounds that were left out, if there are any. */
  static List<Warning> ofContamination(List<Sample> all) {
    return Disturbed.of(all).warnings();
  }

  private static void trend(
      Evidence evidence, String arm, double[] values, List<Warning> warnings) {
    if (mannKendall(values) < SIGNIFICANCE) {
      int third = Math.max(1, values.length / 3);
      double change =
          Medians.of(Arrays.copyOfRange(values, values.length - third, values.length))
              / Medians.of(Arrays.copyOf(values, third));
      if (Math.abs(Math.log(change)) < SMALLEST_TREND) {
        return;
      }
      warnings.add(
          new Warning(
              "trend",
              evidence.shownMetric()
                  + " of "
                  + arm
                  + (change > 1 ? " rose" : " fell")
                  + " over the run (last third / first third = "
                  + Shown.ratio(change)
                  + "); the pairs bear with that, a figure of one arm alone does not"));
    }
  }

  /** Returns the two-sided p of the Mann–Kendall trend test (normal, corrected for ties). */
  static double mannKendall(double[] x) {
    int n = x.length;
    if (n < LogBounds.ENOUGH) {
      return 1;
    }
    long s = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        s += Double.compare(x[j], x[i]) > 0 ? 1 : Double.compare(x[j], x[i]) < 0 ? -1 : 0;
      }
    }
    double variance = n * (n - 1.0) * (2 * n + 5);
    double[] sorted = x.clone();
    Arrays.sort(sorted);
    int run = 1;
    for (int i = 1; i <= n; i++) {
      if (i < n && sorted[i] == sorted[i - 1]) {
        run++;
      } else {
        variance -= run * (run - 1.0) * (2 * run + 5);
        run = 1;
      }
    }
    if (!(variance > 0) || s == 0) {
      return 1;
    }
    double z = (Math.abs(s) - 1) / Math.sqrt(variance / 18);
    return 2 * NormalDistribution.of(0, 1).survivalProbability(z);
  }

  private static void dependence(Evidence evidence, List<Warning> warnings) {
    if (ljungBox(evidence.logs()) < SIGNIFICANCE) {
      warnings.add(
          new Warning(
              "dependence",
              "the effect itself changes during the run: neighbouring rounds agree more than"
                  + " chance allows, so that the figure is that of this stretch of time"));
    }
  }

  /**
   * Returns the p of the Ljung–Box test over the lags 1 to 10, or to a quarter of a shorter series
   * (Ljung, Box, Biometrika 65, 1978). It is taken of ranks, since a single outlier would hide
   * dependence. Of independent series about one or two in a hundred fall below 0.01.
   */
  static double ljungBox(double[] x) {
    int n = x.length;
    int lags = Math.min(MOST_LAGS, n / 4);
    if (lags < 2 || LogBounds.withoutSpread(x)) {
      return 1;
    }
    double[] ranks = ranks(x);
    double mean = (n + 1) / 2.0;
    double total = Arrays.stream(ranks).map(r -> (r - mean) * (r - mean)).sum();
    double q = 0;
    for (int lag = 1; lag <= lags; lag++) {
      double sum = 0;
      for (int i = lag; i < n; i++) {
        sum += (ranks[i] - mean) * (ranks[i - lag] - mean);
      }
      q += sum / total * (sum / total) / (n - lag);
    }
    return ChiSquaredDistribution.of(lags).survivalProbability(n * (n + 2.0) * q);
  }

  private static double[] ranks(double[] x) {
    double[] ranks = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double below = 0;
      for (double other : x) {
        below += other < x[i] ? 1 : other == x[i] ? 0.5 : 0;
      }
      ranks[i] = below + 0.5;
    }
    return ranks;
  }

  private static void heavyTails(Evidence evidence, List<Warning> warnings) {
    double[] logs = evidence.logs();
    if (logs.length < 2 * LogBounds.ENOUGH) {
      return;
    }
    double center = Medians.of(logs);
    double deviation =
        1.4826 * Medians.of(Arrays.stream(logs).map(x -> Math.abs(x - center)).toArray());
    int far = 0;
    int farthest = 0;
    for (int i = 0; i < logs.length; i++) {
      if (deviation > 0 && Math.abs(logs[i] - center) > FAR * deviation) {
        far++;
      }
      if (Math.abs(logs[i] - center) > Math.abs(logs[farthest] - center)) {
        farthest = i;
      }
    }
    if (far > 0) {
      warnings.add(
          new Warning(
              "heavy-tails",
              far
                  + " of "
                  + logs.length
                  + (evidence.units() == evidence.rounds() ? " rounds" : " units")
                  + (far == 1 ? " lies" : " lie")
                  + " far from the others, the farthest in round "
                  + evidence.firstRounds().get(farthest)
                  + " (by a factor of "
                  + Shown.ratio(Math.exp(Math.abs(logs[farthest] - center)))
                  + "); the typical ratio hides such runs"));
    }
  }

  private static void coarseClock(Evidence evidence, List<Warning> warnings) {
    double[] values = evidence.values();
    double[] others = evidence.otherValues();
    if (values.length < LogBounds.FEWEST) {
      return;
    }
    int equalPairs = 0;
    for (int i = 0; i < others.length; i++) {
      equalPairs += values[i] == others[i] ? 1 : 0;
    }
    boolean repeats = repeats(values) || repeats(others);
    if (equalPairs > TIED_SHARE * values.length || repeats) {
      warnings.add(
          new Warning(
              "coarse-clock",
              "many values of "
                  + evidence.shownMetric()
                  + " are exactly the same: what measured them is coarser than the noise; let the"
                  + " workload run longer"));
    }
  }

  /** Tells whether at most half of the values are distinct. */
  private static boolean repeats(double[] values) {
    return values.length > 0 && Arrays.stream(values).distinct().count() * 2 <= values.length;
  }
}
