package org.iosched.extension;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.iosched.device.TestDevice;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Resolution;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingCheck;
import org.iosched.dsl.SamplingPlan;
import org.iosched.dsl.Shown;
import org.iosched.engine.EngineException;
import org.iosched.engine.EngineProcess;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * The course that measuring a benchmark with one workload takes: a probe where it is needed to
 * choose the sampling, then runs or looks of slices until a look decides, then, where slices are to
 * be checked, runs.
 */
final class Course {

  private final Run run;
  private final Class<?> testClass;
  private final TestDevice device;
  private final BenchmarkPlan plan;
  private final WorkloadPlan declared;
  private final boolean controlled;
  private final String openReason;
  private final Budget.Share share;
  private final long startedNanos = System.nanoTime();
  private final Map<Arm, String> unavailable = new LinkedHashMap<>();

  /** The jobs as they are run, which a probe may make longer. */
  private WorkloadPlan workload;

  /** What is being measured; null while the probe is to come. */
  private @Nullable Measurement measurement;

  /** The slices that are being checked by runs; null before that. */
  private @Nullable Measurement slices;

  /**
   * Chooses the sampling, or leaves it to a probe.
   *
   * @param controlled whether it has an A/A control
   * @param openReason why no expectation can be decided; blank if they can
   * @throws PlanException if slices are asked for and cannot be
   */
  Course(
      Run run,
      Class<?> testClass,
      TestDevice device,
      BenchmarkPlan plan,
      WorkloadPlan workload,
      boolean controlled,
      String openReason,
      Budget.Share share) {
    this.run = run;
    this.testClass = testClass;
    this.device = device;
    this.plan = plan;
    this.declared = workload;
    this.workload = workload;
    this.controlled = controlled;
    this.openReason = openReason;
    this.share = share;
    runsWithoutProbe().ifPresent(reason -> measure(new SamplingPlan.Runs(reason)));
  }

  /** Returns why it is sampled in runs without a probe; empty if a probe is to find out. */
  private Optional<String> runsWithoutProbe() {
    if (wanted() == Sampling.RUNS) {
      return Optional.of("");
    }
    Optional<String> obstacle =
        SliceRules.obstacle(testClass, plan, workload, plan.arms().size() + (controlled ? 1 : 0));
    if (slicesRequired()) {
      obstacle.or(this::tooLong).ifPresent(this::refuse);
      return Optional.empty();
    }
    return obstacle.or(this::tooLong);
  }

  /** Returns the sampling that is asked for, by the run or else by the benchmark. */
  private Sampling wanted() {
    return run.settings().sampling().orElse(plan.sampling());
  }

  /** Tells whether the benchmark itself asks for slices, and the run for nothing else. */
  private boolean slicesRequired() {
    return run.settings().sampling().isEmpty() && plan.sampling() == Sampling.SLICES;
  }

  private void refuse(String reason) {
    throw new PlanException(refusal(reason));
  }

  private String refusal(String reason) {
    return plan.name()
        + ": @BenchmarkTest(sampling = SLICES) cannot be, since "
        + reason
        + "; say RUNS or AUTO.";
  }

  private Optional<String> tooLong() {
    if (!(workload instanceof WorkloadPlan.Fio fio)) {
      return Optional.empty();
    }
    double probeSeconds =
        plan.arms().size() * Probe.lengthOf(fio.jobs(), run.settings().probe()).toMillis() / 1e3;
    double seconds = slicesNanos() / 1e9;
    return probeSeconds <= Probe.MOST_OF_TIME * seconds
        ? Optional.empty()
        : Optional.of(
            "a probe of "
                + Probe.seconds(probeSeconds)
                + " would take too much of the "
                + Probe.seconds(seconds)
                + " that the budget has for this benchmark, which more of it or a shorter probe would"
                + " change");
  }

  /** Returns the time for probe and slices: half of it all where runs are to check them. */
  private long slicesNanos() {
    return run.settings().samplingCheck() ? share.nanos() / 2 : share.nanos();
  }

  private long leftNanos(long ofNanos) {
    return Math.max(1, ofNanos - (System.nanoTime() - startedNanos));
  }

  /** Tells whether there is another leaf that measures. */
  boolean hasNext() {
    Measurement current = measurement;
    if (current == null || current.hasNext()) {
      return true;
    }
    boolean sound = current.obstacle().isEmpty();
    if (slices == null && sound && current.isSliced() && run.settings().samplingCheck()) {
      slices = current;
      measurement = check();
      return measurement.hasNext();
    }
    return false;
  }

  /** Returns the next leaf. */
  Leaf next() {
    Measurement current = measurement;
    if (current == null) {
      return new LoadLeaf("probe", plan, device, false, this::probe, this::probeStopped);
    }
    if (current.sampling() instanceof SamplingPlan.Slices lengths) {
      return new LoadLeaf(
          "look " + (current.looksTaken() + 1) + ": slices from round " + current.nextRound(),
          plan,
          device,
          true,
          () -> look(current, lengths),
          (reason, failure) -> stopped(current, reason, failure));
    }
    return new MeasuringLeaf(
        run, device, plan, workload, current, current.next(), device.canSwitch());
  }

  private void probe() throws InterruptedException {
    List<Arm> available = new ArrayList<>();
    for (Arm arm : plan.arms()) {
      if (ArmSwitch.resolve(device, arm, plan.substitute())
          instanceof Resolution.Unavailable missing) {
        unavailable.put(arm, missing.message());
      } else {
        available.add(arm);
      }
    }
    boolean copied = controlled && available.contains(plan.arms().get(0));
    if (!(workload instanceof WorkloadPlan.Fio fio) || available.size() + (copied ? 1 : 0) < 2) {
      measure(new SamplingPlan.Runs("fewer than two of its schedulers can be had"));
      return;
    }
    run.progress()
        .probing(
            plan.name(),
            available.size() * Probe.lengthOf(fio.jobs(), run.settings().probe()).toSeconds());
    coldCache();
    Probe probe =
        new Probe(
            device,
            run.engine(),
            fio.jobs(),
            available,
            plan.substitute(),
            plan.queue(),
            new Random(seed("probe")),
            run.settings().probe(),
            run.settings().slice(),
            wanted() == Sampling.SLICES);
    Probe.Result result = probe.run(leftNanos(slicesNanos()));
    workload = new WorkloadPlan.Fio(fio.name(), fio.text(), result.jobs(), fio.notes());
    if (slicesRequired() && result.sampling() instanceof SamplingPlan.Runs runs) {
      // What a probe finds may be the moment's noise, which is no fault of the benchmark.
      throw new TestAbortedException(refusal(runs.reason()));
    }
    run.progress().say(plan.name() + ": " + words(result.sampling()));
    measure(result.sampling());
  }

  private static String words(SamplingPlan sampling) {
    return sampling instanceof SamplingPlan.Slices slices
        ? "slices of " + Probe.seconds(slices.sliceSeconds()) + ", since " + slices.reason()
        : "runs, since " + sampling.reason();
  }

  private void probeStopped(String reason, @Nullable String failure) {
    Measurement begun = measurement;
    Measurement stopped = begun == null ? measure(new SamplingPlan.Runs("")) : begun;
    stopped(stopped, reason, failure);
  }

  private void stopped(Measurement current, String reason, @Nullable String failure) {
    current.stop(reason);
    if (failure == null) {
      run.skipped(plan.name(), reason);
    } else {
      run.failed(
          plan.titleOf(declared),
          declared.text(),
          "",
          BenchmarkExtension.withoutName(plan.name(), failure));
    }
  }

  private Measurement measure(SamplingPlan sampling) {
    boolean sliced = sampling instanceof SamplingPlan.Slices;
    Measurement begun =
        new Measurement(
            plan,
            declared,
            sampling,
            controlled,
            run.confidence(plan),
            run.settings().repeats(),
            seed(""),
            leftNanos(sliced ? slicesNanos() : share.nanos()),
            System::nanoTime,
            openReason.isEmpty() ? null : openReason);
    if (sliced) {
      unavailable.forEach(
          (arm, reason) -> {
            begun.unavailable(arm, reason);
            run.skipped(plan.name() + " under " + arm.name(), reason);
          });
    }
    measurement = begun;
    return begun;
  }

  /** Returns the runs that check the slices: the same arms and jobs, and nothing to decide. */
  private Measurement check() {
    return new Measurement(
        plan.inRuns(plan.arms(), List.of(), plan.rounds()),
        declared,
        new SamplingPlan.Runs("to check the slices"),
        false,
        run.settings().confidence(),
        run.settings().repeats(),
        seed("check"),
        leftNanos(share.nanos()),
        System::nanoTime,
        null);
  }

  /** Each benchmark has orders of its own that the run's seed reproduces. */
  private long seed(String purpose) {
    return run.settings().seed() * 31 + (plan.name() + declared.name() + purpose).hashCode();
  }

  private void coldCache() {
    device.coldCache().ifPresent(run::note);
  }

  private void look(Measurement current, SamplingPlan.Slices lengths) throws InterruptedException {
    WorkloadPlan.Fio fio = (WorkloadPlan.Fio) workload;
    coldCache();
    EngineProcess engine = run.engine();
    Slices taken =
        new Slices(
            device,
            engine,
            fio.jobs(),
            plan.substitute(),
            plan.queue(),
            lengths,
            run.surroundings());
    try {
      taken.look(
          current,
          new Slices.Listener() {
            private boolean told;

            @Override
            public void begins(Measurement.Turn turn) {
              run.progress()
                  .turn(
                      plan.name(),
                      turn,
                      current.plannedRounds(),
                      current.doneRuns(),
                      current.plannedRuns());
            }

            @Override
            public void measured(Measurement.Turn turn, Sample sample) {
              run.progress().measured(sample);
              // One line for each look: its slices are many, and the summary counts them.
              if (!told && sample.contaminated()) {
                told = true;
                sample.marks().stream()
                    .filter(Mark::contaminates)
                    .findFirst()
                    .ifPresent(
                        mark ->
                            run.progress()
                                .say(
                                    plan.name()
                                        + ", round "
                                        + turn.round()
                                        + ": "
                                        + mark.message()));
              }
            }
          });
    } catch (EngineException e) {
      throw MeasuringLeaf.explained(plan.name(), engine, e);
    }
  }

  /** Ends the measuring, hands the results to the run, and returns them with the verdicts. */
  BenchmarkResult end() {
    Measurement last = measurement;
    if (last == null) {
      throw new IllegalStateException(plan.name() + " was not measured");
    }
    if (slices == null) {
      return ended(last, last.result());
    }
    BenchmarkResult result = slices.result();
    BenchmarkResult runs = last.result().named(result.name() + " (runs that check its slices)");
    List<SamplingCheck> checks =
        SamplingCheck.of(
            result.name(),
            plan.arms().stream().filter(arm -> !unavailable.containsKey(arm)).toList(),
            result.samples(),
            runs.samples(),
            run.settings().confidence());
    run.addCheck(runs, checks);
    return ended(
        slices,
        checks.stream()
            .filter(SamplingCheck::differs)
            .findFirst()
            .map(check -> result.undecidedFor(difference(check)))
            .orElse(result));
  }

  private static String difference(SamplingCheck check) {
    return "runs do not confirm its slices ("
        + check.arm()
        + "/"
        + check.other()
        + " is "
        + Shown.ratio(check.slices().estimate())
        + " from slices and "
        + Shown.ratio(check.runs().estimate())
        + " from runs): measure it in runs, or in longer slices";
  }

  private BenchmarkResult ended(Measurement main, BenchmarkResult result) {
    share.end(main.saved());
    run.progress().end();
    run.add(testClass, result);
    return result;
  }
}
