package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.iosched.dsl.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimWordsTests {

  @ParameterizedTest
  @CsvSource({
    "noop at least 10% faster than cfq, 1.10",
    "noop at least 2x faster than cfq, 2",
    "noop takes at least 10% less time than cfq, 0.90",
    "none at least 10% more write bandwidth than bfq, 1.10",
    "bfq at least 5x more reader iops than none in the first 2 s, 5"
  })
  void readsTheRatioThatIsClaimed(String expectation, double ratio) {
    assertThat(ClaimWords.isRatio(expectation)).isTrue();
    assertThat(ClaimWords.thresholds(expectation))
        .singleElement()
        .satisfies(threshold -> assertThat(threshold).isCloseTo(ratio, within(1e-12)));
  }

  @Test
  void withinHasTwoSides() {
    assertThat(ClaimWords.isRatio("noop within 5% of cfq")).isTrue();
    assertThat(ClaimWords.thresholds("noop within 5% of cfq")).isEqualTo(List.of(1 / 1.05, 1.05));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"noop at most 5% slower than cfq", "bfq p99 latency at least 5x lower than none"})
  void drawsNothingWhereTheWordsDoNotTellWhichWayRoundTheRatioIs(String expectation) {
    assertThat(ClaimWords.isRatio(expectation)).isTrue();
    assertThat(ClaimWords.thresholds(expectation)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "bfq p99 read latency at most 5 ms, NANOSECONDS",
    "none at least 50k read iops, IO_PER_SECOND",
    "none at least 200 MB/s write bandwidth, BYTES_PER_SECOND",
    "noop takes at most 3m30s, SECONDS"
  })
  void aBoundHasTheUnitOfItsMetric(String expectation, Unit unit) {
    assertThat(ClaimWords.isRatio(expectation)).isFalse();
    assertThat(ClaimWords.unit(expectation)).isEqualTo(unit);
  }
}
