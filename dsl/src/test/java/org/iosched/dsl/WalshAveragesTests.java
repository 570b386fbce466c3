package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WalshAveragesTests {
  /** What the values are like. */
  enum Kind {
    NORMAL,
    /** Far from zero, so that averages differ in their last bits only. */
    NARROW,
    /** A few different values. */
    TIED,
    /** Four in five are exactly zero. */
    MOSTLY_ZERO,
    ALL_EQUAL,
    /** From 1e-300 to 1e300, of both signs. */
    HEAVY_TAILED
  }

  private static double[] values(Kind kind, int n, Random random) {
    Supplier<Double> one =
        () ->
            switch (kind) {
              case NORMAL -> random.nextGaussian();
              case NARROW -> 1 + 1e-15 * random.nextInt(40);
              case TIED -> Math.log(1 + random.nextInt(5));
              case MOSTLY_ZERO -> random.nextInt(5) == 0 ? random.nextGaussian() : 0.0;
              case ALL_EQUAL -> -0.1;
              case HEAVY_TAILED ->
                  (random.nextBoolean() ? 1 : -1) * Math.pow(10, random.nextInt(601) - 300);
            };
    return Stream.generate(one).limit(n).mapToDouble(x -> x).toArray();
  }

  private static double[] naive(double[] x) {
    double[] averages = new double[x.length * (x.length + 1) / 2];
    int next = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = i; j < x.length; j++) {
        averages[next++] = (x[i] + x[j]) / 2;
      }
    }
    Arrays.sort(averages);
    return averages;
  }

  @ParameterizedTest
  @EnumSource
  void everyAverageIsTheOneThatSortingGives(Kind kind) {
    Random random = new Random(4);
    for (int n : new int[] {1, 2, 5, 62, 63, 64, 120, 331}) {
      double[] x = values(kind, n, random);
      double[] expected = naive(x);
      WalshAverages averages = WalshAverages.of(x);
      assertThat(averages.count()).isEqualTo(expected.length);
      for (int draw = 0; draw < 200; draw++) {
        int place = random.nextInt(expected.length);
        assertThat(averages.smallest(place) == expected[place])
            .as("%s of %s %s values", place, n, kind)
            .isTrue();
      }
      assertThat(averages.smallest(0) == expected[0]).isTrue();
      assertThat(averages.smallest(expected.length - 1) == expected[expected.length - 1]).isTrue();
    }
  }

  @Test
  void valuesAreNotChanged() {
    double[] x = {3, 1, 2};
    assertThat(WalshAverages.of(x).smallest(5)).isEqualTo(3);
    assertThat(x).containsExactly(3, 1, 2);
  }
}
