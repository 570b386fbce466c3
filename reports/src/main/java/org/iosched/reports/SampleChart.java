package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
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
 * Draws every sample of a metric in the order the runs were taken, with the medians of the arms.
 */
final class SampleChart {

  private SampleChart() {}

  static Svg draw(BenchmarkResult benchmark, Metric metric, Palette palette) {
    Svg svg =
        new Svg(
            benchmark.name() + ": " + MetricNames.of(metric) + " of each run",
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
    boolean leftOut = points(svg, benchmark, deciding, metric, x, y, palette);
    double end = ChartFrame.legend(svg, benchmark, palette);
    if (leftOut) {
      svg.marker("dot hollow", 0, new Svg.Point(end, 14), "contaminated, and its round repeated");
      svg.text("legend", end + 9, 18, Svg.Anchor.START, "left out");
    }
    ChartFrame.axisTitle(
        svg,
        "round, each run in the order taken; lines are medians"
            + (fromZero ? "" : "; the upright axis does not begin at 0"));
    return svg;
  }

  private static void rounds(Svg svg, List<Sample> samples, Scale x) {
    int last = samples.get(samples.size() - 1).round();
    int every = Math.max(1, (last + 23) / 24);
    for (int i = 0; i < samples.size(); i++) {
      int round = samples.get(i).round();
      boolean begins = i == 0 || round != samples.get(i - 1).round();
      if (begins) {
        double at = x.at(i - 0.5);
        svg.line("grid", at, ChartFrame.TOP, at, ChartFrame.BOTTOM);
        if (round % every == 0 || every == 1) {
          svg.text(
              "tick", at + 2, ChartFrame.BOTTOM + 15, Svg.Anchor.START, Integer.toString(round));
        }
      }
    }
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

  private static boolean points(
      Svg svg,
      BenchmarkResult benchmark,
      List<Sample> deciding,
      Metric metric,
      Scale x,
      Scale y,
      Palette palette) {
    List<Sample> samples = benchmark.samples();
    List<Sample> decides = new ArrayList<>(deciding);
    boolean leftOut = false;
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      boolean counts = decides.remove(sample);
      double value = sample.measured(metric).map(Measured::value).orElse(Double.NaN);
      if (Double.isFinite(value)) {
        leftOut |= !counts;
        svg.marker(
            "dot " + palette.style(sample.arm()) + (counts ? "" : " hollow"),
            Palette.form(benchmark, sample.arm()),
            new Svg.Point(x.at(i), y.at(value)),
            hover(sample, metric));
      }
    }
    return leftOut;
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
