package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Medians;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Sample;

/**
 * What was measured between two looks: the rounds of one invocation where the samples are slices.
 *
 * @param number from 1
 * @param firstRound the number of its first round
 * @param lastRound the number of its last round, repeated ones included
 * @param samples those of its rounds, in the order taken
 */
record Look(int number, int firstRound, int lastRound, List<Sample> samples) {

  /**
   * Divides the rounds of a benchmark among its looks: each ends with the round that makes its
   * number of clean ones complete. What comes after the last look belongs to it.
   */
  static List<Look> of(BenchmarkResult benchmark) {
    TreeMap<Integer, List<Sample>> rounds = new TreeMap<>();
    for (Sample sample : benchmark.samples()) {
      rounds.computeIfAbsent(sample.round(), round -> new ArrayList<>()).add(sample);
    }
    List<Integer> ends = benchmark.plan().rounds();
    List<Look> looks = new ArrayList<>();
    List<Sample> open = new ArrayList<>();
    int clean = 0;
    for (var round : rounds.entrySet()) {
      open.addAll(round.getValue());
      clean += round.getValue().stream().anyMatch(Sample::contaminated) ? 0 : 1;
      boolean isLast = round.getKey().equals(rounds.lastKey());
      boolean complete = looks.size() < ends.size() - 1 && clean >= ends.get(looks.size());
      if (complete || isLast) {
        looks.add(
            new Look(looks.size() + 1, open.get(0).round(), round.getKey(), List.copyOf(open)));
        open.clear();
      }
    }
    return looks;
  }

  /** Returns e.g. {@code "look 2: rounds 9 to 16"}. */
  String words() {
    return "look "
        + number
        + (firstRound == lastRound
            ? ": round " + firstRound
            : ": rounds " + firstRound + " to " + lastRound);
  }

  /** Returns the median of an arm over the clean rounds of this look alone; NaN without one. */
  double median(Arm arm, Metric metric) {
    Set<Integer> disturbed =
        samples.stream()
            .filter(Sample::contaminated)
            .map(Sample::round)
            .collect(Collectors.toCollection(TreeSet::new));
    List<Sample> counting =
        samples.stream().filter(sample -> !disturbed.contains(sample.round())).toList();
    return Medians.of(MainMetric.values(counting, arm.name(), metric));
  }

  /** Returns the medians of all looks as CSV, one line per look, in the unit named in the head. */
  static String csv(BenchmarkResult benchmark, Metric metric) {
    String unit = MainMetric.unit(benchmark, metric).symbol();
    Stream<String> head =
        Stream.concat(
            Stream.of("look", "first round", "last round"),
            benchmark.arms().stream()
                .map(arm -> arm.name() + ": median " + MetricNames.of(metric) + " [" + unit + "]"));
    List<List<String>> lines = new ArrayList<>(List.of(head.toList()));
    for (Look look : of(benchmark)) {
      List<String> cells =
          new ArrayList<>(
              Stream.of(look.number, look.firstRound, look.lastRound)
                  .map(Object::toString)
                  .toList());
      benchmark.arms().forEach(arm -> cells.add(Csv.number(look.median(arm, metric))));
      lines.add(cells);
    }
    return Csv.of(lines);
  }
}
