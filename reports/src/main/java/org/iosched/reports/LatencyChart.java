package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.CleanRounds;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyFrom;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Side;
import org.iosched.dsl.Unit;

/**
 * Draws latency against the share of I/Os that are faster, the tail stretched: a thin line per run
 * (or for some slices together), a bold one for all of an arm merged. A line ends where fewer than
 * ten I/Os are slower.
 */
final class LatencyChart {

  /** A quantile needs this many I/Os beyond it to be told from chance. */
  private static final int BEYOND = 10;

  /** More thin lines than this for one arm could not be told apart. */
  private static final int LINES = 30;

  /** Points nearer to each other than this are one. */
  private static final double PIXELS = 3;

  private LatencyChart() {}

  /**
   * Which I/Os a chart is about.
   *
   * @param job the fio job, or empty for the whole workload
   * @param side reads, writes or both
   * @param from when their clock starts
   */
  record Scope(Optional<String> job, Side side, LatencyFrom from) {

    private static Scope of(Latencies latencies) {
      return new Scope(latencies.job(), latencies.side(), latencies.from());
    }

    @Override
    public String toString() {
      String sides = side == Side.BOTH ? "" : MetricNames.side(side) + " ";
      return job.map(name -> name + " ").orElse("")
          + sides
          + (from == LatencyFrom.SUBMISSION ? "latency" : "response");
    }
  }

  /** Returns what the samples hold distributions of. */
  static List<Scope> scopes(BenchmarkResult benchmark) {
    List<Scope> scopes = new ArrayList<>();
    withDistribution(benchmark).stream()
        .filter(scope -> scopes.stream().noneMatch(before -> same(benchmark, before, scope)))
        .forEach(scopes::add);
    return scopes;
  }

  /** Tells whether two scopes are the same I/Os in every run, since all of them were reads. */
  private static boolean same(BenchmarkResult benchmark, Scope one, Scope other) {
    return benchmark.samples().stream()
        .allMatch(sample -> counts(sample, one).equals(counts(sample, other)));
  }

  private static List<List<List<Long>>> counts(Sample sample, Scope scope) {
    return sample.latencies().stream()
        .filter(latencies -> Scope.of(latencies).equals(scope))
        .map(latencies -> List.of(latencies.upperNanos(), latencies.counts()))
        .toList();
  }

  /** Returns every scope that any sample holds a distribution of. */
  static List<Scope> withDistribution(BenchmarkResult benchmark) {
    return benchmark.samples().stream()
        .flatMap(sample -> sample.latencies().stream())
        .filter(latencies -> latencies.counts().stream().mapToLong(c -> c).sum() > BEYOND)
        .map(Scope::of)
        .distinct()
        .toList();
  }

  /** A point of a curve: the share of I/Os beyond it, and its latency. */
  private record Step(double beyond, double nanos) {}

  static Svg draw(BenchmarkResult benchmark, Scope scope, Palette palette) {
    Svg svg = new Svg(benchmark.name() + ": " + scope, ChartFrame.WIDTH, ChartFrame.HEIGHT);
    List<Sample> deciding = CleanRounds.of(benchmark.samples());
    List<List<Step>> all =
        benchmark.arms().stream().map(arm -> merged(deciding, arm.name(), scope)).toList();
    int together = together(benchmark, deciding);
    List<Line> each = lines(benchmark, deciding, together, scope);
    double[] nanos =
        Stream.concat(all.stream(), each.stream().map(Line::steps))
            .flatMap(List::stream)
            .filter(step -> step.beyond <= 0.5)
            .mapToDouble(Step::nanos)
            .filter(value -> value > 0)
            .sorted()
            .toArray();
    double rarest = all.stream().flatMap(List::stream).mapToDouble(Step::beyond).min().orElse(0.1);
    Scale y =
        Scale.logarithmic(
            nanos.length == 0 ? 1 : nanos[0],
            nanos.length == 0 ? 10 : nanos[nanos.length - 1],
            ChartFrame.BOTTOM,
            ChartFrame.TOP);
    Scale x =
        new Scale(depth(0.5), Math.max(1, depth(rarest)), ChartFrame.LEFT, ChartFrame.RIGHT, false);
    ChartFrame.vertical(svg, y, tick -> Figures.of(tick, Unit.NANOSECONDS));
    List<Double> ticks = new ArrayList<>(List.of(depth(0.5)));
    for (int nines = 1; nines <= x.high() + 1e-9; nines++) {
      ticks.add((double) nines);
    }
    ChartFrame.horizontal(svg, x, ticks, LatencyChart::percentile);
    for (Line line : each) {
      svg.polyline("run " + palette.style(line.arm), points(line.steps, x, y));
    }
    for (int i = 0; i < all.size(); i++) {
      String arm = benchmark.arms().get(i).name();
      svg.polyline("middle " + palette.style(arm), points(all.get(i), x, y));
    }
    ChartFrame.legend(svg, benchmark, palette);
    ChartFrame.axisTitle(
        svg,
        scope
            + " by percentile; thin lines are "
            + (together == 1 ? "" : together + " ")
            + SamplingWords.unit(benchmark)
            + (together == 1 ? "s" : "s each")
            + ", bold lines all together");
    return svg;
  }

  /** A thin line: one sample of an arm, or several that followed each other. */
  private record Line(String arm, List<Step> steps) {}

  /** Returns how many samples of an arm make a line, so that there are not too many. */
  private static int together(BenchmarkResult benchmark, List<Sample> deciding) {
    long most =
        benchmark.arms().stream()
            .mapToLong(arm -> deciding.stream().filter(s -> s.arm().equals(arm.name())).count())
            .max()
            .orElse(0);
    // Up to a hundred rounds each run keeps its own line.
    return most <= 100 ? 1 : (int) ((most + LINES - 1) / LINES);
  }

  private static List<Line> lines(
      BenchmarkResult benchmark, List<Sample> deciding, int together, Scope scope) {
    List<Line> lines = new ArrayList<>();
    for (Arm arm : benchmark.arms()) {
      List<Sample> own = deciding.stream().filter(s -> s.arm().equals(arm.name())).toList();
      for (int i = 0; i < own.size(); i += together) {
        List<Sample> some = own.subList(i, Math.min(own.size(), i + together));
        lines.add(new Line(arm.name(), merged(some, arm.name(), scope)));
      }
    }
    return lines;
  }

  private static List<Step> merged(List<Sample> samples, String arm, Scope scope) {
    TreeMap<Long, Long> buckets = new TreeMap<>();
    samples.stream()
        .filter(sample -> sample.arm().equals(arm))
        .flatMap(sample -> sample.latencies().stream())
        .filter(each -> Scope.of(each).equals(scope))
        .forEach(each -> add(each, buckets));
    double total = buckets.values().stream().mapToDouble(count -> count).sum();
    List<Step> steps = new ArrayList<>();
    double beyond = total;
    for (Map.Entry<Long, Long> bucket : buckets.entrySet()) {
      beyond -= bucket.getValue();
      if (beyond < BEYOND) {
        break;
      }
      steps.add(new Step(beyond / total, bucket.getKey()));
    }
    return steps;
  }

  private static void add(Latencies latencies, Map<Long, Long> buckets) {
    for (int i = 0; i < latencies.counts().size(); i++) {
      buckets.merge(latencies.upperNanos().get(i), latencies.counts().get(i), Long::sum);
    }
  }

  /** Steps of less than a few pixels are passed over: many runs would make the page heavy. */
  private static List<Svg.Point> points(List<Step> steps, Scale x, Scale y) {
    List<Svg.Point> points = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      Svg.Point point = new Svg.Point(x.at(depth(step.beyond)), y.at(step.nanos));
      boolean shows =
          points.isEmpty() || i == steps.size() - 1 || far(points.get(points.size() - 1), point);
      if (step.beyond <= 0.5 && shows) {
        points.add(point);
      }
    }
    return points;
  }

  private static boolean far(Svg.Point one, Svg.Point other) {
    return Math.hypot(one.x() - other.x(), one.y() - other.y()) >= PIXELS;
  }

  /** How many nines a quantile has: 1 for 90%, 2 for 99%. */
  private static double depth(double beyond) {
    return -Math.log10(beyond);
  }

  private static String percentile(double depth) {
    return String.format(Locale.ROOT, "%.6f", 100 * (1 - Math.pow(10, -depth)))
            .replaceAll("0+$", "")
            .replaceAll("\\.$", "")
        + "%";
  }
}
