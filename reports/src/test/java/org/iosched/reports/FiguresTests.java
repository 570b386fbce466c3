package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.iosched.dsl.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTests {

  @ParameterizedTest
  @CsvSource({
    "0, SECONDS, 0 s",
    "0.0000021, SECONDS, 2.10 µs",
    "0.309, SECONDS, 309 ms",
    "41.24, SECONDS, 41.2 s",
    "59.94, SECONDS, 59.9 s",
    "239, SECONDS, 3m59s",
    "4161, SECONDS, 1h09m",
    "182000, NANOSECONDS, 182 µs",
    "850, NANOSECONDS, 850 ns",
    "9876, IO_PER_SECOND, 9.88k iops",
    "4, IO_PER_SECOND, 4.00 iops",
    "0.75, IO_PER_SECOND, 0.750 iops",
    "12790, IO_PER_SECOND, 12.8k iops",
    "1230000, IO_PER_SECOND, 1.23M iops",
    "41200000, BYTES_PER_SECOND, 41.2 MB/s",
    "3507000000, BYTES_PER_SECOND, 3.51 GB/s",
    "512, BYTES_PER_SECOND, 0.512 kB/s",
    "NaN, SECONDS, –",
    "Infinity, SECONDS, ∞"
  })
  void values(double value, Unit unit, String figure) {
    assertThat(Figures.of(value, unit)).isEqualTo(figure);
  }

  @Test
  void anIntervalLeavesOutTheUnitThatStandsBesideIt() {
    assertThat(Figures.intervalBeside("41.2 s", 40.1, 42.3, Unit.SECONDS))
        .isEqualTo("[40.1, 42.3]");
    assertThat(Figures.intervalBeside("1.01 s", 0.99, 1.02, Unit.SECONDS))
        .isEqualTo("[990 ms, 1.02 s]");
    assertThat(Figures.intervalBeside("–", Double.NaN, Double.NaN, Unit.SECONDS)).isEqualTo("–");
  }

  @Test
  void theMedianHasAnIntervalFromSixValuesOn() {
    assertThat(Medians.interval95(new double[] {1, 2, 3, 4, 5}).low()).isNaN();
    assertThat(Medians.interval95(new double[] {6, 5, 4, 3, 2, 1}))
        .isEqualTo(new Medians.Interval(1, 6));
    // Known ranks: 3 and 10 of 12, 10 and 21 of 30.
    assertThat(Medians.interval95(oneTo(12))).isEqualTo(new Medians.Interval(3, 10));
    assertThat(Medians.interval95(oneTo(30))).isEqualTo(new Medians.Interval(10, 21));
    assertThat(Medians.median(oneTo(4))).isEqualTo(2.5);
  }

  private static double[] oneTo(int last) {
    return java.util.stream.IntStream.rangeClosed(1, last).asDoubleStream().toArray();
  }
}
