package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Disabled;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.IterationSelector;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * What the launcher was asked to run: which benchmarks, and whether only leaves of one were
 * selected. Kept in the launcher session's store by {@link PlanListener}.
 */
final class PlannedRun {
  private final Set<String> partlySelected = new HashSet<>();
  private final Set<String> benchmarks = new HashSet<>();
  private int measurements;
  private int expectations;

  /** Notes which methods the request selects only single leaves of. */
  void discovered(LauncherDiscoveryRequest request) {
    partlySelected.clear();
    request
        .getSelectorsByType(UniqueIdSelector.class)
        .forEach(selector -> template(selector.getUniqueId()).ifPresent(partlySelected::add));
    for (IterationSelector selector : request.getSelectorsByType(IterationSelector.class)) {
      DiscoverySelector parent = selector.getParentSelector();
      if (parent instanceof MethodSelector method) {
        partlySelected.add(key(method.getClassName(), method.getMethodName()));
      } else if (parent instanceof UniqueIdSelector id) {
        partlySelected.add(id.getUniqueId().toString());
      }
    }
  }

  /** Counts the benchmarks that are about to run. */
  void started(TestPlan plan) {
    benchmarks.clear();
    measurements = 0;
    expectations = 0;
    for (TestIdentifier root : plan.getRoots()) {
      plan.getDescendants(root).forEach(this::count);
    }
  }

  private void count(TestIdentifier test) {
    benchmarkMethod(test)
        .ifPresent(
            method -> {
              benchmarks.add(key(method.getDeclaringClass().getName(), method.getName()));
              if (!isDisabled(method)) {
                measurements += measurementsOf(method);
                expectations +=
                    Math.max(1, measurementsOf(method))
                        * AnnotationSupport.findRepeatableAnnotations(method, Expect.class).size();
              }
            });
  }

  private static boolean isDisabled(Method method) {
    return AnnotationSupport.isAnnotated(method, Disabled.class)
        || AnnotationSupport.isAnnotated(method.getDeclaringClass(), Disabled.class);
  }

  /**
   * Returns how often a benchmark is measured: once for each of its workloads, and never where what
   * it decides was recorded elsewhere.
   */
  static int measurementsOf(Method method) {
    if (!AnnotationSupport.findRepeatableAnnotations(method, Recorded.class).isEmpty()) {
      return 0;
    }
    return Math.max(1, AnnotationSupport.findRepeatableAnnotations(method, Workload.class).size());
  }

  /** Returns the benchmark method behind a node of the test plan. */
  static Optional<Method> benchmarkMethod(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .flatMap(source -> javaMethod((MethodSource) source))
        .filter(method -> AnnotationSupport.isAnnotated(method, BenchmarkTest.class));
  }

  private static Optional<Method> javaMethod(MethodSource source) {
    try {
      return Optional.of(source.getJavaMethod());
    } catch (JUnitException e) {
      // Other engines name methods that no class has; one of them must not hide the benchmarks.
      return Optional.empty();
    }
  }

  /** Returns how many benchmarks times workloads the plan holds; 0 where no plan was seen. */
  int measurements() {
    return measurements;
  }

  /**
   * Returns how many expectations the benchmarks of the plan have, those of alternative workloads
   * counted for each; 0 where no plan was seen.
   */
  int expectations() {
    return expectations;
  }

  /** Tells whether the plan holds any benchmark. */
  boolean hasBenchmarks() {
    return !benchmarks.isEmpty();
  }

  /** Tells whether a benchmark of this class and name is in the plan. */
  boolean plans(Class<?> testClass, String methodName) {
    for (Class<?> c = testClass; c != null; c = c.getSuperclass()) {
      if (benchmarks.contains(key(c.getName(), methodName))) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether only single leaves of this method were selected. */
  boolean selectsLeavesOf(String templateUniqueId, Class<?> testClass, Method method) {
    return partlySelected.contains(templateUniqueId)
        || partlySelected.contains(key(testClass.getName(), method.getName()))
        || partlySelected.contains(key(method.getDeclaringClass().getName(), method.getName()));
  }

  private static String key(String className, String methodName) {
    return className + "#" + methodName;
  }

  /** Returns the unique id of the template that a leaf's id belongs to. */
  private static Optional<String> template(UniqueId id) {
    UniqueId parent =
        UniqueId.root(id.getSegments().get(0).getType(), id.getSegments().get(0).getValue());
    for (UniqueId.Segment segment : id.getSegments().subList(1, id.getSegments().size())) {
      if (segment.getType().equals("test-template-invocation")) {
        return Optional.of(parent.toString());
      }
      parent = parent.append(segment);
    }
    return Optional.empty();
  }
}
