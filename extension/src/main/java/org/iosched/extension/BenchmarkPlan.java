package org.iosched.extension;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.iosched.device.QueueAttribute;
import org.iosched.dsl.Arm;
import org.iosched.dsl.ArmException;
import org.iosched.dsl.Arms;
import org.iosched.dsl.Contradictions;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.Phase;
import org.iosched.dsl.SentenceException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A benchmark as its annotations state it, checked.
 *
 * @param name class and method, e.g. {@code "SsdBenchmarks.randomRead"}
 * @param method the method
 * @param arms the arms in the order written; one or more
 * @param substitute whether bfq may stand in for cfq
 * @param workloads the alternatives; one or more
 * @param expectations what is expected, in the order written; may be empty
 * @param rounds the largest number of rounds of runs
 * @param sampling how it is to be sampled
 * @param control whether it has an A/A control
 * @param queue attributes that are set on every queue
 */
record BenchmarkPlan(
    String name,
    Method method,
    List<Arm> arms,
    boolean substitute,
    List<WorkloadPlan> workloads,
    List<Expectation> expectations,
    int rounds,
    Sampling sampling,
    boolean control,
    Map<QueueAttribute, String> queue) {

  /** Planning looks takes seconds beyond it, and no benchmark needs more. */
  static final int MOST_ROUNDS = 1000;

  /**
   * Reads a benchmark's annotations.
   *
   * @param testClass the class it runs in, which may be a subclass of the declaring one
   * @param method the method
   * @param run what it belongs to, whose settings may name other arms
   * @throws PlanException saying which annotation has to be changed and how
   */
  static BenchmarkPlan of(Class<?> testClass, Method method, Run run) {
    String name = nameOf(testClass, method);
    BenchmarkTest benchmark =
        AnnotationSupport.findAnnotation(method, BenchmarkTest.class)
            .orElseThrow(() -> new PlanException(name + " has no @BenchmarkTest."));
    int rounds = benchmark.rounds();
    if (rounds < 1) {
      throw new PlanException(
          name
              + ": @BenchmarkTest(rounds = "
              + rounds
              + ") measures nothing; use 1 or more, 12 is a good start.");
    }
    if (rounds > MOST_ROUNDS) {
      throw new PlanException(
          name
              + ": @BenchmarkTest(rounds = "
              + rounds
              + ") is more than can be planned; use "
              + MOST_ROUNDS
              + " or less.");
    }
    Schedulers schedulers =
        schedulersOf(testClass, method)
            .orElseThrow(
                () ->
                    new PlanException(
                        name
                            + " has no @Schedulers; put @Schedulers({\"none\", \"bfq\"}) on the"
                            + " method or its class to say what is compared."));
    List<Arm> declared = armsOf(name, List.of(schedulers.value()));
    List<WorkloadPlan> workloads =
        Workloads.of(
            name, testClass, method, Arms.names(declared), run.settings().engine(), run::fio);
    refuseInputsOfChecks(name, method, workloads);
    List<Expectation> expectations = expectationsOf(name, method, Arms.names(declared), workloads);
    List<String> override = run.settings().schedulers();
    boolean asDeclared = override.isEmpty() || recorded(workloads);
    List<Arm> arms = asDeclared ? declared : armsOf("-Dschedulers", override);
    boolean controlled =
        AnnotationSupport.isAnnotated(method, WithControl.class)
            || AnnotationSupport.isAnnotated(testClass, WithControl.class);
    if (recorded(workloads)) {
      refuseOfRuns(
          name, benchmark.sampling(), AnnotationSupport.isAnnotated(method, WithControl.class));
    }
    return new BenchmarkPlan(
        name,
        method,
        arms,
        schedulers.substitute(),
        workloads,
        expectations,
        rounds,
        benchmark.sampling(),
        controlled,
        QueueAttributes.of(testClass, method));
  }

  private static void refuseInputsOfChecks(
      String name, Method method, List<WorkloadPlan> workloads) {
    if (workloads.get(0) instanceof WorkloadPlan.Body) {
      return;
    }
    Inputs.declaredBy(method).stream()
        .findFirst()
        .ifPresent(
            input -> {
              throw new PlanException(
                  name
                      + ": @Input(\""
                      + input.value()
                      + "\") is for a body that is the workload, and here the body is a check; for a"
                      + " command say @Workload(inputs = \""
                      + input.value()
                      + "\").");
            });
  }

  private static void refuseOfRuns(String name, Sampling sampling, boolean controlled) {
    if (sampling == Sampling.SLICES) {
      throw new PlanException(
          name
              + ": @BenchmarkTest(sampling = SLICES) means nothing beside @Recorded, where nothing is"
              + " sampled; leave it out.");
    }
    if (controlled) {
      throw new PlanException(
          name
              + ": @WithControl means nothing beside @Recorded, where nothing is measured; leave it"
              + " out.");
    }
  }

  /** Tells whether it has recorded results in place of runs. */
  boolean recorded() {
    return recorded(workloads);
  }

  private static boolean recorded(List<WorkloadPlan> workloads) {
    return workloads.get(0) instanceof WorkloadPlan.Recording;
  }

  /**
   * Refuses a method that carries the annotation of another kind of test beside {@link
   * BenchmarkTest}.
   *
   * @throws PlanException naming both
   */
  static void refuseOtherKinds(Class<?> testClass, Method method) {
    for (Class<? extends Annotation> kind :
        List.of(Test.class, RepeatedTest.class, ParameterizedTest.class, TestFactory.class)) {
      if (AnnotationSupport.isAnnotated(method, kind)) {
        throw new PlanException(
            nameOf(testClass, method)
                + ": @BenchmarkTest stands beside @"
                + kind.getSimpleName()
                + ", which would run the body once more without switching; remove one of them.");
      }
    }
  }

  /** Returns the name of a benchmark in messages and reports. */
  static String nameOf(Class<?> testClass, Method method) {
    StringBuilder name = new StringBuilder(testClass.getSimpleName());
    for (Class<?> c = testClass.getEnclosingClass(); c != null; c = c.getEnclosingClass()) {
      name.insert(0, c.getSimpleName() + ".");
    }
    return name + "." + method.getName();
  }

  /** Returns the same benchmark in runs without a control, with other arms and expectations. */
  BenchmarkPlan inRuns(List<Arm> newArms, List<Expectation> newExpectations, int newRounds) {
    return new BenchmarkPlan(
        name,
        method,
        newArms,
        substitute,
        workloads,
        newExpectations,
        newRounds,
        Sampling.RUNS,
        false,
        queue);
  }

  /** Returns the copy of an arm that an A/A control compares it with. */
  static Arm controlOf(Arm arm) {
    return new Arm(arm.name() + " (control)", arm.scheduler(), arm.tunables());
  }

  /** Returns the name of the result with one of its workloads: the alternative's in brackets. */
  String titleOf(WorkloadPlan workload) {
    return workload.name().isEmpty() ? name : name + " [" + workload.name() + "]";
  }

  /** Returns what is wrong with a sentence; empty if it can be read. */
  static Optional<String> problemOf(String sentence) {
    try {
      Expectation.parse(sentence);
      return Optional.empty();
    } catch (SentenceException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Finds the schedulers that hold for a method; empty ones mean those further out. */
  static Optional<Schedulers> schedulersOf(Class<?> testClass, Method method) {
    return nearest(
        testClass, method, Schedulers.class, schedulers -> schedulers.value().length > 0);
  }

  /**
   * Finds the annotation that holds for a method: its own, else that of its class, superclasses,
   * or, in nested classes, of the classes around.
   *
   * @param says whether an annotation says something; others are passed over
   */
  static <A extends Annotation> Optional<A> nearest(
      Class<?> testClass, Method method, Class<A> type, Predicate<A> says) {
    Optional<A> own = AnnotationSupport.findAnnotation(method, type).filter(says);
    Class<?> c = testClass;
    while (own.isEmpty() && c != null) {
      own = AnnotationSupport.findAnnotation(c, type).filter(says);
      boolean nested =
          AnnotationSupport.isAnnotated(c, Nested.class) && !Modifier.isStatic(c.getModifiers());
      c = nested ? c.getEnclosingClass() : null;
    }
    return own;
  }

  /** Reads arms, saying where they stand if they cannot be read. */
  static List<Arm> armsOf(String place, List<String> texts) {
    try {
      return Arms.parseAll(texts);
    } catch (ArmException e) {
      throw new PlanException(place + ": " + e.getMessage());
    }
  }

  private static List<Expectation> expectationsOf(
      String name, Method method, List<String> arms, List<WorkloadPlan> workloads) {
    List<Expectation> expectations = new ArrayList<>();
    for (Expect expect : AnnotationSupport.findRepeatableAnnotations(method, Expect.class)) {
      try {
        expectations.add(Expectation.parse(expect.value(), arms));
      } catch (SentenceException e) {
        throw new PlanException(name + ": " + e.getMessage());
      }
    }
    for (Expectation expectation : expectations) {
      for (WorkloadPlan workload : workloads) {
        workload
            .neverMeasures(expectation.metric())
            .map(reason -> "\"" + expectation + "\" cannot be decided: " + reason)
            .or(() -> expectation.unsuitable(workload.continuous()))
            .or(() -> partOfAWhole(expectation, workload))
            .or(() -> partBeyondTheRun(expectation, workload))
            .ifPresent(
                problem -> {
                  throw new PlanException(name + ": " + problem);
                });
      }
    }
    List<String> contradictions = Contradictions.find(expectations, arms);
    if (!contradictions.isEmpty()) {
      throw new PlanException(
          name + ": " + String.join("; ", contradictions) + "; change or remove one of them.");
    }
    return List.copyOf(expectations);
  }

  private static Optional<String> partBeyondTheRun(Expectation expectation, WorkloadPlan workload) {
    if (!(workload instanceof WorkloadPlan.Fio fio) || !workload.continuous()) {
      return Optional.empty();
    }
    Duration longest =
        fio.jobs().jobs().stream()
            .flatMap(job -> job.runtime().stream())
            .reduce(Duration.ZERO, (a, b) -> a.compareTo(b) < 0 ? b : a);
    boolean beyond =
        (expectation.phase() instanceof Phase.InTheFirst first
                && first.length().compareTo(longest) > 0)
            || (expectation.phase() instanceof Phase.After after
                && after.start().compareTo(longest) >= 0);
    return beyond
        ? Optional.of(
            "\""
                + expectation
                + "\" is about a part that its runs do not have, since they last "
                + Probe.seconds(longest.toMillis() / 1e3)
                + "; give the jobs a longer runtime, or name a shorter time.")
        : Optional.empty();
  }

  private static Optional<String> partOfAWhole(Expectation expectation, WorkloadPlan workload) {
    boolean ofAPart = !(expectation.phase() instanceof Phase.WholeRun);
    return ofAPart && !workload.hasParts()
        ? Optional.of(
            "\""
                + expectation
                + "\" is about a part of each run, and here "
                + (workload instanceof WorkloadPlan.Body
                    ? "the method's body is the workload, of which only the whole is timed"
                    : "only the whole of a run is known")
                + "; leave \""
                + expectation.phase()
                + "\" out, or "
                + (workload instanceof WorkloadPlan.Body ? "add a @Workload." : "use jobs of fio."))
        : Optional.empty();
  }
}
