package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SampleStretchTests {
  private static final Metric P90 = Metric.parse("reader p90 latency");

  /** A run of 4 s: 1,000 I/Os per second, from 2 s on 100. */
  private static final Sample STEP =
      new SteppedRuns(0, 1).next().step("a", 4, 2, 1000, 100).samples().get(0);

  private static Optional<Measured> rate(double from, double to) {
    return SampleStretch.of(STEP, new Stretch(from, to), SteppedRuns.READER_IOPS)
        .measured(SteppedRuns.READER_IOPS);
  }

  private static Measured.Rate ios(long count, double seconds) {
    return new Measured.Rate(count, seconds, Unit.IO_PER_SECOND);
  }

  @Test
  void ratesAreThoseOfTheWholeWindows() {
    assertThat(rate(0, 2)).contains(ios(2000, 2));
    assertThat(rate(1, 3)).contains(ios(1100, 2));
    assertThat(rate(1.95, 2.25)).contains(ios(20, 0.2));
    assertThat(rate(3.5, Double.POSITIVE_INFINITY)).contains(ios(50, 0.5));
    assertThat(rate(3.95, Double.POSITIVE_INFINITY)).isEmpty();
    assertThat(rate(0, 4)).isPresent();
    assertThat(rate(0, 4.2)).isEmpty();
  }

  @Test
  void speedIsTheBandwidthOfTheStretch() {
    assertThat(SampleStretch.of(STEP, new Stretch(0, 2), Metric.SPEED).measured(Metric.SPEED))
        .contains(new Measured.Rate(2000 * 4096, 2, Unit.BYTES_PER_SECOND));
  }

  @Test
  void latenciesAreThoseOfTheWholeHalfSeconds() {
    Sample first = SampleStretch.of(STEP, new Stretch(0, 1.9), P90);
    assertThat(first.latencies())
        .containsExactly(
            new Latencies(Optional.of("reader"), Side.BOTH, List.of(1_000_000L), List.of(1500L)));
    assertThat(first.measured(P90)).contains(new Measured.Value(1_000_000, Unit.NANOSECONDS));
    Sample both = SampleStretch.of(STEP, new Stretch(1.5, 2.5), P90);
    assertThat(both.latencies().get(0).total()).isEqualTo(550);
    assertThat(both.measured(P90)).contains(new Measured.Value(1_000_000, Unit.NANOSECONDS));
    assertThat(
            SampleStretch.of(STEP, new Stretch(1.5, 2.5), Metric.of(Quantity.MAX_LATENCY))
                .measured(Metric.of(Quantity.MAX_LATENCY)))
        .contains(new Measured.Value(10_000_000, Unit.NANOSECONDS));
    assertThat(SampleStretch.of(STEP, new Stretch(1.6, 2.4), P90).latencies()).isEmpty();
  }

  @Test
  void whatIsKnownOnlyOfTheWholeRunIsAbsent() {
    Metric cpu = Metric.of(Quantity.CPU);
    assertThat(STEP.measured(cpu)).isPresent();
    assertThat(SampleStretch.of(STEP, new Stretch(0, 2), cpu).measured(cpu)).isEmpty();
    assertThat(SampleStretch.whyWhole(cpu, List.of(STEP))).isPresent();
    assertThat(SampleStretch.whyWhole(P90, List.of(STEP))).isEmpty();
    Metric response = Metric.parse("reader p90 response");
    assertThat(SampleStretch.of(STEP, new Stretch(0, 2), response).latencies()).isEmpty();
  }

  @Test
  void phasesAreStretches() {
    assertThat(Stretch.of(new Phase.InTheFirst(Duration.ofMillis(2500))))
        .isEqualTo(new Stretch(0, 2.5))
        .hasToString("Stretch[fromSeconds=0.0, toSeconds=2.5]");
    assertThat(Stretch.of(new Phase.After(Duration.ofSeconds(90))).words())
        .isEqualTo("after 1m30s");
    assertThat(Stretch.of(new Phase.WholeRun()).isWhole()).isTrue();
  }
}
