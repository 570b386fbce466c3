package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.CleanRounds;
import org.iosched.dsl.Medians;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Series;
import org.iosched.dsl.Unit;

/** Draws the rate over time within the runs: a thin line per run, a bold one for their median. */
final class RateChart {

  /** More points than this along the chart could not be told apart. */
  private static final int POINTS = 240;

  private RateChart() {}

  /**
   * Returns the metrics that have a series in any sample; one whose series are those of one before
   * (all I/Os were reads) is left out. Slices are too short to show anything over time.
   */
  static List<Metric> metrics(BenchmarkResult benchmark) {
    if (SamplingWords.slices(benchmark)) {
      return List.of();
    }
    List<Metric> metrics = new ArrayList<>();
    withSeries(benchmark).stream()
        .filter(metric -> metrics.stream().noneMatch(before -> same(benchmark, before, metric)))
        .forEach(metrics::add);
    return metrics;
  }

  private static boolean same(BenchmarkResult benchmark, Metric one, Metric other) {
    return one.quantity() == other.quantity()
        && benchmark.samples().stream()
            .allMatch(sample -> counts(sample, one).equals(counts(sample, other)));
  }

  private static List<List<Long>> counts(Sample sample, Metric metric) {
    return sample.series().stream()
        .filter(series -> series.metric().equals(metric))
        .map(Series::counts)
        .toList();
  }

  private static List<Metric> withSeries(BenchmarkResult benchmark) {
    return benchmark.samples().stream()
        .flatMap(sample -> sample.series().stream())
        .filter(series -> series.counts().size() > 1)
        .map(Series::metric)
        .distinct()
        .sorted(MetricNames.ORDER)
        .toList();
  }

  /** The rates of one run. */
  private record Run(double windowSeconds, List<Double> rates) {}

  static Svg draw(BenchmarkResult benchmark, Metric metric, Palette palette) {
    Svg svg =
        new Svg(
            benchmark.name() + ": " + MetricNames.of(metric) + " over time",
            ChartFrame.WIDTH,
            ChartFrame.HEIGHT);
    List<Sample> deciding = CleanRounds.of(benchmark.samples());
    double longest = 0;
    double highest = 0;
    for (Sample sample : deciding) {
      for (Run run : runs(List.of(sample), sample.arm(), metric)) {
        longest = Math.max(longest, run.rates.size() * run.windowSeconds);
        highest = Math.max(highest, run.rates.stream().mapToDouble(r -> r).max().orElse(0));
      }
    }
    Scale x = new Scale(0, longest > 0 ? longest : 1, ChartFrame.LEFT, ChartFrame.RIGHT, false);
    Scale y = Scale.linear(0, highest, ChartFrame.BOTTOM, ChartFrame.TOP);
    Unit unit =
        metric.quantity() == Quantity.BANDWIDTH ? Unit.BYTES_PER_SECOND : Unit.IO_PER_SECOND;
    ChartFrame.vertical(svg, y, tick -> tick == 0 ? "0" : Figures.of(tick, unit));
    ChartFrame.horizontal(
        svg, x, x.ticks(), tick -> tick == 0 ? "0" : Figures.of(tick, Unit.SECONDS));
    for (Arm arm : benchmark.arms()) {
      runs(deciding, arm.name(), metric)
          .forEach(run -> svg.polyline("run " + palette.style(arm.name()), points(run, x, y)));
    }
    for (Arm arm : benchmark.arms()) {
      List<Run> runs = runs(deciding, arm.name(), metric);
      if (!runs.isEmpty()) {
        svg.polyline("middle " + palette.style(arm.name()), points(median(runs), x, y));
      }
    }
    boolean changes = changes(svg, benchmark, x);
    ChartFrame.legend(svg, benchmark, palette);
    ChartFrame.axisTitle(
        svg,
        "time within the run; thin lines are runs, bold lines their median"
            + (changes ? "; dashed: a regime ends" : ""));
    return svg;
  }

  /** Marks the moments that the warnings of the verdicts name. */
  private static boolean changes(Svg svg, BenchmarkResult benchmark, Scale x) {
    List<Double> moments =
        RegimeWords.of(benchmark).stream()
            .flatMap(words -> RegimeWords.moments(words).stream())
            .distinct()
            .filter(seconds -> seconds > 0 && seconds < x.high())
            .toList();
    moments.forEach(
        seconds ->
            svg.line("change", x.at(seconds), ChartFrame.TOP, x.at(seconds), ChartFrame.BOTTOM));
    return !moments.isEmpty();
  }

  private static List<Run> runs(List<Sample> samples, String arm, Metric metric) {
    return samples.stream()
        .filter(sample -> sample.arm().equals(arm))
        .flatMap(sample -> sample.series().stream())
        .filter(series -> series.metric().equals(metric) && series.counts().size() > 1)
        .map(RateChart::thinned)
        .toList();
  }

  private static Run thinned(Series series) {
    int together = (series.counts().size() + POINTS - 1) / POINTS;
    double seconds = series.windowSeconds() * together;
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i + together <= series.counts().size(); i += together) {
      double count = series.counts().subList(i, i + together).stream().mapToDouble(c -> c).sum();
      rates.add(count / seconds);
    }
    return new Run(seconds, rates);
  }

  /** The median window by window, as far as at least half of the runs reach. */
  private static Run median(List<Run> runs) {
    List<Double> medians = new ArrayList<>();
    for (int i = 0; ; i++) {
      int at = i;
      double[] there =
          runs.stream()
              .filter(run -> run.rates.size() > at)
              .mapToDouble(run -> run.rates.get(at))
              .toArray();
      if (2 * there.length < runs.size() || there.length == 0) {
        return new Run(runs.get(0).windowSeconds, medians);
      }
      medians.add(Medians.of(there));
    }
  }

  private static List<Svg.Point> points(Run run, Scale x, Scale y) {
    List<Svg.Point> points = new ArrayList<>();
    for (int i = 0; i < run.rates.size(); i++) {
      points.add(new Svg.Point(x.at((i + 0.5) * run.windowSeconds), y.at(run.rates.get(i))));
    }
    return points;
  }
}
