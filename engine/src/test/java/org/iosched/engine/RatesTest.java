package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.engine.EngineOptions.IoPath;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rates hold within 1%, and what they make late is seen in the response. */
class RatesTest {
  private static final int MIB = 1 << 20;
  private static final RunningEngines ENGINES = new RunningEngines();

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    file = Files.write(directory.resolve("file"), new byte[4 * MIB]);
  }

  @AfterAll
  static void endEngines() {
    ENGINES.close();
  }

  private JobResult run(IoPath path, String options) throws InterruptedException {
    String jobs = "[j]\nruntime=1\ntime_based\n" + options;
    return ENGINES.on(path).run(JobFile.parse(jobs), file);
  }

  static Stream<Arguments> limits() {
    return Stream.of(IoPath.IO_URING, IoPath.THREADS)
        .flatMap(
            path ->
                Stream.of(
                    Arguments.of(path, "rw=randread\nrate_iops=100", 100, 0),
                    Arguments.of(path, "rw=write\niodepth=16\nrate_iops=2000", 0, 2_000),
                    Arguments.of(path, "rw=randread\niodepth=16\nrate_iops=20k", 20_480, 0),
                    Arguments.of(path, "rw=randrw\niodepth=4\nrate_iops=1000,250", 1_000, 250),
                    Arguments.of(path, "rw=rw\nrwmixread=90\nrate_iops=200,600", 200, 600),
                    Arguments.of(path, "rw=read\nbs=64k\nrate=32m", 512, 0),
                    Arguments.of(path, "rw=randwrite\nramp_time=400ms\nrate_iops=500", 0, 500)));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void aRateHoldsWithinAPercent(IoPath path, String options, int reads, int writes)
      throws Exception {
    QuietMoment.check(
        () -> {
          JobStats stats = run(path, options).jobs().get(0);
          neverAbove(stats.read(), reads);
          neverAbove(stats.write(), writes);
          return () ->
              assertThat(reaches(stats.read(), reads) && reaches(stats.write(), writes))
                  .as("%s: %s and %s", options, words(stats.read()), words(stats.write()))
                  .isTrue();
        });
  }

  private static String words(SideStats side) {
    return side.ios() + " I/Os in " + side.seconds() + " s";
  }

  private static void neverAbove(SideStats side, int rate) {
    assertThat((double) side.ios()).isLessThanOrEqualTo(rate * side.seconds() * 1.01 + 1);
  }

  private static boolean reaches(SideStats side, int rate) {
    return side.ios() >= rate * side.seconds() * 0.99 - 1;
  }

  @BothPaths
  void aDirectionWithoutARateIsNotHeldBack(IoPath path) throws Exception {
    QuietMoment.check(
        () -> {
          JobStats stats = run(path, "rw=randrw\nrate_iops=0,100\nruntime=500ms").jobs().get(0);
          assertThat((double) stats.write().ios())
              .isLessThanOrEqualTo(100 * stats.write().seconds() + 2);
          assertThat(stats.write().response()).isNotNull();
          assertThat(stats.read().response()).isNull();
          return () ->
              assertThat(stats.read().ios()).isPositive().isGreaterThan(5 * stats.write().ios());
        });
  }

  /** The time in which nothing could be submitted is in the response only, and is caught up. */
  @BothPaths
  void aStallIsSeenInTheResponseAndCaughtUp(IoPath path) throws Exception {
    QuietMoment.check(
        () -> {
          JobResult result = runWithAStall(path, "runtime=2", 300, 500);
          SideStats reads = result.jobs().get(0).read();
          neverAbove(reads, 1_000);
          return () -> {
            assertThat((double) reads.ios()).isBetween(1_000 * reads.seconds() * 0.9, 2_021.0);
            double latency = value(result, Quantity.P90_LATENCY);
            double response = value(result, Quantity.P90_RESPONSE);
            assertThat(response).isGreaterThan(100e6).isGreaterThan(10 * latency);
            assertThat(value(result, Quantity.MAX_RESPONSE)).isBetween(450e6, 2e9);
            assertThat(value(result, Quantity.MEAN_RESPONSE)).isGreaterThan(20e6);
          };
        });
  }

  /** Runs 1,000 I/Os a second, and stops the whole process for a while. */
  private JobResult runWithAStall(IoPath path, String times, long runMillis, long stallMillis)
      throws Exception {
    EngineProcess engine = ENGINES.on(path);
    JobFile jobs = JobFile.parse("[j]\nrw=randread\nrate_iops=1000\ntime_based\n" + times);
    try (EngineRun run = engine.begin(jobs, file)) {
      Thread.sleep(runMillis);
      signal(engine, "STOP");
      try {
        Thread.sleep(stallMillis);
      } finally {
        signal(engine, "CONT");
      }
      return run.finish();
    }
  }

  private static double value(JobResult result, Quantity quantity) {
    return Optional.ofNullable(result.metrics().get(Metric.of(quantity))).orElseThrow().value();
  }

  private static void signal(EngineProcess engine, String name) throws Exception {
    int status =
        new ProcessBuilder("kill", "-" + name, Long.toString(engine.pid())).start().waitFor();
    assumeTrue(status == 0, "the engine's process cannot be stopped here");
  }

  /** What fell behind in the ramp time is neither caught up nor waited for after it. */
  @BothPaths
  void aStallInTheRampTimeIsNotMeasured(IoPath path) throws Exception {
    QuietMoment.check(
        () -> {
          JobResult result = runWithAStall(path, "ramp_time=700ms\nruntime=1", 100, 400);
          neverAbove(result.jobs().get(0).read(), 1_000);
          return () -> assertThat(value(result, Quantity.P50_RESPONSE)).isLessThan(300e6);
        });
  }

  @BothPaths
  void withoutARateThereIsNoResponse(IoPath path) throws Exception {
    JobResult result = run(path, "runtime=100ms");

    assertThat(result.metrics())
        .containsKey(Metric.of(Quantity.P99_LATENCY))
        .doesNotContainKey(Metric.of(Quantity.P99_RESPONSE));
    assertThat(result.jobs().get(0).read().response()).isNull();
  }
}
