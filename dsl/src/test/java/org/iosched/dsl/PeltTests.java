package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeltTests {

  @Test
  void aStepIsFoundWhereItIs() {
    double[] x = new double[60];
    for (int i = 0; i < x.length; i++) {
      x[i] = (i < 23 ? 5 : 1) + 0.01 * (i * 7 % 5);
    }
    assertThat(Pelt.changes(x, 5, 0.1)).containsExactly(23);
  }

  @Test
  void aSeriesWithoutNoiseHasTheLeastDeviation() {
    double[] constant = new double[50];
    assertThat(Pelt.deviation(constant)).isZero();
    assertThat(Pelt.changes(constant, 5, 0.1)).isEmpty();
    double[] step = new double[50];
    Arrays.fill(step, 20, 50, 0.69);
    assertThat(Pelt.changes(step, 5, 0.1)).containsExactly(20);
  }

  @Test
  void whatIsShorterThanTwoSegmentsHasNoChange() {
    assertThat(Pelt.changes(new double[] {1, 1, 1, 1, 9, 9, 9, 9, 9}, 5, 0.1)).isEmpty();
    assertThat(Pelt.changes(new double[0], 5, 0.1)).isEmpty();
    assertThat(Pelt.changes(new double[] {1, 1, 1, 1, 1, 9, 9, 9, 9, 9}, 5, 0.1))
        .containsExactly(5);
  }

  @Test
  void noSegmentIsShorterThanAsked() {
    double[] spike = new double[40];
    spike[20] = 9;
    int[] changes = Pelt.changes(spike, 5, 0.1);
    int before = 0;
    for (int change : changes) {
      assertThat(change - before).isGreaterThanOrEqualTo(5);
      before = change;
    }
    assertThat(40 - before).isGreaterThanOrEqualTo(5);
  }

  @Test
  void theDeviationIsThatOfTheNoiseWhateverTheSteps() {
    Random random = new Random(4);
    double[] x = new double[4000];
    for (int i = 0; i < x.length; i++) {
      x[i] = 0.2 * random.nextGaussian() + i / 500 * 3;
    }
    assertThat(Pelt.deviation(x)).isCloseTo(0.2, within(0.01));
  }

  /** Pruning must not change the result: the same partition as that of all partitions. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void thePartitionIsTheBest(int shortest) {
    Random random = new Random(shortest);
    for (int run = 0; run < 100; run++) {
      double[] x = new double[10 + random.nextInt(50)];
      double level = 0;
      for (int i = 0; i < x.length; i++) {
        if (random.nextInt(7) == 0) {
          level = 4 * random.nextGaussian();
        }
        x[i] = level + random.nextGaussian() * (random.nextInt(9) == 0 ? 5 : 0.3);
      }
      assertThat(cost(x, Pelt.changes(x, shortest, 0.1)))
          .isCloseTo(leastCost(x, shortest), within(1e-6));
    }
  }

  private static double scale(double[] x) {
    return Math.max(0.1, Pelt.deviation(x));
  }

  private static double penalty(double[] x) {
    return 10 * Math.log(x.length);
  }

  private static double cost(double[] x, int[] changes) {
    double cost = penalty(x) * changes.length;
    int from = 0;
    for (int i = 0; i <= changes.length; i++) {
      int to = i < changes.length ? changes[i] : x.length;
      cost += squares(x, from, to);
      from = to;
    }
    return cost;
  }

  private static double leastCost(double[] x, int shortest) {
    double[] least = new double[x.length + 1];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    least[0] = -penalty(x);
    for (int to = shortest; to <= x.length; to++) {
      for (int from = 0; from <= to - shortest; from++) {
        least[to] = Math.min(least[to], least[from] + squares(x, from, to) + penalty(x));
      }
    }
    return least[x.length];
  }

  private static double squares(double[] x, int from, int to) {
    double mean = Arrays.stream(x, from, to).average().orElseThrow();
    double scale = scale(x);
    return Arrays.stream(x, from, to).map(v -> (v - mean) / scale * ((v - mean) / scale)).sum();
  }
}
