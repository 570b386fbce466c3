package org.iosched.dsl;

import java.util.SplittableRandom;

/** How the rates of a machine stray. */
interface SimulatedNoise {

  /**
   * Returns a machine for one benchmark.
   *
   * @param random where chance comes from
   * @param stretches how many stretches will be measured at most
   */
  SimulatedMachine machine(SplittableRandom random, int stretches);

  /** Returns a recorded trace from a random start on. */
  static SimulatedNoise recorded(RecordedTrace trace) {
    return (random, stretches) -> recorded(trace, random.nextDouble(trace.seconds()));
  }

  /** Returns a recorded trace from a given start on. */
  static SimulatedMachine recorded(RecordedTrace trace, double startSeconds) {
    return recorded(trace, startSeconds, 1);
  }

  /** Returns a recorded trace from a random start on, whose typical rate is made 1. */
  static SimulatedNoise ofTypicalRate(RecordedTrace trace) {
    double scale = 1 / trace.medianRate();
    return (random, stretches) -> recorded(trace, random.nextDouble(trace.seconds()), scale);
  }

  private static SimulatedMachine recorded(RecordedTrace trace, double startSeconds, double scale) {
    return new SimulatedMachine() {
      private double at = startSeconds;

      @Override
      public double logRate(double lostSeconds, double seconds, double factor) {
        at += lostSeconds;
        long count = Math.round(factor * scale * trace.count(at, at + seconds));
        at += seconds;
        return Math.log((count + 0.5) / seconds);
      }
    };
  }

  /** Synthetic noise: its standard deviation is 2% from stretch to stretch. */
  enum Synthetic implements SimulatedNoise {
    /** Independent and normal. */
    INDEPENDENT,
    /** Autoregressive and normal: correlation 0.8 from stretch to stretch. */
    AUTOREGRESSIVE,
    /** Independent, and one stretch in twenty is slower by up to five times. */
    OUTLIERS,
    /** Independent, and the machine slows down evenly by 10% in the course of the benchmark. */
    DRIFT;

    private static final double SIGMA = 0.02;
    private static final double CORRELATION = 0.8;
    private static final double OUTLIERS_SHARE = 0.05;
    private static final double SLOWEST = 5;
    private static final double DRIFT_IN_ALL = 0.1;

    @Override
    public SimulatedMachine machine(SplittableRandom random, int stretches) {
      return new SimulatedMachine() {
        private double state = random.nextGaussian();
        private int measured;

        @Override
        public double logRate(double lostSeconds, double seconds, double factor) {
          double fresh = random.nextGaussian();
          state = CORRELATION * state + Math.sqrt(1 - CORRELATION * CORRELATION) * fresh;
          measured++;
          double noise =
              switch (Synthetic.this) {
                case INDEPENDENT -> SIGMA * fresh;
                case AUTOREGRESSIVE -> SIGMA * state;
                case OUTLIERS ->
                    SIGMA * fresh
                        - (random.nextDouble() < OUTLIERS_SHARE
                            ? random.nextDouble() * Math.log(SLOWEST)
                            : 0);
                case DRIFT ->
                    SIGMA * fresh + Math.log1p(-DRIFT_IN_ALL * measured / (double) stretches);
              };
          return Math.log(factor) + noise;
        }
      };
    }
  }
}
