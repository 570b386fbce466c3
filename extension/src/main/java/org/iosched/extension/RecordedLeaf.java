package org.iosched.extension;

import org.iosched.dsl.Sample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** A sample that was recorded elsewhere, which the test method's body may check. */
final class RecordedLeaf extends Leaf {

  private final BenchmarkPlan plan;
  private final Sample sample;
  private final Failed failed;

  /** Is told that a check failed. */
  @FunctionalInterface
  interface Failed {
    /**
     * Leaves the expectations open.
     *
     * @param reason what happened
     * @param failure the message of what was thrown; null if the check was skipped by itself
     */
    void because(String reason, @Nullable String failure);
  }

  RecordedLeaf(BenchmarkPlan plan, Sample sample, Failed failed) {
    super(plan);
    this.plan = plan;
    this.sample = sample;
    this.failed = failed;
  }

  @Override
  public String getDisplayName(int invocationIndex) {
    return "recorded " + sample.round() + ": " + sample.arm();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    begin();
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) {}

  @Override
  public void afterEach(ExtensionContext context) {
    context.getExecutionException().ifPresent(this::stop);
    end();
  }

  @Override
  String called() {
    return "the check";
  }

  @Override
  String bySkipper() {
    return " by the test itself";
  }

  @Override
  void stopped(String what, @Nullable String failure) {
    failed.because("the check of sample " + sample.round() + " of " + sample.arm() + what, failure);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (Injected.of(parameter).orElseThrow() == Injected.SAMPLE) {
      return sample;
    }
    throw new ParameterResolutionException(
        plan.name()
            + ": "
            + parameter.getDeclaringExecutable().getName()
            + " takes a "
            + parameter.getParameter().getType().getSimpleName()
            + ", which recorded results do not have; remove it, a Sample can be had.");
  }
}
