package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Side;
import org.junit.jupiter.api.Test;

class ShownMetricsTests {

  private final List<BenchmarkResult> benchmarks = SampleRun.report().benchmarks();

  @Test
  void smallRandomReadsAreShownByIopsAndByWhatIsClaimed() {
    assertThat(ShownMetrics.of(benchmarks.get(0)))
        .containsExactly(Metric.of(Quantity.IOPS), Metric.of(Side.READ, Quantity.P99_LATENCY));
  }

  @Test
  void largeWritesAreShownByBandwidth() {
    assertThat(ShownMetrics.of(benchmarks.get(1))).containsExactly(Metric.BANDWIDTH);
  }

  @Test
  void workThatEndsIsShownByItsTime() {
    assertThat(ShownMetrics.of(benchmarks.get(2))).containsExactly(Metric.TIME);
  }

  @Test
  void aClaimAboutAJobIsShownByTheMetricOfThatJob() {
    BenchmarkResult mixed = benchmarks.get(3);

    assertThat(ShownMetrics.of(mixed, mixed.verdicts().get(0)))
        .contains(Metric.of(Side.READ, Quantity.IOPS).forJob("reader"));
  }

  @Test
  void whereNothingWasMeasuredNothingIsShown() {
    assertThat(ShownMetrics.of(ExtremeRun.report().benchmarks().get(1))).isEmpty();
  }
}
