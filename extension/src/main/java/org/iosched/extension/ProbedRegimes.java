package org.iosched.extension;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.RegimeChange;
import org.iosched.dsl.Regimes;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Series;

/** Looks for changes of rate in what a probe has recorded. */
final class ProbedRegimes {

  /** How many runs it takes to tell a regime from noise. */
  static final int FEWEST_RUNS = 3;

  private ProbedRegimes() {}

  /** Tells whether one run alone looks as if a rate changed in it, be it by noise. */
  static boolean mayChange(Sample run) {
    List<Sample> repeated = new ArrayList<>();
    for (int round = 1; round <= FEWEST_RUNS; round++) {
      repeated.add(run.inRound(round));
    }
    return last(repeated, run.arm()).isPresent();
  }

  /** Returns the last change that most of an arm's runs have in common. */
  static Optional<RegimeChange> last(List<Sample> runs, String arm) {
    return rates(runs).stream()
        .flatMap(metric -> Regimes.of(arm, metric, runs).stream())
        .max(Comparator.comparingDouble(RegimeChange::typicalSeconds));
  }

  /** Returns the rates that were recorded, the whole workload's first. */
  private static List<Metric> rates(List<Sample> runs) {
    return runs.isEmpty()
        ? Collections.emptyList()
        : runs.get(0).series().stream()
            .map(Series::metric)
            .filter(metric -> metric.quantity() == Quantity.IOPS)
            .toList();
  }
}
