package org.iosched.extension;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.iosched.dsl.Sample;
import org.jspecify.annotations.Nullable;

/**
 * Prints one line of progress every few seconds while benchmarks run, so that a person knows what
 * happens and how long it will take.
 */
final class Progress implements AutoCloseable {

  private static final long PERIOD_SECONDS = 4;

  /** What is being measured now. */
  private record Now(
      String benchmark, String arm, int round, int rounds, int doneRuns, int plannedRuns) {}

  private final PrintStream out;
  private final int plannedMeasurements;
  private final Budget budget;
  private final Thread clock;
  private int endedMeasurements;
  private @Nullable Now now;
  private @Nullable String lastRate;
  private long measurementStartedNanos;

  /** Starts printing to {@code out}. */
  Progress(PrintStream out, int plannedMeasurements, Budget budget) {
    this.out = out;
    this.plannedMeasurements = plannedMeasurements;
    this.budget = budget;
    this.clock = new Thread(this::keepPrinting, "iosched-progress");
    clock.setDaemon(true);
    clock.start();
  }

  private void keepPrinting() {
    try {
      while (true) {
        TimeUnit.SECONDS.sleep(PERIOD_SECONDS);
        print();
      }
    } catch (InterruptedException e) {
      // The run has ended.
    }
  }

  /** Prints a sentence at once. */
  synchronized void say(String sentence) {
    out.println("iosched: " + sentence);
    out.flush();
  }

  /** Notes that a benchmark begins. */
  synchronized void begin() {
    measurementStartedNanos = System.nanoTime();
    lastRate = null;
  }

  /** Says that a probe begins. */
  void probing(String benchmark, long seconds) {
    say(
        benchmark
            + ": a probe of about "
            + seconds
            + " s looks whether it can be measured in slices");
  }

  /** Notes which run begins. */
  synchronized void turn(
      String benchmark, Measurement.Turn turn, int rounds, int doneRuns, int plannedRuns) {
    now = new Now(benchmark, turn.arm().name(), turn.round(), rounds, doneRuns, plannedRuns);
  }

  /** Notes what a run measured. */
  synchronized void measured(Sample sample) {
    lastRate = sample.arm() + " " + MainMetric.shown(sample);
  }

  /** Notes that a benchmark has ended. */
  synchronized void end() {
    endedMeasurements++;
    now = null;
  }

  private synchronized void print() {
    Now current = now;
    if (current == null) {
      return;
    }
    String of = plannedMeasurements > 0 ? " of " + plannedMeasurements : "";
    say(
        String.format(
            Locale.ROOT,
            "benchmark %d%s %s, run %d of at most %d (round %d of %d, %s)%s, at most %s left",
            endedMeasurements + 1,
            of,
            current.benchmark(),
            current.doneRuns() + 1,
            current.plannedRuns(),
            current.round(),
            current.rounds(),
            current.arm(),
            lastRate == null ? "" : ", last " + lastRate,
            left()));
  }

  private String left() {
    long usedNanos = budget.spent().toNanos() + (System.nanoTime() - measurementStartedNanos);
    long seconds =
        Math.max(0, TimeUnit.NANOSECONDS.toSeconds(budget.total().toNanos() - usedNanos));
    return seconds >= 60 ? (seconds / 60) + "m" + (seconds % 60) + "s" : seconds + "s";
  }

  /** Stops printing. */
  @Override
  public void close() {
    clock.interrupt();
  }
}
