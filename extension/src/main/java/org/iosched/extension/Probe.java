package org.iosched.extension;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.iosched.device.Counters;
import org.iosched.device.QueueAttribute;
import org.iosched.device.TestDevice;
import org.iosched.dsl.Arm;
import org.iosched.dsl.RegimeChange;
import org.iosched.dsl.Regimes;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingPlan;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;
import org.iosched.measure.SettleTime;

/**
 * Finds out whether a load can be measured in slices: each scheduler is set under the running load
 * and watched for some seconds. How long the rate takes to settle after the switch gives the length
 * of a slice; a rate that changes later needs runs that are long enough to see past it.
 */
final class Probe {

  /** No run is watched for longer, unless that is asked for. */
  private static final Duration LONGEST = Duration.ofSeconds(12);

  /** For this long after a switch the rate is watched closely. */
  private static final long WATCHED_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long WATCH_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** A cut of the load's figures takes about as long, so that less could not be discarded. */
  private static final double LEAST_SETTLE_SECONDS = 0.02;

  private static final double USUAL_SLICE_SECONDS = 0.2;
  private static final double SLICE_PER_SETTLE = 10;

  /** What a switch and two cuts take beside the slice, roughly. */
  private static final double AROUND_SLICE_SECONDS = 0.06;

  private static final int FEWEST_ROUNDS = 6;

  /** A probe that takes more of the time there is leaves too little to measure. */
  static final double MOST_OF_TIME = 0.5;

  /** Runs are this many times longer than the time of their last change. */
  private static final double RUN_PER_CHANGE = 4;

  /**
   * What came of a probe.
   *
   * @param sampling how to sample
   * @param jobs the jobs to run: those given, or the same for a longer time
   */
  record Result(SamplingPlan sampling, JobFile jobs) {}

  private final TestDevice device;
  private final EngineProcess engine;
  private final JobFile jobs;
  private final List<Arm> arms;
  private final boolean substitute;
  private final Map<QueueAttribute, String> queue;
  private final Random random;
  private final Duration length;
  private final Optional<Duration> wantedSlice;
  private final boolean slicesAskedFor;

  /**
   * Prepares a probe.
   *
   * @param arms the arms, all of them available; two or more
   * @param substitute whether bfq may stand in for cfq
   * @param queue attributes that each switch sets on every queue
   * @param atLeast how long each scheduler is watched at least
   * @param wantedSlice the length of a slice that was asked for
   * @param slicesAskedFor whether slices are taken wherever they are sound, be they worth while or
   *     not
   */
  Probe(
      TestDevice device,
      EngineProcess engine,
      JobFile jobs,
      List<Arm> arms,
      boolean substitute,
      Map<QueueAttribute, String> queue,
      Random random,
      Duration atLeast,
      Optional<Duration> wantedSlice,
      boolean slicesAskedFor) {
    this.slicesAskedFor = slicesAskedFor;
    this.length = lengthOf(jobs, atLeast);
    this.device = device;
    this.engine = engine;
    this.jobs = jobs;
    this.arms = List.copyOf(arms);
    this.substitute = substitute;
    this.queue = queue;
    this.random = random;
    this.wantedSlice = wantedSlice;
  }

  /**
   * Returns how long each scheduler is watched: as long as a run, but 12 seconds at the most and
   * the given time at least.
   */
  static Duration lengthOf(JobFile jobs, Duration atLeast) {
    Duration run = jobs.longestRuntime();
    Duration most = run.compareTo(LONGEST) > 0 ? LONGEST : run;
    return most.compareTo(atLeast) < 0 ? atLeast : most;
  }

  /** One scheduler as it was watched once. */
  private record Watched(OptionalDouble settleSeconds, Sample sample) {}

  /**
   * One scheduler as it was found.
   *
   * @param settleSeconds how long the load took to settle; empty if it did not
   * @param change the last change of a rate that is its own, not the noise's
   * @param doubtful whether its rate changed once, and there was no time to see whether it always
   *     does
   */
  private record Found(
      Arm arm, OptionalDouble settleSeconds, Optional<RegimeChange> change, boolean doubtful) {}

  /**
   * Watches every scheduler.
   *
   * @param leftNanos the time there is for the benchmark: it bounds how often a scheduler is
   *     watched again, and what is left of it decides whether slices are worth while
   */
  Result run(long leftNanos) throws InterruptedException {
    long startNanos = System.nanoTime();
    List<Arm> order = new ArrayList<>(arms);
    Collections.shuffle(order, random);
    List<Found> found = new ArrayList<>();
    try (SwitchedLoad load =
        SwitchedLoad.begin(engine, device, jobs, order.get(0), substitute, queue)) {
      List<Watched> firsts = new ArrayList<>();
      for (Arm arm : order) {
        firsts.add(watch(load, arm, 1, length.toNanos()));
      }
      for (int i = 0; i < order.size(); i++) {
        long mayUseNanos = (long) (leftNanos * MOST_OF_TIME) - (System.nanoTime() - startNanos);
        found.add(find(load, order.get(i), firsts.get(i), mayUseNanos));
      }
    }
    long stillNanos = leftNanos - (System.nanoTime() - startNanos);
    return decide(found, stillNanos / 1e9);
  }

  /** Noise looks like a change of rate or like slow settling, but not most of three times. */
  private Found find(SwitchedLoad load, Arm arm, Watched first, long mayUseNanos)
      throws InterruptedException {
    boolean changes = ProbedRegimes.mayChange(first.sample());
    boolean slow = first.settleSeconds().orElse(1) > LEAST_SETTLE_SECONDS;
    long eachNanos = changes ? length.toNanos() : WATCHED_NANOS;
    int again = changes || slow ? Regimes.FEWEST_RUNS - 1 : 0;
    if (again * eachNanos > mayUseNanos) {
      return new Found(arm, first.settleSeconds(), Optional.empty(), changes);
    }
    List<Watched> watched = new ArrayList<>(List.of(first));
    for (int run = 2; run <= 1 + again; run++) {
      watched.add(watch(load, arm, run, eachNanos));
    }
    double[] settle =
        watched.stream()
            .mapToDouble(w -> w.settleSeconds().orElse(Double.POSITIVE_INFINITY))
            .sorted()
            .toArray();
    double median = settle[settle.length / 2];
    return new Found(
        arm,
        Double.isInfinite(median) ? OptionalDouble.empty() : OptionalDouble.of(median),
        changes
            ? ProbedRegimes.last(watched.stream().map(Watched::sample).toList(), arm.name())
            : Optional.empty(),
        false);
  }

  private Watched watch(SwitchedLoad load, Arm arm, int run, long nanos)
      throws InterruptedException {
    // What was measured before the switch is dropped, so that the series begins with it.
    JobResult unused = load.cut();
    Instant startedAt = Instant.now();
    Scheduler scheduler = load.switchTo(arm);
    long watchedNanos = Math.min(nanos, WATCHED_NANOS);
    int most = (int) (watchedNanos / WATCH_PERIOD_NANOS) + 2;
    double[] at = new double[most];
    long[] reads = new long[most];
    long[] writes = new long[most];
    int n = 0;
    while (n < most && (n == 0 || load.sinceSwitchNanos() <= watchedNanos)) {
      Counters counters = device.counters();
      at[n] = load.sinceSwitchNanos() / 1e9;
      reads[n] = counters.reads();
      writes[n] = counters.writes();
      n++;
      load.awaitSinceSwitch(n * WATCH_PERIOD_NANOS);
    }
    OptionalDouble ofReads = settle(at, reads, n);
    OptionalDouble ofWrites = settle(at, writes, n);
    load.awaitSinceSwitch(nanos);
    JobResult result = load.cut();
    return new Watched(
        ofReads.isEmpty() || ofWrites.isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(Math.max(ofReads.getAsDouble(), ofWrites.getAsDouble())),
        new Sample(
            arm.name(),
            arm.requested(),
            scheduler.kernelName(),
            run,
            1,
            startedAt,
            result.measuredSeconds(),
            0,
            result.metrics(),
            List.of(),
            result.series(),
            List.of()));
  }

  private static OptionalDouble settle(double[] at, long[] counts, int n) {
    return SettleTime.of(Arrays.copyOf(at, n), Arrays.copyOf(counts, n));
  }

  private Result decide(List<Found> found, double leftSeconds) {
    List<Found> changing = found.stream().filter(f -> f.change().isPresent()).toList();
    if (!changing.isEmpty()) {
      double last =
          changing.stream().mapToDouble(f -> f.change().orElseThrow().toSeconds()).max().orElse(0);
      Duration needed = Duration.ofSeconds((long) Math.ceil(RUN_PER_CHANGE * last));
      boolean longer = needed.compareTo(jobs.longestRuntime()) > 0;
      String sentence =
          changing.stream()
              .map(f -> f.change().orElseThrow().words())
              .collect(Collectors.joining("; "));
      return new Result(
          new SamplingPlan.Runs(
              sentence
                  + (longer
                      ? ", so that runs take " + needed.toSeconds() + " s to see past it"
                      : ", which slices would not see")),
          longer ? jobs.running(needed) : jobs);
    }
    Optional<Found> doubtful = found.stream().filter(Found::doubtful).findFirst();
    if (doubtful.isPresent()) {
      return runs(
          "the rate under "
              + doubtful.get().arm().name()
              + " changed while it was probed, and the budget leaves no time to see whether it always does");
    }
    Optional<Found> restless = found.stream().filter(f -> f.settleSeconds().isEmpty()).findFirst();
    if (restless.isPresent()) {
      return runs(
          "it cannot be seen that the load settles within "
              + seconds(WATCHED_NANOS / 2e9)
              + " of a switch to "
              + restless.get().arm().name()
              + ": there are too few I/Os, or too much noise");
    }
    double settle =
        Math.max(
            LEAST_SETTLE_SECONDS,
            found.stream().mapToDouble(f -> f.settleSeconds().orElse(0)).max().orElse(0));
    double slice =
        wantedSlice
            .map(wanted -> wanted.toNanos() / 1e9)
            .orElse(Math.max(USUAL_SLICE_SECONDS, SLICE_PER_SETTLE * settle));
    String settled = names(found) + " settle within " + seconds(settle) + " of a switch";
    if (slice < SLICE_PER_SETTLE * settle - 1e-9) {
      return runs(
          settled
              + ", and slices of "
              + seconds(slice)
              + ", as iosched.slice has it, are too short for that; give "
              + seconds(SLICE_PER_SETTLE * settle)
              + " or more, or leave it out");
    }
    double runSeconds = jobs.longestRuntime().toNanos() / 1e9;
    if (!slicesAskedFor
        && wantedSlice.isEmpty()
        && slice > Math.max(runSeconds, USUAL_SLICE_SECONDS)) {
      return runs(
          settled
              + ", and slices of "
              + seconds(slice)
              + " would be no shorter than runs of "
              + seconds(runSeconds));
    }
    double roundSeconds = found.size() * (slice + AROUND_SLICE_SECONDS);
    if (!slicesAskedFor && leftSeconds < FEWEST_ROUNDS * roundSeconds) {
      return runs(
          "the budget leaves time for less than "
              + FEWEST_ROUNDS
              + " rounds of slices of "
              + seconds(slice));
    }
    return new Result(
        new SamplingPlan.Slices(
            slice,
            settle,
            settled + ", and no rate changes by a factor of 2 within " + seconds(length)),
        jobs);
  }

  private Result runs(String reason) {
    return new Result(new SamplingPlan.Runs(reason), jobs);
  }

  private static String names(List<Found> found) {
    return found.stream().map(f -> f.arm().name()).sorted().collect(Collectors.joining(", "));
  }

  static String seconds(Duration duration) {
    return seconds(duration.toNanos() / 1e9);
  }

  static String seconds(double seconds) {
    return seconds < 1
        ? Math.round(seconds * 1000) + " ms"
        : String.format(Locale.ROOT, "%.1f s", seconds).replace(".0 s", " s");
  }
}
