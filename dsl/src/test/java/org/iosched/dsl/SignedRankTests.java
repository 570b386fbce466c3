package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(ints = {80, 81, 100, 250, 301})
  void theTailOfManyPairsAgreesWithTheRecursion(int pairs) {
    double[] cumulative = SignedRank.cumulative(pairs, pairs * (pairs + 1) / 4);
    SignedRankTail tail = SignedRankTail.of(pairs);
    for (int k = 0; k < cumulative.length; k++) {
      assertThat(tail.atMost(k)).isCloseTo(cumulative[k], within(1e-11));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.49, 0.25, 0.05, 0.0139, 0.0169 / 12, 1e-4, 1e-6})
  void theCriticalValueIsTheLargestThatTheLevelAllows(double level) {
    for (int pairs = 1; pairs <= 300; pairs += pairs < 100 ? 1 : 40) {
      double[] cumulative = SignedRank.cumulative(pairs, pairs * (pairs + 1) / 2);
      int largest = -1;
      while (cumulative[largest + 1] <= level) {
        largest++;
      }
      assertThat(SignedRank.criticalValue(pairs, level)).as("%s pairs", pairs).isEqualTo(largest);
    }
  }

  /** The normal approximation with continuity correction, which is good there. */
  @ParameterizedTest
  @CsvSource({"1000,.0116", "1000,.00097", "5000,.05"})
  void thousandsOfPairsComeCloseToTheNormalCurve(int pairs, double level) {
    double mean = pairs * (pairs + 1.0) / 4;
    double deviation = Math.sqrt(mean * (2.0 * pairs + 1) / 6);
    double z = NormalDistribution.of(0, 1).inverseCumulativeProbability(level);
    assertThat((double) SignedRank.criticalValue(pairs, level))
        .isCloseTo(mean + z * deviation - 0.5, within(deviation / 200));
  }
}
