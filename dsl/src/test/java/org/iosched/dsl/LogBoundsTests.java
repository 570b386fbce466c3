package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogBoundsTests {
  @Test
  void threeToFiveRoundsAreBoundedByStudent() {
    LogBounds bounds = LogBounds.of(new double[] {.1, .2, .15, .3, .22}, 0.05).get(0);
    assertThat(bounds.estimate()).isCloseTo(0.194, within(1e-12));
    assertThat(bounds.low()).isCloseTo(0.12214695874, within(1e-9));
    assertThat(bounds.high()).isCloseTo(0.26585304126, within(1e-9));
  }

  @Test
  void belowThreeRoundsThereIsNoBound() {
    assertThat(LogBounds.of(new double[] {.1, .2}, 0.05).get(0).low())
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(LogBounds.of(new double[] {.1, .2}, 0.05).get(0).high())
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(LogBounds.of(new double[] {}, 0.05).get(0).estimate()).isNaN();
  }

  @Test
  void threeIdenticalRoundsProveNothing() {
    LogBounds bounds = LogBounds.of(new double[] {.5, .5, .5}, 0.05).get(0);
    assertThat(bounds.estimate()).isEqualTo(.5);
    assertThat(bounds.low()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void fromSixRoundsOnTheSignedRankTestBounds() {
    LogBounds bounds = LogBounds.of(new double[] {1, 2, 3, 4, 5, 600}, 1 / 64.0).get(0);
    assertThat(bounds.low()).isEqualTo(1);
    assertThat(bounds.high()).isEqualTo(600);
    assertThat(bounds.estimate()).isEqualTo(3.5);
  }
}
