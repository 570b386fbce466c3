package org.iosched.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** The rates inside the runs of one arm. */
final class RegimeRuns {
  /** The length of a run in windows of 0.1 s. */
  private static final int WINDOWS = 120;

  private static final double WINDOW_SECONDS = 0.1;
  private static final double BETWEEN_RUNS_SECONDS = 0.5;

  /** The typical rate of a run, in I/Os per second, by the time since its start. */
  @FunctionalInterface
  interface RateOverTime {
    double at(double seconds);
  }

  /** No step. */
  static final RateOverTime CONSTANT = seconds -> 5700;

  private RegimeRuns() {}

  /** Draws the runs of one arm. */
  @FunctionalInterface
  interface Runs {
    /**
     * Returns so many runs.
     *
     * @param rates draws the rate of each
     */
    List<RateSeries> draw(
        SimulatedNoise noise, int runs, SplittableRandom random, Supplier<RateOverTime> rates);
  }

  /** Each run meets the machine at another time. */
  static List<RateSeries> scattered(
      SimulatedNoise noise, int runs, SplittableRandom random, Supplier<RateOverTime> rates) {
    List<RateSeries> series = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      series.add(RateSeries.ofIos(run(noise.machine(random, WINDOWS), rates.get())));
    }
    return series;
  }

  /** The runs take turns with those of another arm, in random order. */
  static List<RateSeries> inTurns(
      SimulatedNoise noise, int runs, SplittableRandom random, Supplier<RateOverTime> rates) {
    SimulatedMachine machine = noise.machine(random, 2 * runs * WINDOWS);
    List<RateSeries> series = new ArrayList<>();
    for (int round = 0; round < runs; round++) {
      boolean first = random.nextBoolean();
      if (!first) {
        run(machine, CONSTANT);
      }
      series.add(RateSeries.ofIos(run(machine, rates.get())));
      if (first) {
        run(machine, CONSTANT);
      }
    }
    return series;
  }

  /** Returns 5,700 and then 100 times the noise, the step at 2.5 ± 0.3 s. */
  static RateOverTime step(SplittableRandom random) {
    double at = 2.2 + 0.6 * random.nextDouble();
    return seconds -> seconds < at ? 5700 : 100;
  }

  private static long[] run(SimulatedMachine machine, RateOverTime rate) {
    long[] counts = new long[WINDOWS];
    for (int window = 0; window < WINDOWS; window++) {
      double lost = window == 0 ? BETWEEN_RUNS_SECONDS : 0;
      double factor = rate.at((window + 0.5) * WINDOW_SECONDS);
      counts[window] =
          Math.round(Math.exp(machine.logRate(lost, WINDOW_SECONDS, factor)) * WINDOW_SECONDS);
    }
    return counts;
  }
}
