package org.iosched.dsl;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Prints how much processor time it takes to decide "every scheduler within 10% of the best" from
 * 1,000 slices of four arms: a program and no test, since tests assert no times. Run its main
 * method from an editor, or with the test class path.
 */
final class ThousandSlicesProfile {
  private static final List<String> ARMS = List.of("none", "mq-deadline", "kyber", "bfq");
  private static final int SLICES = 1000;
  private static final int REPEATS = 60;

  private ThousandSlicesProfile() {}

  /** Decides again and again, so that the later times are those of warm code. */
  public static void main(String[] args) {
    Expectation expectation = Expectation.parse("every scheduler within 10% of the best");
    List<Claim> claims = expectation.claims(ARMS);
    List<Sample> samples = samples(new Random(1));
    LookPlan plan = LookPlans.slices(SLICES, 0.95, claims.size());
    double[] millis = new double[REPEATS];
    double[] controlMillis = new double[REPEATS];
    String message = "";
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      long start = processorNanos();
      message =
          Verdicts.decide(
                  expectation.toString(),
                  expectation.meaning(),
                  expectation.phase(),
                  claims,
                  samples,
                  plan)
              .message();
      millis[repeat] = (processorNanos() - start) / 1e6;
      start = processorNanos();
      Verdict control = Control.decide("none", "bfq", samples, plan);
      controlMillis[repeat] = (processorNanos() - start) / 1e6;
      if (control.rounds() != SLICES) {
        throw new IllegalStateException(control.message());
      }
    }
    System.out.println(message);
    print("decision", millis);
    print("control", controlMillis);
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void print(String what, double[] millis) {
    System.out.printf(
        Locale.ROOT,
        "%s: first %.1f ms of processor time, then median %.1f ms and at most %.1f ms%n",
        what,
        millis[0],
        Medians.of(Arrays.copyOfRange(millis, REPEATS / 2, REPEATS)),
        Arrays.stream(millis).skip(REPEATS / 2).max().orElse(Double.NaN));
  }

  private static List<Sample> samples(Random random) {
    Rounds rounds = new Rounds();
    List<String> order = new ArrayList<>(ARMS);
    for (int slice = 0; slice < SLICES; slice++) {
      Collections.shuffle(order, random);
      rounds.next();
      for (int place = 0; place < order.size(); place++) {
        double slower = 0.03 * ARMS.indexOf(order.get(place));
        rounds
            .at(place + 1)
            .bandwidth(order.get(place), 1e8 * Math.exp(0.2 * random.nextGaussian() - slower));
      }
    }
    return rounds.samples();
  }
}
