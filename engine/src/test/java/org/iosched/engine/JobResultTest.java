package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyFrom;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Series;
import org.iosched.dsl.Side;
import org.iosched.dsl.Unit;
import org.junit.jupiter.api.Test;

class JobResultTest {
  private static final SideStats NOTHING =
      stats(0, 0, 2, 0, 0, List.of(), List.of(), List.of(0L, 0L), List.of(0L, 0L));

  private static final SideStats HUNDRED =
      stats(
          100,
          409_600,
          2,
          1_200,
          100_000,
          List.of(1_000L, 2_000L, 100_000L),
          List.of(90L, 9L, 1L),
          List.of(60L, 40L),
          List.of(60L * 4096, 40L * 4096));

  private static final SideStats TEN =
      stats(
          10,
          655_360,
          1,
          5_000,
          5_000,
          List.of(5_000L),
          List.of(10L),
          List.of(4L, 6L),
          List.of(4L * 65536, 6L * 65536));

  /** Stats without latencies of half seconds or from the intended start. */
  private static SideStats stats(
      long ios,
      long bytes,
      double seconds,
      double meanNanos,
      long maxNanos,
      List<Long> upperNanos,
      List<Long> counts,
      List<Long> windowIos,
      List<Long> windowBytes) {
    return new SideStats(
        ios,
        bytes,
        seconds,
        meanNanos,
        maxNanos,
        upperNanos,
        counts,
        windowIos,
        windowBytes,
        List.of(),
        null);
  }

  private static JobResult result(boolean continuous, JobStats... jobs) {
    return new JobResult(List.of(jobs), continuous, 2.5, 2, 0.25, 0.75, "io_uring");
  }

  private static Measured nanos(double value) {
    return new Measured.Value(value, Unit.NANOSECONDS);
  }

  @Test
  void oneReaderHasItsMetricsForBothSidesAndForReads() {
    Map<Metric, Measured> metrics = result(true, new JobStats("r", HUNDRED, NOTHING)).metrics();

    assertThat(metrics)
        .containsEntry(Metric.of(Quantity.IOPS), new Measured.Rate(100, 2, Unit.IO_PER_SECOND))
        .containsEntry(
            Metric.of(Side.READ, Quantity.BANDWIDTH),
            new Measured.Rate(409_600, 2, Unit.BYTES_PER_SECOND))
        .containsEntry(Metric.of(Quantity.MEAN_LATENCY), nanos(1_200))
        .containsEntry(Metric.of(Quantity.P50_LATENCY), nanos(1_000))
        .containsEntry(Metric.of(Quantity.P90_LATENCY), nanos(1_000))
        .containsEntry(Metric.of(Quantity.P95_LATENCY), nanos(2_000))
        .containsEntry(Metric.of(Quantity.P99_LATENCY), nanos(2_000))
        .containsEntry(Metric.of(Quantity.P999_LATENCY), nanos(100_000))
        .containsEntry(Metric.of(Quantity.MAX_LATENCY), nanos(100_000))
        .containsEntry(Metric.of(Quantity.CPU), nanos(1e9 / 100))
        .doesNotContainKey(Metric.TIME);
    assertThat(metrics.keySet())
        .noneMatch(metric -> metric.side() == Side.WRITE || metric.job().isPresent());
  }

  @Test
  void workThatEndsHasItsTimeAndItsProcessorTimeInSeconds() {
    assertThat(result(false, new JobStats("r", HUNDRED, NOTHING)).metrics())
        .containsEntry(Metric.TIME, new Measured.Value(2.5, Unit.SECONDS))
        .containsEntry(Metric.of(Quantity.CPU), new Measured.Value(1, Unit.SECONDS));
  }

  @Test
  void severalJobsHaveMetricsOfTheirOwnOverTheirOwnTime() {
    Map<Metric, Measured> metrics =
        result(true, new JobStats("r", HUNDRED, NOTHING), new JobStats("w", NOTHING, TEN))
            .metrics();

    assertThat(metrics)
        .containsEntry(Metric.of(Quantity.IOPS), new Measured.Rate(110, 2, Unit.IO_PER_SECOND))
        .containsEntry(
            Metric.of(Quantity.MEAN_LATENCY), nanos((100 * 1_200.0 + 10 * 5_000.0) / 110))
        .containsEntry(Metric.of(Side.WRITE, Quantity.P50_LATENCY).forJob("w"), nanos(5_000))
        .containsKey(Metric.of(Quantity.IOPS).forJob("r"))
        .doesNotContainKey(Metric.of(Side.WRITE, Quantity.IOPS).forJob("r"));
  }

  private static SideStats limited(SideStats side, long responseNanos) {
    return new SideStats(
        side.ios(),
        side.bytes(),
        side.seconds(),
        side.meanNanos(),
        side.maxNanos(),
        side.upperNanos(),
        side.counts(),
        side.windowIos(),
        side.windowBytes(),
        List.of(),
        new LatencyStats(
            responseNanos, responseNanos, List.of(responseNanos), List.of(side.ios())));
  }

  @Test
  void underARateThereIsAResponseBesideTheLatency() {
    JobResult result =
        result(
            true,
            new JobStats("r", limited(HUNDRED, 7_000_000), NOTHING),
            new JobStats("w", NOTHING, TEN));

    assertThat(result.metrics())
        .containsEntry(Metric.of(Side.READ, Quantity.P99_RESPONSE), nanos(7_000_000))
        .containsEntry(Metric.of(Quantity.MEAN_RESPONSE).forJob("r"), nanos(7_000_000))
        .containsEntry(Metric.of(Side.READ, Quantity.MAX_RESPONSE), nanos(7_000_000))
        .containsEntry(Metric.of(Side.READ, Quantity.P50_LATENCY), nanos(1_000))
        .as("the writer has no rate, so all I/Os together have no response")
        .doesNotContainKeys(
            Metric.of(Quantity.P99_RESPONSE),
            Metric.of(Side.WRITE, Quantity.P99_RESPONSE),
            Metric.of(Quantity.P99_RESPONSE).forJob("w"));
    assertThat(result.latencies())
        .filteredOn(latencies -> latencies.from() == LatencyFrom.INTENDED_START)
        .extracting(latencies -> latencies.job().orElse("all") + " " + latencies.side())
        .containsExactly("all READ", "r BOTH", "r READ");
  }

  @Test
  void theResponseIsWhatAllIosOfAMetricHave() {
    JobFile jobs =
        JobFile.parse("[r]\nrate_iops=10\n[mix]\nrw=randrw\nrate=0,1m\n[w]\nrw=write\nrate=5");

    assertThat(jobs.jobs()).extracting(Job::limited).containsOnly(true);
    assertThat(jobs.limited(Metric.parse("r p99 response"))).isTrue();
    assertThat(jobs.limited(Metric.parse("mix p99 response"))).isFalse();
    assertThat(jobs.limited(Metric.parse("mix p99 write response"))).isTrue();
    assertThat(jobs.limited(Metric.parse("p99 write response"))).isTrue();
    assertThat(jobs.limited(Metric.parse("p99 read response"))).isFalse();
    assertThat(jobs.limited(Metric.parse("p99 response"))).isFalse();
  }

  @Test
  void aJobWithoutIoHasRatesButNoLatencies() {
    JobResult result = result(true, new JobStats("r", NOTHING, NOTHING));

    assertThat(result.metrics().keySet())
        .containsExactlyInAnyOrder(Metric.of(Quantity.IOPS), Metric.of(Quantity.BANDWIDTH));
    assertThat(result.latencies()).isEmpty();
  }

  @Test
  void seriesAddUpTheSides() {
    JobResult result =
        result(true, new JobStats("r", HUNDRED, NOTHING), new JobStats("w", NOTHING, TEN));

    assertThat(result.series())
        .contains(
            new Series(Metric.of(Quantity.IOPS), 0.1, List.of(64L, 46L)),
            new Series(Metric.of(Side.WRITE, Quantity.IOPS), 0.1, List.of(4L, 6L)),
            new Series(
                Metric.of(Quantity.BANDWIDTH).forJob("w"), 0.1, List.of(4L * 65536, 6L * 65536)));
  }

  @Test
  void latenciesKeepEveryIoInNarrowBuckets() {
    List<Latencies> latencies = result(true, new JobStats("r", HUNDRED, NOTHING)).latencies();

    assertThat(latencies).extracting(Latencies::side).containsExactly(Side.BOTH, Side.READ);
    Latencies both = latencies.get(0);
    assertThat(both.counts()).containsExactly(90L, 9L, 1L);
    assertThat(both.upperNanos().get(2)).isBetween(100_000L, 101_600L);
  }

  @Test
  void latenciesOfHalfSecondsAreThoseOfEachJobAndSide() {
    SideStats reads =
        new SideStats(
            3,
            3,
            1,
            1,
            1,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(List.of(1_007L, 2L, 8_063L, 1L), List.of()),
            null);
    JobResult several =
        result(true, new JobStats("r", reads, NOTHING), new JobStats("w", NOTHING, TEN));

    assertThat(several.latencyWindows())
        .containsExactly(
            new LatencyWindows(
                Optional.of("r"),
                Side.READ,
                0.5,
                List.of(
                    new Latencies(
                        Optional.of("r"), Side.READ, List.of(1_007L, 8_063L), List.of(2L, 1L)),
                    new Latencies(Optional.of("r"), Side.READ, List.of(), List.of()))));
    assertThat(result(true, new JobStats("r", reads, NOTHING)).latencyWindows())
        .extracting(LatencyWindows::job)
        .containsExactly(Optional.empty());
  }
}
