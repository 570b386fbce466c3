package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.iosched.dsl.Claim.Sense.AT_LEAST;
import static org.iosched.dsl.Claim.Sense.AT_MOST;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimsTest {

  private static final List<String> TWO = List.of("a", "b");
  private static final List<String> FOUR = List.of("a", "b", "c", "d");

  @ParameterizedTest
  @CsvSource({
    "at least 10% faster than, speed, AT_LEAST, 1.1",
    "at most 10% faster than, speed, AT_MOST, 1.1",
    "at least 2x faster than, speed, AT_LEAST, 2",
    "at most 25% slower than, speed, AT_LEAST, 0.8",
    "at least 25% slower than, speed, AT_MOST, 0.8",
    "at most 2x slower than, speed, AT_LEAST, 0.5",
    "at least 150% slower than, speed, AT_MOST, 0.4",
    "takes at least 10% less time than, time, AT_MOST, 0.9",
    "takes at most 10% less time than, time, AT_LEAST, 0.9",
    "takes at least 2x less time than, time, AT_MOST, 0.5",
    "takes at most 10% more time than, time, AT_MOST, 1.1",
    "at least 5x lower p99 read latency than, p99 read latency, AT_MOST, 0.2",
    "at least 80% lower p99 read latency than, p99 read latency, AT_MOST, 0.2",
    "at most 5x lower p99 read latency than, p99 read latency, AT_LEAST, 0.2",
    "at most 12.5% higher latency than, mean latency, AT_MOST, 1.125",
    "at least 10% more write bandwidth than, write bandwidth, AT_LEAST, 1.1",
    "at least 5x lower iops than, iops, AT_MOST, 0.2",
    "at most 20% fewer iops than, iops, AT_LEAST, 0.8"
  })
  void eachRelationIsOneClaim(String relation, String metric, Claim.Sense sense, double ratio) {
    List<Claim> claims = Expectation.parse("a " + relation + " b").claims(TWO);

    assertThat(claims).hasSize(1);
    Claim.Ratio claim = (Claim.Ratio) claims.get(0);
    assertThat(claim.metric()).hasToString(metric);
    assertThat(claim.arm()).isEqualTo("a");
    assertThat(claim.other()).isEqualTo("b");
    assertThat(claim.sense()).isEqualTo(sense);
    assertThat(claim.threshold()).isCloseTo(ratio, within(1e-15));
  }

  @ParameterizedTest
  @CsvSource({
    "a p99 read latency at most 5 ms, p99 read latency, AT_MOST, 5e6, NANOSECONDS",
    "a p99 latency at most 250µs, p99 latency, AT_MOST, 250e3, NANOSECONDS",
    "a max latency at most 1.5 s, max latency, AT_MOST, 1.5e9, NANOSECONDS",
    "a at least 50k read iops, read iops, AT_LEAST, 50e3, IO_PER_SECOND",
    "a at least 500 iops, iops, AT_LEAST, 500, IO_PER_SECOND",
    "a at most 1.5M iops, iops, AT_MOST, 1.5e6, IO_PER_SECOND",
    "a takes at most 3m30s, time, AT_MOST, 210, SECONDS",
    "a time at most 1h, time, AT_MOST, 3600, SECONDS",
    "a takes at least 90 min, time, AT_LEAST, 5400, SECONDS",
    "a at least 200 MB/s write bandwidth, write bandwidth, AT_LEAST, 200e6, BYTES_PER_SECOND",
    "a at least 200 MiB/s write bandwidth, write bandwidth, AT_LEAST, 209715200, BYTES_PER_SECOND",
    "a at least 4KiB/s bandwidth, bandwidth, AT_LEAST, 4096, BYTES_PER_SECOND",
    "a at least 2G bandwidth, bandwidth, AT_LEAST, 2e9, BYTES_PER_SECOND",
    "a at most 700 B/s writer bandwidth, writer bandwidth, AT_MOST, 700, BYTES_PER_SECOND",
    "a at most 2 s cpu, cpu, AT_MOST, 2, SECONDS",
    "a cpu at most 3 us per io, cpu, AT_MOST, 3000, NANOSECONDS"
  })
  void aBoundIsInTheBaseUnit(
      String sentence, String metric, Claim.Sense sense, double value, Unit unit) {
    assertThat(Expectation.parse(sentence).claims(TWO))
        .containsExactly(new Claim.Bound(Metric.parse(metric), "a", sense, value, unit));
  }

  @Test
  void withinIsTwoClaims() {
    assertThat(Expectation.parse("a within 25% of b").claims(TWO))
        .containsExactly(
            new Claim.Ratio(Metric.SPEED, "a", "b", AT_LEAST, 0.8),
            new Claim.Ratio(Metric.SPEED, "b", "a", AT_LEAST, 0.8));
    Metric latency = Metric.of(Quantity.P99_LATENCY);
    assertThat(Expectation.parse("a p99 latency within 25% of b").claims(TWO))
        .containsExactly(
            new Claim.Ratio(latency, "a", "b", AT_MOST, 1.25),
            new Claim.Ratio(latency, "b", "a", AT_MOST, 1.25));
  }

  @ParameterizedTest
  @CsvSource({
    "a at most 5% slower than every other, 3",
    "a within 10% of the best, 3",
    "a at most 10% slower than the best, 3",
    "a within 10% of every other, 6",
    "every scheduler within 10% of the best, 12",
    "every scheduler at most 10% slower than the best, 12",
    "every scheduler at most 10% slower than every other, 12",
    "every scheduler within 10% of every other, 12",
    "every scheduler at least 10% faster than a, 3",
    "every scheduler within 10% of a, 6",
    "every scheduler at most 5 ms p99 latency, 4"
  })
  void severalSchedulersMakeSeveralClaims(String sentence, int count) {
    List<Claim> claims = Expectation.parse(sentence).claims(FOUR);

    assertThat(claims).hasSize(count).hasSameSizeAs(new HashSet<>(claims));
    assertThat(claims)
        .noneMatch(
            claim -> claim instanceof Claim.Ratio ratio && ratio.arm().equals(ratio.other()));
  }

  @Test
  void theBestIsEveryOrderedPair() {
    assertThat(Expectation.parse("every scheduler within 25% of the best").claims(TWO))
        .containsExactly(
            new Claim.Ratio(Metric.SPEED, "a", "b", AT_LEAST, 0.8),
            new Claim.Ratio(Metric.SPEED, "b", "a", AT_LEAST, 0.8));
  }

  @Test
  void fasterAndLessTimeDiffer() {
    assertThat(Expectation.parse("a at least 10% faster than b").meaning())
        .isEqualTo("speed(a) / speed(b) ≥ 1.10");
    assertThat(Expectation.parse("a takes at least 10% less time than b").meaning())
        .isEqualTo("time(a) / time(b) ≤ 0.90 (speed ratio ≥ 1.111)");
  }

  @ParameterizedTest
  @CsvSource({
    "eagr at most 5% slower than noop, 1, eager",
    "eager at most 5% slower than nop, 30, noop",
    "eager p99 latency at most 5% higher than nop, 42, noop"
  })
  void namesTheArmThatIsNotThere(String sentence, int column, String nearest) {
    List<String> arms = List.of("eager", "noop");

    assertThatThrownBy(() -> Expectation.parse(sentence, arms))
        .isInstanceOfSatisfying(
            SentenceException.class,
            e -> {
              assertThat(e.column()).isEqualTo(column);
              assertThat(e.nearest()).isEqualTo(nearest);
              assertThat(e)
                  .hasMessageContaining("not among the benchmark's schedulers: eager, noop");
            });
    assertThatThrownBy(() -> Expectation.parse(sentence).claims(arms))
        .isInstanceOfSatisfying(
            SentenceException.class,
            e -> assertThat(e.sentence().substring(e.column() - 1)).startsWith(e.word()));
  }

  @Test
  void aComparisonNeedsTwoArms() {
    assertThatThrownBy(
            () -> Expectation.parse("a at most 5% slower than every other").claims(List.of("a")))
        .isInstanceOf(SentenceException.class)
        .hasMessageContaining("nothing to compare: the benchmark has only a");
  }

  @Test
  void saysWhatItDoesNotDecideYet() {
    Expectation baseline = Expectation.parse("every scheduler at most 5% slower than baseline");

    assertThat(baseline.undecidable()).get().asString().contains("baseline");
    assertThat(Expectation.parse("a at least 2x faster than b").undecidable()).isEmpty();
    assertThat(Expectation.parse("a at least 2x faster than b in the first 2 s").undecidable())
        .isEmpty();
    assertThatThrownBy(() -> baseline.claims(TWO)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void saysWhichMetricsDoNotFitTheWorkload() {
    assertThat(Expectation.parse("a at most 5 ms p99 response").unsuitable(true)).isEmpty();
    assertThat(Expectation.parse("a at most 5 ms p99 response in the first 2 s").unsuitable(true))
        .get()
        .asString()
        .contains("asks for the p99 response of a part of each run");
    Expectation time = Expectation.parse("a takes at least 10% less time than b");
    assertThat(time.unsuitable(true)).get().asString().contains("fixed time");
    assertThat(time.unsuitable(false)).isEmpty();
    assertThat(Expectation.parse("a at most 2 s cpu").unsuitable(true)).isPresent();
    assertThat(Expectation.parse("a at most 2 s cpu").unsuitable(false)).isEmpty();
    assertThat(Expectation.parse("a at most 2 us per io cpu").unsuitable(false)).isPresent();
    assertThat(Expectation.parse("a at most 2 us per io cpu").unsuitable(true)).isEmpty();
    assertThat(Expectation.parse("a at least 10% less cpu than b").unsuitable(true)).isEmpty();
  }
}
