package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankStatisticsTests {
  @Test
  void trendAgreesWithKendallsTau() {
    assertThat(RankStatistics.trend(new double[] {1, 3, 2, 4, 5, 7, 6, 8, 10, 9}))
        .as("S = 39, variance 125, continuity corrected")
        .isCloseTo(0.000677, within(0.000001));
    assertThat(RankStatistics.trend(new double[] {1, 1, 1, 1, 1, 1, 1})).isEqualTo(1);
    assertThat(RankStatistics.trend(new double[] {1, 2, 3, 4, 5})).isEqualTo(1);
  }

  @Test
  void trendCountsEveryPairOnce() {
    Random random = new Random(8);
    for (int run = 0; run < 200; run++) {
      double[] x = random.ints(6 + random.nextInt(60), 0, 9).asDoubleStream().toArray();
      assertThat(RankStatistics.trend(x)).isCloseTo(trendByPairs(x), within(1e-12));
    }
  }

  private static double trendByPairs(double[] x) {
    int n = x.length;
    long s = 0;
    double variance = n * (n - 1.0) * (2 * n + 5);
    int[] counts = new int[9];
    for (int i = 0; i < n; i++) {
      counts[(int) x[i]]++;
      for (int j = i + 1; j < n; j++) {
        s += (long) Math.signum(x[j] - x[i]);
      }
    }
    for (int count : counts) {
      variance -= count * (count - 1.0) * (2 * count + 5);
    }
    double z = (Math.abs(s) - 1) / Math.sqrt(variance / 18);
    return s == 0 ? 1 : 2 * NormalDistribution.of(0, 1).survivalProbability(z);
  }

  @Test
  void tiedValuesShareTheMeanOfTheirRanks() {
    assertThat(RankStatistics.ranks(new double[] {5, 1, 5, 2, 5, 2}))
        .containsExactly(5, 1, 5, 2.5, 5, 2.5);
  }

  /** U = 35 for groups of 10 and 5 without ties: z = 9.5 / √66.67 (Hollander, Wolfe, §4.1). */
  @Test
  void shiftAgreesWithTheTextbook() {
    double[] atTerm = {.80, .83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, .73, 1.46};
    double[] earlier = {1.15, .88, .90, .74, 1.21};
    assertThat(RankStatistics.shift(atTerm, earlier)).isCloseTo(0.2446, within(0.0002));
    assertThat(RankStatistics.shift(earlier, atTerm)).isCloseTo(0.2446, within(0.0002));
    assertThat(RankStatistics.shift(atTerm, new double[0])).isEqualTo(1);
    assertThat(RankStatistics.shift(new double[] {1, 1, 1}, new double[] {1, 1})).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 30, 200})
  void independentNoiseIsSeldomFoundOtherwise(int n) {
    assertThat(rate(n, RankStatistics::trend)).isBetween(0.003, 0.014);
    assertThat(rate(n, RankStatistics::dependence)).isBetween(0.006, 0.014);
    assertThat(
            rate(
                n,
                x -> {
                  double[] first = Arrays.copyOf(x, n / 3);
                  double[] second = Arrays.copyOfRange(x, n / 3, n);
                  return RankStatistics.shift(first, second);
                }))
        .isBetween(0.002, 0.014);
  }

  private static double rate(int n, ToDoubleFunction<double[]> test) {
    Random random = new Random(9);
    int found = 0;
    for (int run = 0; run < 3000; run++) {
      double[] x = random.doubles(n).map(u -> Math.exp(u * u)).toArray();
      found += test.applyAsDouble(x) < 0.01 ? 1 : 0;
    }
    return found / 3000.0;
  }
}
