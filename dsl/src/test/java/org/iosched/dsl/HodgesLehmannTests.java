package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HodgesLehmannTests {
  /** Darwin's differences between crossed and self-fertilized plants, in eighths of an inch. */
  private static final double[] DARWIN = {
    49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48
  };

  @Test
  void estimateIsTheMedianOfTheWalshAverages() {
    assertThat(HodgesLehmann.of(new double[] {1, 2, 6}).estimate()).isEqualTo(2.75);
    assertThat(HodgesLehmann.of(new double[] {4}).estimate()).isEqualTo(4);
    assertThat(HodgesLehmann.of(DARWIN).estimate()).isEqualTo(25);
  }

  @Test
  void boundsAreThe26thAveragesFromEitherEnd() {
    HodgesLehmann darwin = HodgesLehmann.of(DARWIN);
    assertThat(darwin.bounds(0.025).low()).isEqualTo(4);
    assertThat(darwin.bounds(0.025).high()).isEqualTo(41.5);
  }

  @Test
  void sixValuesAtTheTightestLevelAreBoundedByTheirExtremes() {
    HodgesLehmann six = HodgesLehmann.of(new double[] {3, 1, 2, 6, 5, 4});
    assertThat(six.bounds(1 / 64.0).low()).isEqualTo(1);
    assertThat(six.bounds(1 / 64.0).high()).isEqualTo(6);
  }

  @Test
  void tooFewValuesHaveNoBound() {
    HodgesLehmann six = HodgesLehmann.of(new double[] {3, 1, 2, 6, 5, 4});
    assertThat(six.bounds(0.0152).low()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(six.bounds(0.0152).high()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void tiedValuesAreBoundedByThemselves() {
    HodgesLehmann tied = HodgesLehmann.of(new double[] {0, 0, 0, 0, 0, 0, 0, 1});
    assertThat(tied.estimate()).isZero();
    assertThat(tied.bounds(0.05).low()).isZero();
    assertThat(tied.bounds(0.05).high()).isEqualTo(0.5, within(1e-12));
  }
}
