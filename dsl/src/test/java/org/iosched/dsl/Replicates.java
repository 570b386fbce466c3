package org.iosched.dsl;

import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Repeats a simulation on all processors, the same for the same name whatever their number. */
final class Replicates {
  private Replicates() {}

  /**
   * Returns what each replicate comes to.
   *
   * @param name what is simulated, which is the seed
   * @param count how many replicates
   * @param replicate one of them
   */
  static <T> Stream<T> of(String name, int count, Function<SplittableRandom, T> replicate) {
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(
            i -> replicate.apply(new SplittableRandom(mixed(((long) i << 32) ^ name.hashCode()))));
  }

  /** Spreads neighbouring seeds: a SplittableRandom only counts up from its seed (MurmurHash3). */
  private static long mixed(long seed) {
    long z = seed;
    z = (z ^ (z >>> 33)) * 0xFF51AFD7ED558CCDL;
    z = (z ^ (z >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return z ^ (z >>> 33);
  }

  /** Counts outcomes. */
  static Shares shares(String name, int count, Function<SplittableRandom, Outcome> replicate) {
    return of(name, count, replicate).map(Shares::of).reduce(Shares.NONE, Shares::plus);
  }

  /**
   * How often each outcome came.
   *
   * @param met how many were MET
   * @param notMet how many were NOT_MET
   * @param total how many there were
   */
  record Shares(int met, int notMet, int total) {
    static final Shares NONE = new Shares(0, 0, 0);

    static Shares of(Outcome outcome) {
      return new Shares(outcome == Outcome.MET ? 1 : 0, outcome == Outcome.NOT_MET ? 1 : 0, 1);
    }

    Shares plus(Shares other) {
      return new Shares(met + other.met, notMet + other.notMet, total + other.total);
    }

    /** Returns the share of MET. */
    double metShare() {
      return met / (double) total;
    }

    /** Returns the share of NOT_MET. */
    double notMetShare() {
      return notMet / (double) total;
    }
  }
}
