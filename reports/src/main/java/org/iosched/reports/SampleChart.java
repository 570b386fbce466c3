package org.iosched.reports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.CleanRounds;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Medians;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Unit;

/**
 * Draws every sample of a metric in the order they were taken, with the medians of the arms. Many
 * samples are thin dots without a text to hover for: they would make the page heavy.
 */
final class SampleChart {

  /** Up to so many samples each has a mark of its own. */
  private static final int MARKS = 500;

  /** More grid lines than this would hide the dots. */
  private static final int GRID_LINES = 60;

  /** So many stretches of a run of many rounds have a median of their own. */
  private static final int STRETCHES = 40;

  /** A legend longer than this runs out of the chart. */
  private static final int LEGEND_LENGTH = 60;

  private SampleChart() {}

  static Svg draw(BenchmarkResult benchmark, Metric metric, Palette palette) {
    Svg svg =
        new Svg(
            benchmark.name()
                + ": "
                + MetricNames.of(metric)
                + " of each "
                + SamplingWords.unit(benchmark),
            ChartFrame.WIDTH,
            ChartFrame.HEIGHT);
    List<Sample> samples = benchmark.samples();
    List<Sample> deciding = CleanRounds.of(benchmark.samples());
    Unit unit = MainMetric.unit(benchmark, metric);
    double[] values =
        samples.stream()
            .flatMap(sample -> sample.measured(metric).stream())
            .mapToDouble(Measured::value)
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    if (values.length == 0) {
      svg.text("note", ChartFrame.LEFT, ChartFrame.TOP, Svg.Anchor.START, "no value");
      return svg;
    }
    // Differences of a few percent are what people look for; the axis says where it begins.
    boolean fromZero = values[0] < 0.6 * values[values.length - 1];
    Scale y =
        Scale.linear(
            fromZero ? 0 : values[0], values[values.length - 1], ChartFrame.BOTTOM, ChartFrame.TOP);
    Scale x = new Scale(-1, samples.size(), ChartFrame.LEFT, ChartFrame.RIGHT, false);
    ChartFrame.vertical(svg, y, tick -> Figures.of(tick, unit));
    rounds(svg, samples, x);
    medians(svg, benchmark, deciding, metric, y, palette);
    if (samples.size() > MARKS) {
      dust(svg, benchmark, metric, x, y, palette);
    } else {
      points(svg, benchmark, metric, x, y, palette);
    }
    double end = ChartFrame.legend(svg, benchmark, palette);
    if (deciding.size() < samples.size()) {
      svg.marker("dot hollow", 0, new Svg.Point(end, 14), "contaminated, and its round repeated");
      String kinds = kinds(samples);
      int room = Math.min(LEGEND_LENGTH, ChartFrame.lettersFrom(end + 9));
      svg.text("legend", end + 9, 18, Svg.Anchor.START, PlainText.cut("left out: " + kinds, room));
    }
    ChartFrame.axisTitle(
        svg,
        "round, each "
            + SamplingWords.unit(benchmark)
            + " in the order taken; "
            + (samples.size() > MARKS
                ? "thick lines are medians of stretches, "
                : "lines are medians")
            + (samples.size() > MARKS ? "thin ones of all" : "")
            + (fromZero ? "" : "; the upright axis does not begin at 0"));
    return svg;
  }

  private static void rounds(Svg svg, List<Sample> samples, Scale x) {
    int last = samples.get(samples.size() - 1).round();
    int every = every(last);
    boolean lineForEach = last <= GRID_LINES;
    for (int i = 0; i < samples.size(); i++) {
      int round = samples.get(i).round();
      boolean begins = i == 0 || round != samples.get(i - 1).round();
      boolean named = round % every == 0;
      if (begins && (named || lineForEach)) {
        double at = x.at(i - 0.5);
        svg.line("grid", at, ChartFrame.TOP, at, ChartFrame.BOTTOM);
        String name = Integer.toString(round);
        if (named && name.length() < ChartFrame.lettersFrom(at + 2)) {
          svg.text("tick", at + 2, ChartFrame.BOTTOM + 15, Svg.Anchor.START, name);
        }
      }
    }
  }

  /** Returns every how many rounds one is named: 1, 2, 5, 10, 20 and so on. */
  private static int every(int last) {
    int every = 1;
    for (int factor = 1; last > 24 * every; factor *= 10) {
      for (int digit : new int[] {1, 2, 5}) {
        if (last > 24 * every) {
          every = digit * factor;
        }
      }
    }
    return every;
  }

  private static void medians(
      Svg svg,
      BenchmarkResult benchmark,
      List<Sample> deciding,
      Metric metric,
      Scale y,
      Palette palette) {
    benchmark
        .arms()
        .forEach(
            arm -> {
              double median = Medians.of(MainMetric.values(deciding, arm.name(), metric));
              if (Double.isFinite(median)) {
                double at = y.at(median);
                svg.line(
                    "median " + palette.style(arm.name()),
                    ChartFrame.LEFT,
                    at,
                    ChartFrame.RIGHT,
                    at);
              }
            });
  }

  private static void points(
      Svg svg, BenchmarkResult benchmark, Metric metric, Scale x, Scale y, Palette palette) {
    List<Sample> samples = benchmark.samples();
    Set<Integer> disturbed = disturbed(samples);
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      double value = sample.measured(metric).map(Measured::value).orElse(Double.NaN);
      if (Double.isFinite(value)) {
        svg.marker(
            "dot "
                + palette.style(sample.arm())
                + (disturbed.contains(sample.round()) ? " hollow" : ""),
            Palette.form(benchmark, sample.arm()),
            new Svg.Point(x.at(i), y.at(value)),
            hover(sample, metric));
      }
    }
  }

  /** Draws one path per arm, and another for what was left out. */
  private static void dust(
      Svg svg, BenchmarkResult benchmark, Metric metric, Scale x, Scale y, Palette palette) {
    List<Sample> samples = benchmark.samples();
    Set<Integer> disturbed = disturbed(samples);
    Map<String, List<Svg.Point>> counting = new LinkedHashMap<>();
    Map<String, List<Svg.Point>> leftOut = new LinkedHashMap<>();
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      double value = sample.measured(metric).map(Measured::value).orElse(Double.NaN);
      if (Double.isFinite(value)) {
        (disturbed.contains(sample.round()) ? leftOut : counting)
            .computeIfAbsent(palette.style(sample.arm()), style -> new ArrayList<>())
            .add(new Svg.Point(x.at(i), y.at(value)));
      }
    }
    counting.forEach((style, points) -> svg.dust("dust " + style, points));
    leftOut.forEach((style, points) -> svg.rings("ring " + style, points));
    benchmark
        .arms()
        .forEach(
            arm ->
                svg.polyline(
                    "middle " + palette.style(arm.name()),
                    stretches(samples, disturbed, arm.name(), metric, x, y)));
  }

  /** Returns the medians of stretches of rounds: among thousands of dots nobody sees a drift. */
  private static List<Svg.Point> stretches(
      List<Sample> samples, Set<Integer> disturbed, String arm, Metric metric, Scale x, Scale y) {
    List<Svg.Point> points = new ArrayList<>();
    for (int i = 0; i < STRETCHES; i++) {
      int from = i * samples.size() / STRETCHES;
      int to = (i + 1) * samples.size() / STRETCHES;
      List<Sample> counting =
          samples.subList(from, to).stream()
              .filter(sample -> !disturbed.contains(sample.round()))
              .toList();
      double median = Medians.of(MainMetric.values(counting, arm, metric));
      if (Double.isFinite(median)) {
        points.add(new Svg.Point(x.at((from + to - 1) / 2.0), y.at(median)));
      }
    }
    return points;
  }

  private static Set<Integer> disturbed(List<Sample> samples) {
    return samples.stream()
        .filter(Sample::contaminated)
        .map(Sample::round)
        .collect(Collectors.toSet());
  }

  /** Returns what the samples were left out for, e.g. {@code "foreign-io, steal"}. */
  private static String kinds(List<Sample> samples) {
    return samples.stream()
        .flatMap(sample -> sample.marks().stream())
        .filter(Mark::contaminates)
        .map(Mark::kind)
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Returns e.g. {@code "none, round 3, position 2: 41.2 MB/s"}, with what befell the run. */
  static String hover(Sample sample, Metric metric) {
    String marks = sample.marks().stream().map(Mark::message).collect(Collectors.joining(" "));
    return sample.arm()
        + ", round "
        + sample.round()
        + ", position "
        + sample.position()
        + ": "
        + sample
            .measured(metric)
            .map(measured -> Figures.of(measured.value(), measured.unit()))
            .orElse(Figures.NONE)
        + (marks.isEmpty() ? "" : ". " + marks);
  }
}
