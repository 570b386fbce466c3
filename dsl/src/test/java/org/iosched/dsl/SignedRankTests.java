package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignedRankTests {
  @Test
  void sixPairsThatAllAgreeHaveOneChanceIn64() {
    assertThat(SignedRank.cumulative(6, 21)[0]).isEqualTo(1 / 64.0);
    assertThat(SignedRank.cumulative(6, 21)[21] - SignedRank.cumulative(6, 21)[20])
        .isCloseTo(1 / 64.0, within(1e-15));
  }

  /** Lower-tail critical values of the published tables. */
  @ParameterizedTest
  @CsvSource({
    "5,.05,0",
    "6,.05,2",
    "7,.05,3",
    "8,.05,5",
    "9,.05,8",
    "10,.05,10",
    "12,.05,17",
    "15,.05,30",
    "20,.05,60",
    "25,.05,100",
    "30,.05,151",
    "6,.025,0",
    "8,.025,3",
    "10,.025,8",
    "20,.025,52",
    "30,.025,137",
    "10,.005,3",
    "20,.005,37",
    "30,.005,109",
    "5,.025,-1",
    "7,.005,-1"
  })
  void criticalValuesAreThoseOfTheTables(int pairs, double level, int critical) {
    assertThat(SignedRank.criticalValue(pairs, level)).isEqualTo(critical);
  }

  @Test
  void hundredsOfPairsNeitherOverflowNorVanish() {
    double[] cumulative = SignedRank.cumulative(250, 250 * 251 / 2);
    assertThat(cumulative[cumulative.length - 1]).isCloseTo(1, within(1e-12));
    assertThat(cumulative[0]).isEqualTo(Math.pow(0.5, 250));
  }

  @Test
  void theApproximationTakesOverWithoutAStep() {
    double exact = SignedRank.criticalValue(300, 0.0169);
    double approximate = SignedRank.criticalValue(301, 0.0169);
    assertThat(approximate - exact).isBetween(100.0, 170.0);
  }
}
