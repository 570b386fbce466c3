package org.iosched.extension;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Control;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.LookPlan;
import org.iosched.dsl.LookPlans;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingPlan;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Verdicts;
import org.jspecify.annotations.Nullable;

/**
 * One benchmark with one workload while it is measured: which arm comes next, when to look, and
 * when to stop. Knows nothing of JUnit and touches no device.
 *
 * <p>Every round is a fresh random permutation of the arms. The looks are planned from the rounds
 * that the time allows, before the first of them. A contaminated round is repeated whole, a bounded
 * number of times, and stays in the results.
 */
final class Measurement {

  /**
   * The next run to measure.
   *
   * @param arm which arm
   * @param round the round, counted from 1
   * @param position the place within the round, counted from 1
   * @param ofArms how many places the round has
   */
  record Turn(Arm arm, int round, int position, int ofArms) {}

  private static final double OVERRUN = 1.25;

  /** More rounds of slices would cost seconds to decide, and are worth no more than these. */
  private static final int MOST_ROUNDS_OF_SLICES = 1000;

  private static final int FEWEST_REPEATED_SLICES = 20;

  private final String name;
  private final String title;
  private final WorkloadPlan workload;
  private final Decisions decisions;
  private final List<Expectation> expectations;
  private final List<Arm> declared;
  private final List<Arm> running;
  private final SamplingPlan sampling;
  private final Optional<Arm> controlled;
  private final TreeMap<String, String> unavailable = new TreeMap<>();
  private final Random random;
  private final long shareNanos;
  private final LongSupplier nanoTime;
  private final long startedNanos;
  private final double confidence;
  private final OptionalInt repeats;
  private final int maxRounds;
  private final int parts;
  private final List<Sample> samples = new ArrayList<>();
  private final @Nullable String openReason;
  private final @Nullable Verdict[] decided;

  private LookPlan looks;
  private int looksTaken;
  private @Nullable Verdict control;
  private long roundBeganNanos;
  private long roundsEndedNanos;
  private long fastestRoundNanos = Long.MAX_VALUE;
  private List<Arm> order = List.of();
  private int position;
  private int round;
  private int cleanRounds;
  private boolean contaminated;
  private boolean finished;
  private @Nullable String stopReason;
  private String lastDisturbance = "";

  /**
   * Starts measuring.
   *
   * @param plan the benchmark
   * @param workload which of its workloads
   * @param sampling how it is sampled
   * @param controlled whether an arm is measured twice, as an A/A control
   * @param confidence the confidence of the looks together
   * @param repeats how many disturbed rounds are repeated at most, see {@link #mostRounds}
   * @param seed what the orders are drawn from
   * @param shareNanos how long it may measure, in nanoseconds
   * @param nanoTime the clock
   * @param openReason why no expectation can be decided whatever is measured; null if they can
   */
  Measurement(
      BenchmarkPlan plan,
      WorkloadPlan workload,
      SamplingPlan sampling,
      boolean controlled,
      double confidence,
      OptionalInt repeats,
      long seed,
      long shareNanos,
      LongSupplier nanoTime,
      @Nullable String openReason) {
    this.name = plan.name();
    this.title = plan.titleOf(workload);
    this.workload = workload;
    this.expectations = plan.expectations();
    this.decisions = new Decisions(plan.arms(), workload.onlyJob());
    this.declared = plan.arms();
    this.running = new ArrayList<>(plan.arms());
    this.sampling = sampling;
    this.controlled = controlled ? Optional.of(plan.arms().get(0)) : Optional.empty();
    this.controlled.map(BenchmarkPlan::controlOf).ifPresent(running::add);
    this.random = new Random(seed);
    this.shareNanos = shareNanos;
    this.nanoTime = nanoTime;
    this.startedNanos = nanoTime.getAsLong();
    this.confidence = confidence;
    this.repeats = repeats;
    this.maxRounds =
        sampling instanceof SamplingPlan.Slices ? MOST_ROUNDS_OF_SLICES : plan.rounds();
    this.openReason = openReason;
    this.decided = new Verdict[expectations.size()];
    this.parts =
        expectations.stream()
            .filter(expectation -> leftOpen(expectation).isEmpty())
            .mapToInt(expectation -> decisions.claims(expectation).size())
            .max()
            .orElse(1);
    this.looks = planOf(maxRounds);
  }

  /** Tells whether there is another run to measure. */
  boolean hasNext() {
    if (!finished && position == order.size()) {
      if (round > 0) {
        endRound();
      }
      if (!finished) {
        startRound();
      }
    }
    return !finished;
  }

  /** Returns the next run. */
  Turn next() {
    if (!hasNext()) {
      throw new IllegalStateException(name + " has been measured");
    }
    if (position == 0) {
      // What is done before, such as starting a load for many rounds, is no part of the round.
      roundBeganNanos = nanoTime.getAsLong() - startedNanos;
    }
    Arm arm = order.get(position);
    position++;
    return new Turn(arm, round, position, order.size());
  }

  /** Takes what a run measured. */
  void measured(Sample sample) {
    samples.add(sample);
    contaminated |= sample.contaminated();
    sample.marks().stream()
        .filter(Mark::contaminates)
        .forEach(mark -> lastDisturbance = mark.message());
  }

  /** Returns everything that was measured, in order. */
  List<Sample> samples() {
    return Collections.unmodifiableList(samples);
  }

  /** Notes that an arm's scheduler cannot be had; the other arms go on without it. */
  void unavailable(Arm arm, String reason) {
    unavailable.put(arm.name(), reason);
    running.remove(arm);
    controlled
        .filter(arm::equals)
        .map(BenchmarkPlan::controlOf)
        .ifPresent(copy -> running.remove(copy));
    if (running.isEmpty()) {
      stop(String.join("; ", unavailable.values()));
    }
  }

  /** Ends the measuring, since a run failed or cannot go on. */
  void stop(String reason) {
    finished = true;
    stopReason = reason;
  }

  /** Returns how it is sampled. */
  SamplingPlan sampling() {
    return sampling;
  }

  /** Tells whether it is sampled in slices. */
  boolean isSliced() {
    return sampling instanceof SamplingPlan.Slices;
  }

  /** Returns the number of the round that comes next, or is under way. */
  int nextRound() {
    return Math.max(1, round);
  }

  /** Returns how many looks were taken. */
  int looksTaken() {
    return looksTaken;
  }

  /** Returns the arm that comes next; to be asked only while there is one. */
  Arm upNext() {
    return order.get(position);
  }

  private LookPlan planOf(int rounds) {
    return sampling instanceof SamplingPlan.Slices
        ? LookPlans.slices(rounds, confidence, parts)
        : LookPlans.plan(rounds, confidence, parts);
  }

  /** Returns the looks as they are planned now. */
  LookPlan looks() {
    return looks;
  }

  /** Returns the most rounds that are expected, disturbed ones that were done included. */
  int plannedRounds() {
    boolean underWay = position < order.size() || !finished;
    int disturbed = Math.max(0, round - cleanRounds - (underWay ? 1 : 0));
    return Math.max(round, looks.maxRounds() + disturbed);
  }

  /** Returns the most runs that are expected, including those done. */
  int plannedRuns() {
    return plannedRounds() * Math.max(1, running.size());
  }

  /** Returns the number of runs measured. */
  int doneRuns() {
    return samples.size();
  }

  private void startRound() {
    round++;
    position = 0;
    contaminated = false;
    order = new ArrayList<>(running);
    Collections.shuffle(order, random);
  }

  private void endRound() {
    if (!contaminated) {
      cleanRounds++;
    }
    long elapsedNanos = nanoTime.getAsLong() - startedNanos;
    long roundNanos = elapsedNanos - roundBeganNanos;
    roundsEndedNanos = elapsedNanos;
    fastestRoundNanos = Math.max(1, Math.min(fastestRoundNanos, roundNanos));
    if (looksTaken == 0) {
      plan(elapsedNanos);
    }
    boolean last = cleanRounds >= looks.maxRounds();
    boolean outOfTime = elapsedNanos + fastestRoundNanos > shareNanos * OVERRUN;
    boolean outOfRepeats = round >= mostRounds();
    if ((outOfTime || outOfRepeats) && cleanRounds == 0 && !last) {
      stop(
          (round == 1
                  ? "the only round was disturbed, since "
                  : "all " + round + " rounds were disturbed, the last one since ")
              + lastDisturbance
              + "; end what does that and run again");
      return;
    }
    if ((outOfTime || outOfRepeats) && !last) {
      looks = LookPlans.endingAt(looks, Math.max(1, cleanRounds));
      last = true;
    }
    // A round that was disturbed adds nothing to look at.
    if (last || (!contaminated && looks.isLook(cleanRounds))) {
      look();
    }
    finished = last || allDecided() || controlFailed();
  }

  /**
   * Plans the looks from the rounds that the time left allows. Done anew after each round until the
   * first look, since a first round is often slow; nothing has been looked at by then, and how long
   * rounds take does not depend on which arm came out ahead.
   */
  private void plan(long elapsedNanos) {
    long affordable = Math.max(0, (shareNanos - elapsedNanos) / fastestRoundNanos);
    int left = (int) Math.min(Math.max(0, maxRounds - cleanRounds), affordable);
    int rounds = Math.max(1, cleanRounds + left);
    if (rounds != looks.maxRounds()) {
      looks = planOf(rounds);
    }
  }

  private void look() {
    looksTaken++;
    control =
        controlled
            .map(
                arm ->
                    Control.decide(arm.name(), BenchmarkPlan.controlOf(arm).name(), samples, looks))
            .orElse(null);
    for (int i = 0; i < decided.length; i++) {
      // A verdict once reached stands: the looks' levels are spent on the first crossing.
      boolean open = decided[i] == null || decided[i].outcome() == Outcome.INCONCLUSIVE;
      if (open && leftOpen(expectations.get(i)).isEmpty()) {
        decided[i] = decisions.decide(expectations.get(i), samples, looks);
      }
    }
  }

  private boolean controlFailed() {
    Verdict verdict = control;
    return verdict != null && verdict.outcome() == Outcome.NOT_MET;
  }

  private boolean allDecided() {
    if (control != null && control.outcome() == Outcome.INCONCLUSIVE) {
      return false;
    }
    boolean any = false;
    for (int i = 0; i < decided.length; i++) {
      if (leftOpen(expectations.get(i)).isEmpty()) {
        any = true;
        Verdict verdict = decided[i];
        if (verdict == null || verdict.outcome() == Outcome.INCONCLUSIVE) {
          return false;
        }
      }
    }
    return any;
  }

  /** Returns why an expectation stays open whatever is still measured. */
  private Optional<String> leftOpen(Expectation expectation) {
    return openReason == null
        ? decisions.leftOpen(expectation, unavailable)
        : Optional.of(openReason);
  }

  private Verdict undecided(String sentence, String reason) {
    return Verdict.undecided(sentence, cleanRounds, "INCONCLUSIVE: " + sentence + ": " + reason);
  }

  /** Returns the verdict of one expectation, in the order they were declared. */
  Verdict verdict(int index) {
    Expectation expectation = expectations.get(index);
    // First what no further run would change; then also where a look had decided: what failed
    // later is not what was to be judged.
    Optional<String> open = leftOpen(expectation).or(this::obstacle);
    if (open.isPresent()) {
      return undecided(expectation.toString(), open.get());
    }
    Verdict verdict = decided[index];
    // Decided anew where so many rounds were disturbed since that the samples are no basis any
    // more.
    return verdict == null || Verdicts.tooDisturbed(samples)
        ? decisions.decide(expectation, samples, looks)
        : verdict;
  }

  /**
   * Returns why nothing is decided, whatever was measured; empty where nothing stands against it.
   */
  Optional<String> obstacle() {
    Verdict verdict = control;
    return verdict != null && controlFailed()
        ? Optional.of(
            "its A/A control failed, so that a difference seen here may be none: "
                + verdict.message())
        : Optional.ofNullable(stopReason);
  }

  /** Returns the verdict of the A/A control; empty where there is none. */
  Optional<Verdict> control() {
    Verdict verdict = control;
    return verdict == null && controlled.isPresent()
        ? Optional.of(
            undecided(
                Control.sentence(controlled.get().name()),
                stopReason == null ? "no look was taken" : stopReason))
        : Optional.ofNullable(verdict);
  }

  /**
   * Returns the time that the rounds would have taken that were planned and not needed, since all
   * expectations had been decided; zero where all were run.
   */
  Duration saved() {
    boolean early = stopReason == null && finished && allDecided();
    long rounds = early ? Math.max(0, looks.maxRounds() - cleanRounds) : 0;
    return Duration.ofNanos(rounds == 0 ? 0 : rounds * (roundsEndedNanos / round));
  }

  /** Slices are short, and so may be what disturbs them; the time bounds how often they repeat. */
  private int mostRounds() {
    int rounds = looks.maxRounds();
    return isSliced() && repeats.isEmpty()
        ? rounds + Math.max(FEWEST_REPEATED_SLICES, rounds)
        : mostRounds(rounds, repeats);
  }

  /**
   * Returns how many rounds of runs there are at the most, repeated ones included.
   *
   * @param repeats how many of them; empty for a third of the rounds, and at least 3
   */
  static int mostRounds(int rounds, OptionalInt repeats) {
    return rounds + repeats.orElse(Math.max(3, rounds / 3));
  }

  /** Returns everything measured and decided. */
  BenchmarkResult result() {
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < decided.length; i++) {
      verdicts.add(verdict(i));
    }
    return new BenchmarkResult(
        title,
        workload.text(),
        workload.continuous(),
        declared,
        looks,
        samples,
        verdicts,
        sampling,
        control(),
        obstacle());
  }

  @Override
  public String toString() {
    return name
        + " round "
        + round
        + " of "
        + looks.maxRounds()
        + ", order "
        + Arrays.toString(order.toArray());
  }
}
