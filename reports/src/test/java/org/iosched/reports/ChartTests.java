package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Series;
import org.iosched.dsl.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class ChartTests {

  private static final RunReport REPORT = SampleRun.report();
  private static final Palette PALETTE = Palette.of(REPORT.benchmarks());

  static Stream<BenchmarkResult> benchmarks() {
    return Stream.of(REPORT, SlicedRun.report(), ExtremeRun.report())
        .flatMap(report -> report.benchmarks().stream());
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void everyChartIsWellFormedAndHasNoPlaceThatIsNoNumber(BenchmarkResult benchmark)
      throws Exception {
    Stream<Svg> charts =
        Stream.of(
                MainMetric.of(benchmark).stream()
                    .map(metric -> SampleChart.draw(benchmark, metric, PALETTE)),
                Stream.of(RatioChart.draw(benchmark, benchmark.verdicts())),
                RateChart.metrics(benchmark).stream()
                    .map(metric -> RateChart.draw(benchmark, metric, PALETTE)),
                LatencyChart.scopes(benchmark).stream()
                    .map(scope -> LatencyChart.draw(benchmark, scope, PALETTE)))
            .flatMap(each -> each);
    for (Svg chart : charts.toList()) {
      assertThat(parsed(chart).getDocumentElement().getTagName()).isEqualTo("svg");
      assertThat(chart.inline()).doesNotContain("NaN").doesNotContain("Infinity");
    }
  }

  @Test
  void everySampleIsAMarkThatNamesItsRun() throws Exception {
    BenchmarkResult benchmark = REPORT.benchmarks().get(0);

    List<String> hovers =
        texts(
            parsed(SampleChart.draw(benchmark, Metric.of(Quantity.IOPS), PALETTE))
                .getElementsByTagName("title"));

    assertThat(hovers)
        .filteredOn(hover -> hover.contains(", round "))
        .hasSameSizeAs(benchmark.samples())
        .anySatisfy(
            hover -> assertThat(hover).matches("none, round 3, position \\d: 1\\d\\.\\dk io/s"))
        .filteredOn(hover -> hover.contains("Somebody else set the scheduler"))
        .hasSize(1);
  }

  @Test
  void ratiosOfComparisonsAreShownAndBoundsAreNot() {
    String chart =
        RatioChart.draw(REPORT.benchmarks().get(0), REPORT.benchmarks().get(0).verdicts()).inline();

    assertThat(chart)
        .contains("none at least 5% faster than bfq")
        .contains("kyber at least 2% more read iops than none")
        .doesNotContain("none at least 10k read iops");
  }

  @Test
  void aScaleHasItsTicksInside() {
    Scale linear = Scale.linear(11_290, 13_080, 238, 34);
    assertThat(linear.ticks())
        .containsExactly(11_000.0, 11_500.0, 12_000.0, 12_500.0, 13_000.0, 13_500.0);
    assertThat(linear.at(11_000)).isEqualTo(238);
    assertThat(linear.at(13_500)).isEqualTo(34);

    Scale wide = Scale.logarithmic(0.96, 58.7, 0, 100);
    assertThat(wide.ticks()).containsExactly(1.0, 2.0, 5.0, 10.0, 20.0, 50.0);
    assertThat(wide.at(10) - wide.at(5)).isCloseTo(wide.at(2) - wide.at(1), within(1e-9));

    assertThat(Scale.linear(5, 5, 0, 100).ticks()).hasSizeBetween(2, 12);
    assertThat(Scale.linear(0, 0, 0, 100).ticks()).hasSizeBetween(2, 12);
  }

  private static Document parsed(Svg chart) throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    return builder.parse(
        new ByteArrayInputStream(chart.standalone().getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> texts(NodeList nodes) {
    return Stream.iterate(0, i -> i < nodes.getLength(), i -> i + 1)
        .map(i -> nodes.item(i).getTextContent())
        .toList();
  }

  @Test
  void ratesThatAreTheSameInEveryRunAreDrawnOnce() {
    BenchmarkResult reads = SampleRun.report().benchmarks().get(0);
    List<Sample> twice =
        reads.samples().stream()
            .map(
                sample ->
                    new Sample(
                        sample.arm(),
                        sample.requested(),
                        sample.scheduler(),
                        sample.round(),
                        sample.position(),
                        sample.startedAt(),
                        sample.seconds(),
                        sample.harnessSeconds(),
                        sample.metrics(),
                        Stream.of(Side.BOTH, Side.READ)
                            .flatMap(
                                side ->
                                    sample.latencies().stream()
                                        .map(
                                            l ->
                                                new Latencies(
                                                    l.job(), side, l.upperNanos(), l.counts())))
                            .toList(),
                        Stream.of(Side.BOTH, Side.READ)
                            .flatMap(
                                side ->
                                    sample.series().stream()
                                        .map(
                                            s ->
                                                new Series(
                                                    Metric.of(side, Quantity.IOPS),
                                                    s.windowSeconds(),
                                                    s.counts())))
                            .toList(),
                        sample.marks()))
            .toList();
    BenchmarkResult doubled =
        new BenchmarkResult(
            reads.name(),
            reads.workload(),
            reads.continuous(),
            reads.arms(),
            reads.plan(),
            twice,
            reads.verdicts());

    assertThat(RateChart.metrics(doubled)).containsExactly(Metric.of(Quantity.IOPS));
    assertThat(LatencyChart.scopes(doubled)).hasSize(1);
  }
}
