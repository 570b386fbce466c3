package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownTests {
  @ParameterizedTest
  @CsvSource({
    "1.3812, SECONDS, 1.38 s",
    "210, SECONDS, 3m30s",
    "3661, SECONDS, 1h01m01s",
    "99.94, SECONDS, 99.9 s",
    "99.96, SECONDS, 1m40s",
    "0.0123, SECONDS, 12.3 ms",
    "0, SECONDS, 0 ns",
    "85000, NANOSECONDS, 85 µs",
    "850, NANOSECONDS, 850 ns",
    "1384000, NANOSECONDS, 1.38 ms",
    "999999, NANOSECONDS, 1.00 ms",
    "2.5e9, NANOSECONDS, 2.50 s",
    "5000000, NANOSECONDS, 5 ms",
    "41234567, BYTES_PER_SECOND, 41.2 MB/s",
    "57040000, BYTES_PER_SECOND, 57.0 MB/s",
    "949450000, BYTES_PER_SECOND, 949 MB/s",
    "3.2e9, BYTES_PER_SECOND, 3.20 GB/s",
    "12, BYTES_PER_SECOND, 12 B/s",
    "12345, IO_PER_SECOND, 12.3k io/s",
    "50000, IO_PER_SECOND, 50k io/s",
    "512.4, IO_PER_SECOND, 512 io/s",
    "1234567, IO_PER_SECOND, 1.23M io/s",
    "0.125, IO_PER_SECOND, 0.125 io/s",
    "Infinity, SECONDS, ∞ s"
  })
  void threeDigitsAndAFittingUnit(double value, Unit unit, String shown) {
    assertThat(Shown.of(value, unit)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "0.71743, 0.717",
    "1.1, 1.10",
    "1, 1.00",
    "48.21, 48.2",
    "5, 5.00",
    "12345.6, 12346",
    "0.00123, 0.00123",
    "9.999, 10.0",
    "Infinity, ∞",
    "0, 0",
    "NaN, unknown"
  })
  void ratiosHaveThreeDigits(double ratio, String shown) {
    assertThat(Shown.ratio(ratio)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({"0.9, 90%", "0.9662, 96.6%", "0.05, 5%", "0.99981, 99.981%"})
  void sharesAreShownAsPercent(double share, String shown) {
    assertThat(Shown.percent(share)).isEqualTo(shown);
  }

  @Test
  void measuredNumbersCarryTheirUnit() {
    assertThat(Shown.of(new Measured.Rate(4000, 4, Unit.IO_PER_SECOND))).isEqualTo("1k io/s");
    assertThat(Shown.of(new Measured.Value(Double.NaN, Unit.SECONDS))).isEqualTo("unknown");
  }
}
