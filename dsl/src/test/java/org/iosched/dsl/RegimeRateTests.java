package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * How often noise is called a regime, and a step found, in arms of runs of 12 s. The recorded trace
 * is described in {@code noise/README.md}.
 */
class RegimeRateTests {
  private static final int REPLICATES = 400;
  private static final int WINDOWS = 120;

  static double[] trace() throws IOException {
    try (InputStream file =
            Objects.requireNonNull(
                RegimeRateTests.class.getResourceAsStream("/noise/aa_randread_qd8.csv"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .skip(1)
          .mapToDouble(
              line ->
                  Double.parseDouble(line.substring(line.indexOf(',') + 1, line.lastIndexOf(',')))
                      * 0.1)
          .toArray();
    }
  }

  private static double allowed(double rate) {
    return rate + 1.645 * Math.sqrt(rate * (1 - rate) / REPLICATES);
  }

  @Test
  void noiseOfARecordedTraceIsSeldomCalledARegime() throws IOException {
    double[] trace = trace();
    for (int runs : new int[] {3, 4, 6, 12}) {
      double rate =
          falseRegimes(random -> run(trace, random.nextInt(trace.length)), runs, REPLICATES, runs);
      assertThat(rate).as("%d runs", runs).isLessThanOrEqualTo(allowed(0.01));
    }
  }

  /** Then all runs of an arm meet the same bad minutes, and more often change together. */
  @Test
  void runsThatTakeTurnsOnARecordedTraceAreSeldomCalledRegimes() throws IOException {
    SimulatedNoise noise = SimulatedNoise.ofTypicalRate(RecordedTrace.bundled());
    for (int runs : new int[] {3, 4, 6}) {
      long found =
          Replicates.of(
                  "in turns " + runs,
                  REPLICATES,
                  random -> RegimeRuns.inTurns(noise, runs, random, () -> RegimeRuns.CONSTANT))
              .filter(arm -> Regimes.count(arm) > 0)
              .count();
      assertThat(found / (double) REPLICATES)
          .as("%d runs", runs)
          .isLessThanOrEqualTo(allowed(0.01));
    }
  }

  @Test
  void syntheticNoiseIsSeldomCalledARegime() {
    for (Noise noise : Noise.values()) {
      double rate = falseRegimes(random -> noise.run(random, 1700), 3, REPLICATES, 11);
      assertThat(rate).as("%s", noise).isLessThanOrEqualTo(allowed(0.01));
    }
  }

  @Test
  void aStepAtAboutTheSameTimeIsFoundInThreeRuns() throws IOException {
    double[] trace = trace();
    double ofTrace =
        foundSteps(random -> run(trace, random.nextInt(trace.length)), 3, REPLICATES, 5);
    assertThat(ofTrace).isGreaterThanOrEqualTo(0.95);
    for (Noise noise : Noise.values()) {
      assertThat(foundSteps(random -> noise.run(random, 1700), 3, REPLICATES, 5))
          .as("%s", noise)
          .isGreaterThanOrEqualTo(0.95);
    }
  }

  /** How the logarithm of a window's rate strays. */
  enum Noise {
    INDEPENDENT,
    /** Autocorrelation 0.8 from window to window. */
    AUTOREGRESSIVE,
    /** One window in twenty is slower by a factor of up to twenty. */
    OUTLIERS,
    /** Ten percent up within the run. */
    DRIFT;

    private static final double SIGMA = 0.02;

    long[] run(Random random, double counts) {
      long[] windows = new long[WINDOWS];
      double state = random.nextGaussian();
      for (int i = 0; i < WINDOWS; i++) {
        double fresh = random.nextGaussian();
        state = 0.8 * state + 0.6 * fresh;
        double strays =
            switch (this) {
              case INDEPENDENT -> SIGMA * fresh;
              case AUTOREGRESSIVE -> SIGMA * state;
              case OUTLIERS ->
                  SIGMA * fresh
                      - (random.nextDouble() < 0.05 ? random.nextDouble() * Math.log(20) : 0);
              case DRIFT -> SIGMA * fresh + Math.log(1.1) * i / WINDOWS;
            };
        windows[i] = Math.round(counts * Math.exp(strays));
      }
      return windows;
    }
  }

  /** Returns the share of arms of so many runs in which a regime is found. */
  static double falseRegimes(Function<Random, long[]> run, int runs, int replicates, long seed) {
    Random random = new Random(seed);
    int found = 0;
    for (int replicate = 0; replicate < replicates; replicate++) {
      List<RateSeries> arm = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        arm.add(RateSeries.ofIos(run.apply(random)));
      }
      found += Regimes.count(arm) > 0 ? 1 : 0;
    }
    return (double) found / replicates;
  }

  /** Returns the share of arms in which a step from 5,700 to 100 I/Os per second is found. */
  static double foundSteps(Function<Random, long[]> run, int runs, int replicates, long seed) {
    Random random = new Random(seed);
    int found = 0;
    for (int replicate = 0; replicate < replicates; replicate++) {
      List<RateSeries> arm = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        double at = 2.5 + 0.3 * (2 * random.nextDouble() - 1);
        long[] noise = run.apply(random);
        double typical = Arrays.stream(noise).sorted().skip(WINDOWS / 2).findFirst().orElseThrow();
        long[] counts = new long[WINDOWS];
        for (int w = 0; w < WINDOWS; w++) {
          double boosted = Math.min(1, Math.max(0, (at - w * 0.1) / 0.1));
          double rate = 100 + 5600 * boosted;
          counts[w] = Math.round(noise[w] / typical * rate * 0.1);
        }
        arm.add(RateSeries.ofIos(counts));
      }
      found += Regimes.count(arm) > 0 ? 1 : 0;
    }
    return (double) found / replicates;
  }

  private static long[] run(double[] trace, int start) {
    long[] counts = new long[WINDOWS];
    for (int i = 0; i < WINDOWS; i++) {
      counts[i] = Math.round(trace[(start + i) % trace.length]);
    }
    return counts;
  }
}
