package org.iosched.extension;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.Phase;
import org.iosched.dsl.Sample;
import org.iosched.engine.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** Tells whether a benchmark can be measured in slices, as far as can be told before it runs. */
final class SliceRules {

  private SliceRules() {}

  /**
   * Returns why it cannot, as the second half of a sentence; empty if it can.
   *
   * @param testClass the class it runs in
   * @param plan the benchmark
   * @param workload which of its workloads
   * @param arms how many schedulers are compared, a control included
   */
  static Optional<String> obstacle(
      Class<?> testClass, BenchmarkPlan plan, WorkloadPlan workload, int arms) {
    if (!(workload instanceof WorkloadPlan.Fio fio)) {
      return Optional.of(
          workload instanceof WorkloadPlan.ByTool
              ? "its programs begin and end with each run"
              : "the method's body is the workload, which begins and ends");
    }
    if (fio.worksInDirectory()) {
      return Optional.of("its jobs work on files that each run makes anew");
    }
    if (arms < 2) {
      return Optional.of("there is only one scheduler");
    }
    return Stream.of(
            fio.jobs().jobs().stream().map(SliceRules::obstacle).flatMap(Optional::stream),
            plan.expectations().stream().map(SliceRules::obstacle).flatMap(Optional::stream),
            ofParameters(testClass, plan.method()).stream())
        .flatMap(obstacles -> obstacles)
        .findFirst();
  }

  private static Optional<String> obstacle(Job job) {
    if (job.runtime().isEmpty()) {
      return Optional.of("job " + job.name() + " ends when its work is done");
    }
    if (job.stonewall() || !job.startDelay().isZero()) {
      return Optional.of("job " + job.name() + " starts later than others");
    }
    if (job.verify()) {
      return Optional.of("job " + job.name() + " verifies what it wrote, at the end of a run");
    }
    if (!job.direct()) {
      return Optional.of(
          "job " + job.name() + " goes through the page cache, which slices would share");
    }
    return Optional.empty();
  }

  private static Optional<String> obstacle(Expectation expectation) {
    if (!(expectation.phase() instanceof Phase.WholeRun)) {
      return Optional.of("\"" + expectation + "\" is about a part of each run");
    }
    if (expectation.metric().quantity().isMax()) {
      return Optional.of("the largest latency is that of a whole run");
    }
    return Optional.empty();
  }

  /** A method that is told the scheduler of its run has none in slices, where there are several. */
  private static Optional<String> ofParameters(Class<?> testClass, Method benchmark) {
    return Stream.of(
            Stream.of(benchmark),
            annotated(testClass, BeforeEach.class),
            annotated(testClass, AfterEach.class))
        .flatMap(methods -> methods)
        .flatMap(
            method ->
                Stream.of(method.getParameterTypes())
                    .filter(type -> type == Scheduler.class || type == Sample.class)
                    .map(
                        type ->
                            method.getName()
                                + " takes a "
                                + type.getSimpleName()
                                + ", of which slices have several"))
        .findFirst();
  }

  /** Returns the methods of a class, its superclasses and the classes around it. */
  private static Stream<Method> annotated(Class<?> testClass, Class<? extends Annotation> kind) {
    Stream<Method> methods = Stream.empty();
    for (Class<?> c = testClass; c != null; c = c.getEnclosingClass()) {
      methods =
          Stream.concat(
              methods,
              AnnotationSupport.findAnnotatedMethods(c, kind, HierarchyTraversalMode.TOP_DOWN)
                  .stream());
    }
    return methods;
  }
}
