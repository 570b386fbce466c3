package org.iosched.extension;

import java.lang.reflect.Method;
import org.iosched.device.TestDevice;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * A leaf in which schedulers are switched while one load runs: the probe of a benchmark, or one
 * look of slices. The test method's body follows a look as an untimed check; a probe is not
 * checked.
 */
final class LoadLeaf extends Leaf {

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
    super(plan);
    this.name = name;
    this.plan = plan;
    this.device = device;
    this.checked = checked;
    this.work = work;
    this.stop = stop;
  }

  @Override
  public String getDisplayName(int invocationIndex) {
    return name;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    begin();
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
      end();
    }
  }

  @Override
  String called() {
    return name;
  }

  @Override
  String bySkipper() {
    return "";
  }

  @Override
  void stopped(String what, @Nullable String failure) {
    stop.because(name + what, failure);
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
