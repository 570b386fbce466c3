package org.iosched.dsl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Looks for reasons to read evidence with care. Nothing here changes a decision. */
final class EvidenceWarnings {
  private static final double SIGNIFICANCE = 0.01;

  /** A value this many robust standard deviations from the median lies far out. */
  private static final double FAR = 7;

  /** Trends from the first to the last third, and order effects, below 1% need no word. */
  private static final double SMALLEST_EFFECT = 0.01;

  /** The fewest rounds in either order that are compared. */
  private static final int FEWEST_OF_AN_ORDER = 4;

  private static final double TIED_SHARE = 0.2;

  /** So many different values lie close enough to each other to show the noise. */
  private static final int MANY_VALUES = 12;

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
    orderEffect(evidence, warnings);
    heavyTails(evidence, warnings);
    coarseClock(evidence, warnings);
    return warnings;
  }

  /** Returns the warning about rounds that were left out, if there are any. */
  static List<Warning> ofContamination(List<Sample> all) {
    return Disturbed.of(all).warnings();
  }

  /**
   * Returns the warning about samples that were recorded elsewhere, if there are any: nobody knows
   * that their order was random.
   */
  static List<Warning> ofRecording(List<Sample> all) {
    boolean any =
        all.stream()
            .flatMap(sample -> sample.marks().stream())
            .anyMatch(mark -> mark.kind().equals(Mark.RECORDED));
    return any
        ? List.of(
            new Warning(
                Mark.RECORDED,
                "recorded elsewhere, in an order that is not known: if all runs of one scheduler came"
                    + " before those of the other, a drift between them is part of the difference"))
        : List.of();
  }

  private static void trend(
      Evidence evidence, String arm, double[] values, List<Warning> warnings) {
    if (RankStatistics.trend(values) < SIGNIFICANCE) {
      int third = Math.max(1, values.length / 3);
      double change =
          Medians.of(Arrays.copyOfRange(values, values.length - third, values.length))
              / Medians.of(Arrays.copyOf(values, third));
      if (Math.abs(Math.log(change)) < SMALLEST_EFFECT) {
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

  private static void dependence(Evidence evidence, List<Warning> warnings) {
    if (RankStatistics.dependence(evidence.logs()) < SIGNIFICANCE) {
      warnings.add(
          new Warning(
              "dependence",
              "the effect itself changes during the run: neighbouring rounds agree more than"
                  + " chance allows, so that the figure is that of this stretch of time"));
    }
  }

  /**
   * Looks whether an arm compares better after the other one than before it. A random order keeps
   * this from favouring an arm, so that it widens the interval and does not shift it.
   */
  private static void orderEffect(Evidence evidence, List<Warning> warnings) {
    if (!(evidence.claim() instanceof Claim.Ratio ratio)) {
      return;
    }
    double[] inOrder = logs(evidence, true);
    double[] inReverse = logs(evidence, false);
    if (inOrder.length < FEWEST_OF_AN_ORDER
        || inReverse.length < FEWEST_OF_AN_ORDER
        || RankStatistics.shift(inOrder, inReverse) >= SIGNIFICANCE) {
      return;
    }
    double before = Medians.of(inOrder);
    double after = Medians.of(inReverse);
    if (Math.abs(before - after) < SMALLEST_EFFECT) {
      return;
    }
    // The claims a/b and b/a tell the same, so that they say it in the same words.
    boolean turned = ratio.arm().compareTo(ratio.other()) > 0;
    String arm = turned ? ratio.other() : ratio.arm();
    String other = turned ? ratio.arm() : ratio.other();
    double armFirst = turned ? -after : before;
    double otherFirst = turned ? -before : after;
    warnings.add(
        new Warning(
            "order-effect",
            ratio.metric()
                + " "
                + arm
                + "/"
                + other
                + " is typically "
                + Shown.ratio(Math.exp(armFirst))
                + " where "
                + arm
                + " runs first and "
                + Shown.ratio(Math.exp(otherFirst))
                + " where "
                + other
                + " does (a factor of "
                + Shown.ratio(Math.exp(Math.abs(before - after)))
                + "): a run changes what the next one meets; the random order keeps that from"
                + " favouring an arm, but it widens the interval, so let every run start from the"
                + " same state"));
  }

  /** Returns the logarithms of those units in which the claim's arm ran first, or did not. */
  private static double[] logs(Evidence evidence, boolean first) {
    List<Boolean> order = evidence.firstBefore();
    return IntStream.range(0, order.size())
        .filter(i -> order.get(i) == first)
        .mapToDouble(i -> evidence.logs()[i])
        .toArray();
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

  /**
   * Tells whether at most half of the values are distinct, and these are few: of many slices many
   * count the same number of I/Os, though counts are finer than the noise.
   */
  private static boolean repeats(double[] values) {
    long distinct = Arrays.stream(values).distinct().count();
    return values.length > 0 && distinct < MANY_VALUES && distinct * 2 <= values.length;
  }
}
