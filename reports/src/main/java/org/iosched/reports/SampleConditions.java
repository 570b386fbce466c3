package org.iosched.reports;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Medians;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Shown;
import org.iosched.dsl.Unit;

/**
 * What the machine did during each sample, as a table. Of many samples only those that something
 * befell have a row of their own; of the others there are median and largest value by arm.
 *
 * @param title what it is
 * @param head the names of the columns
 * @param rows the cells; none where nothing is known
 */
record SampleConditions(String title, List<String> head, List<List<String>> rows) {

  /** Up to so many samples each has a row. */
  private static final int ALL = 200;

  /** The most rows of single samples where there are more. */
  private static final int MARKED = 100;

  static SampleConditions of(BenchmarkResult benchmark) {
    List<Sample> samples = benchmark.samples();
    List<String> names =
        samples.stream()
            .flatMap(sample -> sample.conditions().keySet().stream())
            .distinct()
            .sorted()
            .toList();
    List<Sample> marked = samples.stream().filter(sample -> !sample.marks().isEmpty()).toList();
    boolean each = samples.size() <= ALL;
    String unit = SamplingWords.unit(benchmark);
    List<List<String>> rows = new ArrayList<>();
    if (!each && !names.isEmpty()) {
      for (Arm arm : benchmark.arms()) {
        rows.add(summary(arm, samples, names, true));
        rows.add(summary(arm, samples, names, false));
      }
    }
    boolean all = each && !names.isEmpty();
    (all ? samples.stream() : marked.stream().limit(each ? ALL : MARKED))
        .forEach(sample -> rows.add(row(sample, names)));
    List<String> head = new ArrayList<>(List.of(unit));
    head.addAll(names);
    head.add("what befell it");
    String title =
        each
            ? "Conditions of each " + unit
            : "Conditions of the "
                + unit
                + "s: medians and maxima, and those of "
                + Math.min(MARKED, marked.size())
                + " of "
                + marked.size()
                + " that something befell";
    return new SampleConditions(title, head, rows);
  }

  private static List<String> row(Sample sample, List<String> names) {
    List<String> cells =
        new ArrayList<>(
            List.of(sample.arm() + ", round " + sample.round() + ", " + sample.position()));
    names.forEach(
        name -> cells.add(figure(name, sample.conditions().getOrDefault(name, Double.NaN))));
    cells.add(
        sample.marks().stream()
            .map(mark -> (mark.contaminates() ? "left out: " : "") + mark.message())
            .collect(Collectors.joining(" ")));
    return cells;
  }

  private static List<String> summary(
      Arm arm, List<Sample> samples, List<String> names, boolean median) {
    List<String> cells = new ArrayList<>(List.of(arm.name() + (median ? ", median" : ", largest")));
    for (String name : names) {
      double[] values =
          samples.stream()
              .filter(sample -> sample.arm().equals(arm.name()))
              .map(sample -> sample.conditions().get(name))
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .filter(Double::isFinite)
              .toArray();
      double largest = Arrays.stream(values).max().orElse(Double.NaN);
      cells.add(figure(name, median ? Medians.of(values) : largest));
    }
    cells.add("");
    return cells;
  }

  /** The unit is what the name ends in; where it is none that is known, the number is bare. */
  private static String figure(String name, double value) {
    if (Double.isNaN(value)) {
      return Figures.NONE;
    }
    return switch (name.substring(name.lastIndexOf('-') + 1)) {
      case "share" -> Shown.percent(value);
      case "seconds" -> Shown.of(value, Unit.SECONDS);
      case "bytes" -> Shown.of(value, Unit.BYTES_PER_SECOND).replaceAll("/s$", "");
      default -> Shown.ratio(value);
    };
  }
}
