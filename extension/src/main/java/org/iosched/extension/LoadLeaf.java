package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.List;
import org.iosched.device.TestDevice;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.opentest4j.TestAbortedException;

/**
 * A leaf in which schedulers are switched while one load runs: the probe of a benchmark, or one
 * look of slices. The test method's body follows a look as an untimed check; a probe is not
 * checked.
 */
final class LoadLeaf
    implements Leaf,
        BeforeEachCallback,
        BeforeTestExecutionCallback,
        InvocationInterceptor,
        AfterEachCallback,
        TestWatcher,
        ParameterResolver {

  /** What is done while the load runs. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  /** Is told that the benchmark cannot go on. */
  @FunctionalInterface
  interface Stop {
    /**
     * Ends the benchmark.
     *
     * @param reason what happened, as a whole sentence's worth
     * @param failure the message of what was thrown; null if the test was skipped by itself
     */
    void because(String reason, @Nullable String failure);
  }

  private final String name;
  private final BenchmarkPlan plan;
  private final TestDevice device;
  private final boolean checked;
  private final Work work;
  private final Stop stop;

  private boolean taken;
  private boolean begun;
  private boolean ended;
  private boolean stopped;

  /**
   * Makes a leaf.
   *
   * @param name its display name, e.g. {@code "probe"}
   * @param checked whether the body runs after the work
   * @param work what it does
   * @param stop is told if that fails
   */
  LoadLeaf(
      String name, BenchmarkPlan plan, TestDevice device, boolean checked, Work work, Stop stop) {
    this.name = name;
    this.plan = plan;
    this.device = device;
    this.checked = checked;
    this.work = work;
    this.stop = stop;
  }

  @Override
  public boolean taken() {
    return taken;
  }

  @Override
  public boolean begun() {
    return begun;
  }

  @Override
  public boolean ended() {
    return ended;
  }

  @Override
  public void notCarriedOut() {
    String message =
        " was not carried out: it was disabled, or no instance of "
            + plan.method().getDeclaringClass().getSimpleName()
            + " could be made for it";
    stop(message, name + message);
  }

  @Override
  public String getDisplayName(int invocationIndex) {
    return name;
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    taken = true;
    return List.of(this);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    begun = true;
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) throws Exception {
    work.run();
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> invocationContext,
      ExtensionContext extensionContext)
      throws Throwable {
    if (checked) {
      invocation.proceed();
    } else {
      invocation.skip();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    try {
      context.getExecutionException().ifPresent(this::stop);
    } finally {
      ended = true;
    }
  }

  /** Hears also of what fails after {@link #afterEach}, in the extensions of the user's class. */
  @Override
  public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
    if (cause != null) {
      stop(cause);
    }
  }

  @Override
  public void testAborted(ExtensionContext context, @Nullable Throwable cause) {
    if (cause != null) {
      stop(cause);
    }
  }

  private void stop(Throwable thrown) {
    String message =
        thrown.getMessage() == null || thrown.getMessage().isBlank()
            ? thrown.toString()
            : thrown.getMessage();
    if (thrown instanceof TestAbortedException) {
      stop(" was skipped: " + message, null);
    } else {
      stop(" failed: " + message, message);
    }
  }

  /** Ends the benchmark; the first reason stands. */
  private void stop(String what, @Nullable String failure) {
    if (!stopped) {
      stopped = true;
      stop.because(name + what, failure);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return Injected.of(parameter).isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (Injected.of(parameter).orElseThrow() == Injected.DEVICE) {
      return Device.of(device);
    }
    String type = parameter.getParameter().getType().getSimpleName();
    throw new ParameterResolutionException(
        plan.name()
            + ": "
            + parameter.getDeclaringExecutable().getName()
            + " takes a "
            + type
            + ", which a look of slices under several schedulers does not have; remove it"
            + (type.equals("Scheduler") || type.equals("Sample")
                ? ", or say @BenchmarkTest(sampling = RUNS)."
                : "."));
  }
}
