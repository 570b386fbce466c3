package org.iosched.reports;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Verdict;

/** Draws the ratio of each expectation that compares schedulers, with its interval. */
final class RatioChart {

  private static final double LEFT = 348;
  private static final double TOP = 26;
  private static final double ROW = 40;

  private RatioChart() {}

  /** Tells whether there is something to draw of a verdict. */
  static boolean shows(BenchmarkResult benchmark, Verdict verdict) {
    return Claimed.of(benchmark, verdict).ratio()
        && Double.isFinite(verdict.estimate())
        && verdict.estimate() > 0;
  }

  static Svg draw(BenchmarkResult benchmark, List<Verdict> verdicts) {
    List<Verdict> shown = verdicts.stream().filter(v -> shows(benchmark, v)).toList();
    double bottom = TOP + ROW * shown.size();
    Svg svg = new Svg(benchmark.name() + ": ratios", ChartFrame.WIDTH, bottom + 38);
    double[] ends =
        shown.stream()
            .flatMapToDouble(
                verdict ->
                    DoubleStream.concat(
                        DoubleStream.of(1, verdict.low(), verdict.estimate(), verdict.high()),
                        Claimed.of(benchmark, verdict).threshold().stream()))
            .filter(value -> Double.isFinite(value) && value > 0)
            .toArray();
    Scale x =
        Scale.logarithmic(
            DoubleStream.of(ends).min().orElse(0.5),
            DoubleStream.of(ends).max().orElse(2),
            LEFT,
            ChartFrame.RIGHT - 8);
    for (double tick : x.ticks()) {
      svg.line(Math.abs(tick - 1) < 1e-9 ? "equal" : "grid", x.at(tick), TOP, x.at(tick), bottom);
      svg.text("tick", x.at(tick), bottom + 15, Svg.Anchor.MIDDLE, tick(tick));
    }
    svg.line("equal", x.at(1), TOP, x.at(1), bottom);
    for (int i = 0; i < shown.size(); i++) {
      row(svg, benchmark, shown.get(i), TOP + ROW * i, x);
    }
    svg.line("claim", LEFT, 11, LEFT, 21);
    svg.text("legend", LEFT + 8, 18, Svg.Anchor.START, "claimed");
    svg.line("equal", LEFT + 84, 11, LEFT + 84, 21);
    svg.text("legend", LEFT + 92, 18, Svg.Anchor.START, "equal");
    svg.text(
        "axis",
        (LEFT + ChartFrame.RIGHT) / 2,
        bottom + 32,
        Svg.Anchor.MIDDLE,
        "ratio (logarithmic), with interval");
    return svg;
  }

  private static void row(
      Svg svg, BenchmarkResult benchmark, Verdict verdict, double top, Scale x) {
    double middle = top + ROW / 2;
    String outcome = verdict.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-');
    List<String> lines = PlainText.wrap("", 0, verdict.expectation(), 52);
    svg.text("label", 4, middle - 4, Svg.Anchor.START, lines.get(0));
    String second =
        lines.size() > 1 ? PlainText.cut(String.join(" ", lines.subList(1, lines.size())), 34) : "";
    svg.text("label", 4, middle + 10, Svg.Anchor.START, second);
    svg.text(
        "outcome " + outcome,
        LEFT - 10,
        middle + 10,
        Svg.Anchor.END,
        VerdictWords.outcome(verdict.outcome()));
    OptionalDouble threshold = Claimed.of(benchmark, verdict).threshold();
    if (threshold.isPresent()) {
      double at = x.at(threshold.getAsDouble());
      svg.line("claim", at, top + 6, at, top + ROW - 6);
    }
    double low = Double.isNaN(verdict.low()) ? verdict.estimate() : verdict.low();
    double high = Double.isNaN(verdict.high()) ? verdict.estimate() : verdict.high();
    svg.line("interval " + outcome, x.at(low), middle, x.at(high), middle);
    end(svg, outcome, x.at(low), middle, low > 0);
    end(svg, outcome, x.at(high), middle, Double.isFinite(high));
    svg.marker(
        "dot " + outcome,
        0,
        new Svg.Point(x.at(verdict.estimate()), middle),
        verdict.expectation() + ": " + VerdictWords.evidence(benchmark, verdict));
  }

  /** An interval that is unbounded on a side has no end there. */
  private static void end(Svg svg, String outcome, double x, double middle, boolean bounded) {
    if (bounded) {
      svg.line("interval " + outcome, x, middle - 4, x, middle + 4);
    }
  }

  private static String tick(double ratio) {
    String text = String.format(Locale.ROOT, ratio < 10 ? "%.3f" : "%.0f", ratio);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }
}
