package org.iosched.dsl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the regimes of an arm: stretches of its runs in which the rate is stationary. A single run
 * splits noise, so a change counts only where at least two thirds of the arm's runs, 3 at least,
 * change in the same direction within ±0.5 s, and where the levels of the runs on either side of it
 * differ: those between it and the changes next to it that count.
 */
public final class Regimes {
  /** Changes of different runs belong together within this much of a common moment. */
  private static final double TOLERANCE_SECONDS = 0.5;

  public static final int FEWEST_RUNS = 3;

  /**
   * The levels have to differ in so many runs, or in all where there are fewer. Three of four agree
   * by accident four times as often as three of three, for there are four ways to choose them. A
   * run whose change was lost in noise still differs in its levels, so that none needs to be
   * excused.
   */
  private static final int FEWEST_LEVELS = 4;

  /**
   * By how much they have to differ there, as a logarithm: by the root of the step that two thirds
   * of them have to show, since noise may take away half of it.
   */
  private static final double LEAST_LEVEL_STEP = RunChange.LEAST_STEP / 2;

  private static final double ROUNDING = 1e-9;

  private Regimes() {}

  /** A change of one of the runs. */
  private record Numbered(int run, RunChange change) {

    double seconds() {
      return change.seconds();
    }
  }

  /**
   * Returns the changes of rate that most runs of an arm have in common, in their order in time.
   *
   * @param arm the arm's name
   * @param metric what is claimed about: iops, latencies and cpu are looked at by I/Os, bandwidth
   *     and speed by bytes; elapsed time has no regimes
   * @param samples those that may decide; other arms' samples are passed over
   */
  public static List<RegimeChange> of(String arm, Metric metric, List<Sample> samples) {
    Optional<Metric> rate = RateSeries.rateOf(metric);
    if (rate.isEmpty()) {
      return List.of();
    }
    List<RateSeries> runs =
        samples.stream()
            .filter(sample -> sample.arm().equals(arm))
            .flatMap(sample -> RateSeries.of(sample, rate.get()).stream())
            .toList();
    return common(runs).stream().map(group -> change(arm, rate.get(), group, runs.size())).toList();
  }

  /**
   * Tells whether one run alone looks as if a rate changed in it, be it by noise: whether there
   * would be a change if as many runs as it takes were like it.
   *
   * @param metric what is looked at, as in {@link #of}
   */
  public static boolean mayChange(Metric metric, Sample run) {
    return RateSeries.rateOf(metric)
        .flatMap(rate -> RateSeries.of(run, rate))
        .filter(series -> count(Collections.nCopies(FEWEST_RUNS, series)) > 0)
        .isPresent();
  }

  /**
   * Returns the parts of a run between the changes of one or more arms; the transitions, from the
   * earliest to the latest change of the runs, belong to none of them.
   *
   * @param changes in any order
   * @return in their order; the whole run where there is no change. Parts of less than half a
   *     second are left out, but for the last, whose end is not known here.
   */
  public static List<Stretch> between(List<RegimeChange> changes) {
    List<RegimeChange> sorted =
        changes.stream().sorted(Comparator.comparingDouble(RegimeChange::fromSeconds)).toList();
    List<Stretch> stretches = new ArrayList<>();
    double from = 0;
    for (RegimeChange change : sorted) {
      if (change.fromSeconds() - from >= RunChange.SHORTEST_SECONDS - ROUNDING) {
        stretches.add(new Stretch(from, change.fromSeconds()));
      }
      from = Math.max(from, change.toSeconds());
    }
    stretches.add(new Stretch(from, Double.POSITIVE_INFINITY));
    return stretches;
  }

  /** Returns how many changes are found that no arm whose runs these are should have. */
  static int count(List<RateSeries> runs) {
    return common(runs).size();
  }

  /** Returns the changes that enough runs have in common, each with those of the runs. */
  private static List<List<Numbered>> common(List<RateSeries> runs) {
    if (runs.size() < FEWEST_RUNS) {
      return List.of();
    }
    List<Numbered> all = new ArrayList<>();
    for (int run = 0; run < runs.size(); run++) {
      for (RunChange change : RunChange.of(runs.get(run))) {
        all.add(new Numbered(run, change));
      }
    }
    int needed = Math.max(FEWEST_RUNS, (2 * runs.size() + 2) / 3);
    List<List<Numbered>> groups = new ArrayList<>();
    groups.addAll(groups(all.stream().filter(one -> one.change().rises()).toList(), needed));
    groups.addAll(groups(all.stream().filter(one -> !one.change().rises()).toList(), needed));
    groups.sort(Comparator.comparingDouble(Regimes::from));
    keepConfirmed(groups, runs.stream().map(RunChange::lookedAt).toList(), needed);
    return groups;
  }

  /**
   * Drops the changes that the levels do not confirm: the worst first, since others then reach on.
   */
  private static void keepConfirmed(
      List<List<Numbered>> groups, List<RateSeries> runs, int needed) {
    int level = Math.max(needed, Math.min(FEWEST_LEVELS, runs.size()));
    while (!groups.isEmpty()) {
      int worst = -1;
      int fewest = Integer.MAX_VALUE;
      for (int i = 0; i < groups.size(); i++) {
        LevelSteps steps = new LevelSteps(runs, before(groups, i), after(groups, i));
        boolean rises = groups.get(i).get(0).change().rises();
        int whole = steps.runs(rises, RunChange.LEAST_STEP);
        if ((whole < needed || steps.runs(rises, LEAST_LEVEL_STEP) < level) && whole < fewest) {
          worst = i;
          fewest = whole;
        }
      }
      if (worst < 0) {
        return;
      }
      groups.remove(worst);
    }
  }

  /** Returns the stretch from the change before to this one. */
  private static Stretch before(List<List<Numbered>> groups, int i) {
    double to = from(groups.get(i));
    double since = i == 0 ? 0 : to(groups.get(i - 1));
    return new Stretch(Math.max(0, Math.min(since, to - RunChange.SHORTEST_SECONDS)), to);
  }

  /** Returns the stretch from this change to the next one. */
  private static Stretch after(List<List<Numbered>> groups, int i) {
    double from = to(groups.get(i));
    double until = i + 1 == groups.size() ? Double.POSITIVE_INFINITY : from(groups.get(i + 1));
    return new Stretch(from, Math.max(until, from + RunChange.SHORTEST_SECONDS));
  }

  /** Takes the changes that most runs share again and again, until too few are left. */
  private static List<List<Numbered>> groups(List<Numbered> sameDirection, int needed) {
    List<Numbered> left = new ArrayList<>(sameDirection);
    left.sort(Comparator.comparingDouble(Numbered::seconds));
    List<List<Numbered>> groups = new ArrayList<>();
    while (true) {
      List<Numbered> best = List.of();
      for (Numbered first : left) {
        List<Numbered> near =
            left.stream()
                .filter(
                    one ->
                        one.seconds() >= first.seconds()
                            && one.seconds() - first.seconds() <= 2 * TOLERANCE_SECONDS + ROUNDING)
                .toList();
        if (runsOf(near) > runsOf(best)
            || (runsOf(near) == runsOf(best) && spread(near) < spread(best))) {
          best = near;
        }
      }
      if (runsOf(best) < needed) {
        return groups;
      }
      groups.add(best);
      left.removeAll(best);
    }
  }

  private static long runsOf(List<Numbered> group) {
    return group.stream().mapToInt(Numbered::run).distinct().count();
  }

  private static double spread(List<Numbered> group) {
    return group.isEmpty() ? 0 : to(group) - from(group);
  }

  private static double from(List<Numbered> group) {
    return group.get(0).seconds();
  }

  private static double to(List<Numbered> group) {
    return group.get(group.size() - 1).seconds();
  }

  private static RegimeChange change(String arm, Metric rate, List<Numbered> group, int runs) {
    return new RegimeChange(
        arm,
        rate,
        from(group),
        to(group),
        median(group.stream().map(Numbered::change).map(RunChange::seconds).toList()),
        median(group.stream().map(Numbered::change).map(RunChange::before).toList()),
        median(group.stream().map(Numbered::change).map(RunChange::after).toList()),
        (int) runsOf(group),
        runs);
  }

  private static double median(List<Double> values) {
    return Medians.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
