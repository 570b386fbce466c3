package org.iosched.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** How long loads of known shape take to settle. */
final class SettleTimeTest {

  private final double[] atSeconds = new double[101];
  private final long[] completed = new long[101];

  /** Lets a load of this rate run for a second, read about every 10 ms. */
  private void load(DoubleUnaryOperator rate, double noise, long seed) {
    Random random = new Random(seed);
    double count = 1_000_000;
    for (int i = 0; i < atSeconds.length; i++) {
      atSeconds[i] = i == 0 ? 0 : atSeconds[i - 1] + 0.009 + 0.002 * random.nextDouble();
      if (i > 0) {
        double span = atSeconds[i] - atSeconds[i - 1];
        count += rate.applyAsDouble(atSeconds[i]) * span * Math.exp(noise * random.nextGaussian());
      }
      completed[i] = Math.round(count);
    }
  }

  private double settleSeconds() {
    return SettleTime.of(atSeconds, completed).orElse(Double.NaN);
  }

  @Test
  void aSteadyLoadHasSettledAtOnce() {
    load(t -> 40_000, 0.02, 1);

    assertThat(settleSeconds()).isZero();
  }

  @Test
  void aStallAfterTheChangeIsWaitedFor() {
    load(t -> t < 0.12 ? 0 : 40_000, 0.02, 2);

    assertThat(settleSeconds()).isBetween(0.08, 0.14);
  }

  @Test
  void aBurstAfterTheChangeIsWaitedFor() {
    load(t -> t < 0.3 ? 90_000 : 40_000, 0.05, 3);

    assertThat(settleSeconds()).isBetween(0.25, 0.32);
  }

  @Test
  void aSlowApproachIsWaitedForUntilItIsNear() {
    load(t -> 40_000 * (1 - Math.exp(-t / 0.1)), 0.02, 4);

    assertThat(settleSeconds()).isBetween(0.1, 0.3);
  }

  @Test
  void aLoadThatChangesLateHasNotSettled() {
    load(t -> t < 0.7 ? 90_000 : 40_000, 0.02, 5);

    assertThat(SettleTime.of(atSeconds, completed)).isEmpty();
  }

  @Test
  void noiseIsRarelyTakenForSettling() {
    int settledLater = 0;
    for (int seed = 0; seed < 200; seed++) {
      load(t -> 40_000, 0.3, seed);
      settledLater += settleSeconds() > 0.02 || Double.isNaN(settleSeconds()) ? 1 : 0;
    }

    assertThat(settledLater).as("of 200; three watches are to agree").isLessThan(40);
  }

  @Test
  void tooFewIosTellNothing() {
    load(t -> 60, 0, 6);

    assertThat(SettleTime.of(atSeconds, completed)).isEmpty();
  }

  @Test
  void whatDoesNoIoHasNothingToSettle() {
    load(t -> 0, 0, 7);

    assertThat(settleSeconds()).isZero();
    assertThat(SettleTime.of(new double[0], new long[0])).hasValue(0);
  }

  @Test
  void timesWithoutCountsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SettleTime.of(new double[2], new long[3]))
        .withMessageContaining("2 times")
        .withMessageContaining("3 counts");
  }
}
