package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.iosched.device.TestDevice;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Resolution;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Gives a {@code @ParameterizedTest} one argument per scheduler of {@link Schedulers}. */
final class SchedulerArguments implements ArgumentsProvider {

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    Class<?> testClass = context.getRequiredTestClass();
    Method method = context.getRequiredTestMethod();
    Run run = Run.of(context);
    List<Arm> arms = arms(testClass, method, run.settings());
    boolean substitute =
        BenchmarkPlan.schedulersOf(testClass, method).map(Schedulers::substitute).orElse(true);
    TestDevice device = run.device();
    ArmSwitch.refuseSamePolicy(device, BenchmarkPlan.nameOf(testClass, method), arms, substitute);
    return arms.stream().map(arm -> Arguments.of(scheduler(device, arm, substitute)));
  }

  private static Scheduler scheduler(TestDevice device, Arm arm, boolean substitute) {
    return ArmSwitch.resolve(device, arm, substitute) instanceof Resolution.Resolved resolved
        ? ArmSwitch.scheduler(arm, resolved)
        // Its invocation is skipped before the test sees it.
        : new Scheduler(arm.name(), arm.scheduler(), arm.name(), arm.tunables());
  }

  /**
   * Returns the arms of a parameterized test.
   *
   * @throws PlanException if none are declared
   */
  static List<Arm> arms(Class<?> testClass, Method method, RunSettings settings) {
    String name = BenchmarkPlan.nameOf(testClass, method);
    Schedulers schedulers =
        BenchmarkPlan.schedulersOf(testClass, method)
            .orElseThrow(
                () ->
                    new PlanException(
                        name
                            + ": @Schedulers names no scheduler and neither does its class; write"
                            + " @Schedulers({\"none\", \"bfq\"})."));
    return settings.schedulers().isEmpty()
        ? BenchmarkPlan.armsOf(name, List.of(schedulers.value()))
        : BenchmarkPlan.armsOf("-Dschedulers", settings.schedulers());
  }
}
