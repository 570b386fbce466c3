package org.iosched.extension;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.RegimeChange;
import org.iosched.dsl.Regimes;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Series;

/** Looks for changes of rate in what a probe has recorded. */
final class ProbedRegimes {

  private ProbedRegimes() {}

  /** Tells whether one run alone looks as if a rate changed in it, be it by noise. */
  static boolean mayChange(Sample run) {
    return rates(run).anyMatch(metric -> Regimes.mayChange(metric, run));
  }

  /** Returns the last change that most of an arm's runs have in common. */
  static Optional<RegimeChange> last(List<Sample> runs, String arm) {
    return runs.stream()
        .limit(1)
        .flatMap(ProbedRegimes::rates)
        .flatMap(metric -> Regimes.of(arm, metric, runs).stream())
        .max(Comparator.comparingDouble(RegimeChange::typicalSeconds));
  }

  /** Returns the rates that were recorded, the whole workload's first. */
  private static Stream<Metric> rates(Sample run) {
    return run.series().stream()
        .map(Series::metric)
        .filter(metric -> metric.quantity() == Quantity.IOPS);
  }
}
