package org.iosched.reports;

import java.util.List;
import java.util.function.DoubleFunction;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;

/** The parts that charts with two axes have in common. */
final class ChartFrame {

  static final double WIDTH = 760;
  static final double HEIGHT = 280;
  static final double LEFT = 84;
  static final double RIGHT = WIDTH - 20;
  static final double TOP = 34;
  static final double BOTTOM = HEIGHT - 42;

  /** The mean width of a letter at the size of {@code chart.css}; only legends depend on it. */
  private static final double LETTER = 6.6;

  private ChartFrame() {}

  /** Returns how many letters a text may have that begins at a place and ends inside the chart. */
  static int lettersFrom(double x) {
    return (int) Math.max(1, (WIDTH - x) / LETTER);
  }

  static void vertical(Svg svg, Scale scale, DoubleFunction<String> label) {
    for (double tick : scale.ticks()) {
      double y = scale.at(tick);
      svg.line("grid", LEFT, y, RIGHT, y);
      svg.text("tick", LEFT - 6, y + 4, Svg.Anchor.END, label.apply(tick));
    }
  }

  static void horizontal(Svg svg, Scale scale, List<Double> ticks, DoubleFunction<String> label) {
    for (double tick : ticks) {
      double x = scale.at(tick);
      svg.line("grid", x, TOP, x, BOTTOM);
      svg.text("tick", x, BOTTOM + 16, Svg.Anchor.MIDDLE, label.apply(tick));
    }
  }

  static void axisTitle(Svg svg, String title) {
    svg.text("axis", (LEFT + RIGHT) / 2, HEIGHT - 8, Svg.Anchor.MIDDLE, title);
  }

  /** Draws one entry per arm along the top and returns where the next entry would stand. */
  static double legend(Svg svg, BenchmarkResult benchmark, Palette palette) {
    double x = LEFT;
    for (Arm arm : benchmark.arms()) {
      String label = PlainText.cut(ArmLabel.of(arm, benchmark.samples()), 36);
      svg.marker(
          "dot " + palette.style(arm.name()),
          Palette.form(benchmark, arm.name()),
          new Svg.Point(x, 14),
          arm.requested());
      svg.text("legend", x + 9, 18, Svg.Anchor.START, label);
      x += 9 + label.length() * LETTER + 18;
    }
    return x;
  }
}
