package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RegimesTests {
  private static final double[] AT = {2.5, 2.3, 2.7, 2.4, 2.6, 2.5};

  private static SteppedRuns steps(int runs, double before, double after) {
    SteppedRuns made = new SteppedRuns(0.1, 7);
    for (int i = 0; i < runs; i++) {
      made.next().step("bfq", 12, AT[i], before, after).flat("none", 12, 100);
    }
    return made;
  }

  private static List<RegimeChange> changes(SteppedRuns runs) {
    return Regimes.of("bfq", SteppedRuns.READER_IOPS, runs.samples());
  }

  @Test
  void theBoostIsFoundWithItsRatesAndTheSpreadOfItsEnd() {
    List<RegimeChange> changes = changes(steps(6, 5700, 100));
    assertThat(changes).hasSize(1);
    RegimeChange change = changes.get(0);
    assertThat(change.fromSeconds()).isCloseTo(2.3, within(0.05));
    assertThat(change.toSeconds()).isCloseTo(2.7, within(0.05));
    assertThat(change.typicalSeconds()).isCloseTo(2.5, within(0.05));
    assertThat(change.before()).isCloseTo(5700, within(200.0));
    assertThat(change.after()).isCloseTo(100, within(5.0));
    assertThat(change.words())
        .matches(
            "reader iops of bfq fell from 5\\.\\d\\dk io/s to \\d+ io/s after 2\\.5 s of each run,"
                + " in 6 of 6 runs");
    assertThat(Regimes.between(changes).stream().map(Stretch::words))
        .containsExactly("in the first 2.3 s", "after 2.7 s");
    assertThat(Regimes.of("none", SteppedRuns.READER_IOPS, steps(6, 5700, 100).samples()))
        .isEmpty();
  }

  @Test
  void aRiseIsFoundToo() {
    assertThat(changes(steps(3, 100, 300)))
        .singleElement()
        .satisfies(change -> assertThat(change.words()).contains(" rose from "));
  }

  @Test
  void twoRunsAndSmallStepsAreNoRegimes() {
    assertThat(changes(steps(2, 5700, 100))).isEmpty();
    assertThat(changes(steps(6, 1900, 1000))).isEmpty();
    assertThat(changes(steps(6, 2100, 1000))).hasSize(1);
  }

  @Test
  void twoThirdsOfTheRunsMakeARegimeAndFewerDoNot() {
    SteppedRuns four = steps(4, 5700, 100);
    four.next().flat("bfq", 12, 100).next().flat("bfq", 12, 100);
    assertThat(changes(four))
        .singleElement()
        .satisfies(change -> assertThat(change.words()).endsWith("in 4 of 6 runs"));
    four.next().flat("bfq", 12, 100);
    assertThat(changes(four)).isEmpty();
  }

  @Test
  void threeOfFourRunsMakeARegimeOnlyWhereTheLevelsOfTheFourthDifferToo() {
    SteppedRuns flat = steps(3, 5700, 100).next().flat("bfq", 12, 1000);
    assertThat(changes(flat)).isEmpty();
    SteppedRuns slow = steps(3, 5700, 100);
    slow.next().run("bfq", 12, t -> 600 * Math.exp(-0.2 * t));
    assertThat(changes(slow))
        .singleElement()
        .satisfies(change -> assertThat(change.words()).endsWith("in 3 of 4 runs"));
  }

  @Test
  void stallsThatComeAndGoAreNoRegimesThoughAllRunsChangeAtOneMoment() {
    double[] period = {2.5, 3.5, 4.5};
    double[] stall = {0.6, 1.8, 1.2};
    SteppedRuns runs = new SteppedRuns(0.1, 3);
    for (int i = 0; i < 3; i++) {
      int run = i;
      runs.next()
          .run(
              "bfq", 12, t -> (t + 30 * period[run] - 7.5) % period[run] < stall[run] ? 100 : 5000);
    }
    assertThat(runs.samples())
        .allSatisfy(
            sample ->
                assertThat(
                        RunChange.of(RateSeries.of(sample, SteppedRuns.READER_IOPS).orElseThrow()))
                    .anySatisfy(
                        change -> {
                          assertThat(change.seconds()).isCloseTo(7.5, within(0.05));
                          assertThat(change.rises()).isFalse();
                        }));
    assertThat(changes(runs)).isEmpty();
  }

  @Test
  void changesAtOtherTimesOrInOtherDirectionsDoNotMakeOne() {
    SteppedRuns runs = new SteppedRuns(0.1, 3);
    runs.next().step("bfq", 12, 2, 5000, 100).next().step("bfq", 12, 3.2, 5000, 100);
    runs.next().step("bfq", 12, 5, 5000, 100);
    assertThat(changes(runs)).isEmpty();
    SteppedRuns mixed = new SteppedRuns(0.1, 3);
    mixed.next().step("bfq", 12, 2, 5000, 100).next().step("bfq", 12, 2, 5000, 100);
    mixed.next().step("bfq", 12, 2, 100, 5000);
    assertThat(changes(mixed)).isEmpty();
  }

  @Test
  void severalRegimesComeInTheirOrder() {
    SteppedRuns runs = new SteppedRuns(0.1, 3);
    for (int i = 0; i < 3; i++) {
      double shift = 0.1 * i;
      runs.next().run("bfq", 12, t -> t < 2 + shift ? 1000 : t < 7 - shift ? 100 : 3000);
    }
    List<RegimeChange> changes = changes(runs);
    assertThat(changes).hasSize(2);
    assertThat(Regimes.between(changes).stream().map(Stretch::words))
        .containsExactly("in the first 2 s", "from 2.2 s to 6.8 s", "after 7 s");
  }

  @Test
  void silenceIsARateAndConstantRunsHaveNoRegimes() {
    SteppedRuns starved = new SteppedRuns(0, 1);
    SteppedRuns constant = new SteppedRuns(0, 1);
    SteppedRuns silent = new SteppedRuns(0, 1);
    for (int i = 0; i < 3; i++) {
      starved.next().step("bfq", 6, 3, 500, 0);
      constant.next().flat("bfq", 6, 500);
      silent.next().flat("bfq", 6, 0);
    }
    assertThat(changes(starved))
        .singleElement()
        .satisfies(
            change ->
                assertThat(change.words())
                    .isEqualTo(
                        "reader iops of bfq fell from 500 io/s to 0 io/s after 3 s of each run,"
                            + " in 3 of 3 runs"));
    assertThat(changes(constant)).isEmpty();
    assertThat(changes(silent)).isEmpty();
  }

  @Test
  void aShortStallOrBurstIsNoRegime() {
    SteppedRuns runs = new SteppedRuns(0.1, 3);
    for (int i = 0; i < 6; i++) {
      runs.next().run("bfq", 12, t -> t > 5 && t < 5.1 ? 0 : t > 8 && t < 8.1 ? 50_000 : 1000);
    }
    assertThat(changes(runs)).isEmpty();
  }

  @Test
  void speedAndBandwidthAreLookedAtByBytes() {
    List<Sample> samples = steps(3, 5700, 100).samples();
    assertThat(Regimes.of("bfq", Metric.SPEED, samples))
        .singleElement()
        .satisfies(
            change ->
                assertThat(change.words())
                    .startsWith("bandwidth of bfq fell from 23")
                    .contains(" MB/s to 4"));
    assertThat(Regimes.of("bfq", Metric.TIME, samples)).isEmpty();
    assertThat(Regimes.of("bfq", Metric.parse("reader p99 latency"), samples)).hasSize(1);
  }

  @Test
  void partsOfLessThanHalfASecondAreNoneOfTheStretches() {
    RegimeChange early = change(0.3, 0.4);
    RegimeChange late = change(5, 5.3);
    RegimeChange close = change(5.5, 6);
    assertThat(Regimes.between(List.of(late, early, close)).stream().map(Stretch::words))
        .containsExactly("from 400 ms to 5 s", "after 6 s");
    assertThat(Regimes.between(List.of())).containsExactly(Stretch.WHOLE);
  }

  private static RegimeChange change(double from, double to) {
    return new RegimeChange("a", SteppedRuns.READER_IOPS, from, to, from, 1, 10, 3, 3);
  }

  @Test
  void aWindowThatTheRunDidNotFillIsNoStep() {
    List<Long> counts = new ArrayList<>(IntStream.range(0, 60).mapToObj(i -> 1000L).toList());
    counts.add(3L);
    Sample sample = sample(6.003, 6.003, counts);
    RateSeries series = RateSeries.of(sample, SteppedRuns.READER_IOPS).orElseThrow();
    assertThat(series.counts()).hasSize(60).containsOnly(1000);
    assertThat(series.in(new Stretch(5, Double.POSITIVE_INFINITY)))
        .contains(new Measured.Rate(10_000, 1, Unit.IO_PER_SECOND));
  }

  @Test
  void whatOtherJobsHadInFlightAtTheEndIsNoSilenceOfThisOne() {
    List<Long> counts = IntStream.range(0, 66).mapToObj(i -> i < 60 ? 1000L : 0L).toList();
    Sample sample = sample(6.02, 6.61, counts);
    assertThat(RateSeries.of(sample, SteppedRuns.READER_IOPS).orElseThrow().counts()).hasSize(60);
    assertThat(RateSeries.of(sample, Metric.of(Quantity.IOPS)).orElseThrow().counts()).hasSize(60);
  }

  @Test
  void aJobThatBeginsLaterIsLookedAtFromThereOn() {
    List<Long> counts =
        IntStream.range(0, 60).mapToObj(i -> i < 20 ? 0L : i < 21 ? 400L : 1000L).toList();
    RateSeries series =
        RateSeries.of(sample(3.95, 6, counts), SteppedRuns.READER_IOPS).orElseThrow();
    assertThat(series.first()).isEqualTo(21);
    assertThat(series.endSeconds()).isCloseTo(5.9, within(1e-9));
    assertThat(series.counts()).containsOnly(1000);
    assertThat(series.in(new Stretch(0, 2))).isEmpty();
  }

  @Test
  void bothSidesAreAddedWhereNoSeriesHasThem() {
    Sample sample =
        new Sample(
            "a",
            "a",
            "a",
            1,
            1,
            java.time.Instant.EPOCH,
            1,
            0,
            Map.of(),
            List.of(),
            List.of(
                new Series(Metric.parse("reader read iops"), 0.1, List.of(1L, 2L, 3L)),
                new Series(Metric.parse("reader write iops"), 0.1, List.of(10L, 20L))),
            List.of());
    assertThat(RateSeries.of(sample, SteppedRuns.READER_IOPS).orElseThrow().counts())
        .containsExactly(11, 22, 3);
    assertThat(RateSeries.of(sample, Metric.parse("reader write iops")).orElseThrow().counts())
        .containsExactly(10, 20);
    assertThat(RateSeries.of(sample, Metric.parse("writer iops"))).isEmpty();
  }

  @Test
  void longRunsAreLookedAtInLongerWindows() {
    long[] counts = new long[12_003];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = i < 6000 ? 1000 + i % 7 : 100 + i % 3;
    }
    assertThat(RunChange.of(RateSeries.ofIos(counts)))
        .singleElement()
        .satisfies(change -> assertThat(change.seconds()).isCloseTo(600, within(0.3)));
  }

  private static Sample sample(double jobSeconds, double seconds, List<Long> counts) {
    long total = counts.stream().mapToLong(Long::longValue).sum();
    return new Sample(
        "a",
        "a",
        "a",
        1,
        1,
        java.time.Instant.EPOCH,
        seconds,
        0,
        Map.of(
            Metric.of(Quantity.IOPS),
            new Measured.Rate(total, seconds, Unit.IO_PER_SECOND),
            SteppedRuns.READER_IOPS,
            new Measured.Rate(total, jobSeconds, Unit.IO_PER_SECOND)),
        List.of(),
        List.of(
            new Series(Metric.of(Quantity.IOPS), 0.1, counts),
            new Series(new Metric(Optional.of("reader"), Side.BOTH, Quantity.IOPS), 0.1, counts)),
        List.of());
  }
}
