package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.iosched.dsl.InconclusiveError;
import org.iosched.dsl.MissingBenchmarkError;
import org.iosched.dsl.MissingSchedulerError;
import org.iosched.dsl.Results;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.opentest4j.MultipleFailuresError;
import org.opentest4j.TestAbortedException;

/**
 * Gives a {@link VerdictTest} its {@link Results} and tells an assertion that fails from one that
 * the evidence leaves open.
 */
final class VerdictExtension implements ParameterResolver, TestExecutionExceptionHandler {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Results.class;
  }

  @Override
  public Results resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return Run.of(context).resultsOf(context.getRequiredTestClass());
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    if (thrown instanceof MissingBenchmarkError missing) {
      throw explain(context, missing);
    }
    Run run = Run.of(context);
    if (run.settings().strict()) {
      throw thrown;
    }
    if (onlyInconclusive(thrown)) {
      // Consoles do not show why a test was skipped, and this verdict stands in no other report.
      run.note(
          BenchmarkPlan.nameOf(context.getRequiredTestClass(), context.getRequiredTestMethod())
              + ": "
              + thrown.getMessage());
      throw new TestAbortedException(String.valueOf(thrown.getMessage()));
    }
    if (thrown instanceof AssertionError && run.missingRights().isPresent()) {
      // Only the active scheduler was measured, so nothing was compared that could have failed.
      throw new TestAbortedException(
          context.getRequiredTestMethod().getName() + ": " + run.missingRights().get());
    }
    if (thrown instanceof MissingSchedulerError && !run.settings().schedulers().isEmpty()) {
      throw new TestAbortedException(
          thrown.getMessage() + " (iosched.schedulers leaves the others out of this run)");
    }
    throw thrown;
  }

  /** Tells whether everything that was collected is open; one real failure among it stays one. */
  private static boolean onlyInconclusive(Throwable thrown) {
    if (thrown instanceof InconclusiveError) {
      return true;
    }
    List<Throwable> collected =
        thrown instanceof MultipleFailuresError several ? several.getFailures() : List.of();
    return !collected.isEmpty()
        && collected.stream()
            .allMatch(
                // A benchmark that does not exist is a mistake, not an open question.
                t -> t instanceof InconclusiveError && !(t instanceof MissingBenchmarkError));
  }

  private static Throwable explain(ExtensionContext context, MissingBenchmarkError missing) {
    Class<?> testClass = context.getRequiredTestClass();
    String wanted = missing.benchmark().substring(missing.benchmark().lastIndexOf('.') + 1);
    Optional<Method> method = benchmark(testClass, wanted);
    if (method.isEmpty()) {
      return missing;
    }
    Optional<PlannedRun> plan = Run.planned(context);
    Class<?> orderer = orderer(testClass);
    boolean ours = orderer == VerdictsLast.class;
    boolean selected = plan.map(p -> p.plans(testClass, wanted)).orElse(!ours);
    if (!selected || ours) {
      return new TestAbortedException(
          wanted
              + " was not measured in this run, since it was not selected or could not run; run the whole class.");
    }
    String name = orderer == null ? "JUnit's default order" : orderer.getName();
    return new AssertionError(
        wanted
            + " had not been measured when this verdict ran, since "
            + name
            + " put the verdict first; put @Schedulers or @TestMethodOrder(VerdictsLast.class) on "
            + testClass.getSimpleName()
            + ".");
  }

  private static Optional<Method> benchmark(Class<?> testClass, String name) {
    for (Class<?> c = testClass; c != null; c = c.getEnclosingClass()) {
      Optional<Method> found =
          AnnotationSupport.findAnnotatedMethods(
                  c, BenchmarkTest.class, HierarchyTraversalMode.TOP_DOWN)
              .stream()
              .filter(method -> method.getName().equals(name))
              .findFirst();
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static @Nullable Class<?> orderer(Class<?> testClass) {
    return AnnotationSupport.findAnnotation(testClass, TestMethodOrder.class)
        .<Class<?>>map(TestMethodOrder::value)
        .orElse(null);
  }
}
