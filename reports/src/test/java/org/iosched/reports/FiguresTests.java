package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.iosched.dsl.Unit;
import org.junit.jupiter.api.Test;

class FiguresTests {

  @Test
  void whatDoesNotExistIsADash() {
    assertThat(Figures.of(Double.NaN, Unit.SECONDS)).isEqualTo("–");
    assertThat(Figures.ratio(Double.NaN)).isEqualTo("–");
  }

  @Test
  void ratiosShowATenthOfAPercent() {
    assertThat(Figures.ratioInterval(0.9996, 1.1234)).isEqualTo("[1.000, 1.123]");
    assertThat(Figures.ratioInterval(56.78, Double.POSITIVE_INFINITY)).isEqualTo("[56.8, ∞]");
  }

  @Test
  void anIntervalLeavesOutTheUnitThatStandsBesideIt() {
    assertThat(Figures.intervalBeside("41.2 s", 40.1, 42.3, Unit.SECONDS))
        .isEqualTo("[40.1, 42.3]");
    assertThat(Figures.intervalBeside("1.01 s", 0.99, 1.02, Unit.SECONDS))
        .isEqualTo("[0.990, 1.02]");
    assertThat(Figures.intervalBeside("1.20 GB/s", 991e6, 1.42e9, Unit.BYTES_PER_SECOND))
        .isEqualTo("[0.991, 1.42]");
    assertThat(Figures.intervalBeside("999 µs", 9.1e5, 1.2e6, Unit.NANOSECONDS))
        .isEqualTo("[910, 1200]");
    assertThat(
            Figures.intervalBeside("1.20 GB/s", 0, Double.POSITIVE_INFINITY, Unit.BYTES_PER_SECOND))
        .contains("∞");
    assertThat(Figures.intervalBeside("–", Double.NaN, Double.NaN, Unit.SECONDS)).isEqualTo("–");
  }
}
