package org.iosched.extension;

import java.lang.reflect.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.iosched.device.QueueAttribute;
import org.iosched.device.TestDevice;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Resolution;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Unit;
import org.iosched.workload.RoomWatch;
import org.iosched.workload.Workspace;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/**
 * Switches the scheduler for a {@code @ParameterizedTest} with {@link Schedulers} on it, before the
 * test's own {@code @BeforeEach}, times the test and keeps its sample. Leaves every other test of a
 * class with {@link Schedulers} alone.
 */
final class SwitchingExtension
    implements BeforeEachCallback, InvocationInterceptor, AfterEachCallback, ParameterResolver {

  /** What one invocation is doing; kept in its own store. */
  private static final class Doing {
    private final Arm arm;
    private final Scheduler scheduler;
    private final Map<QueueAttribute, String> queue;
    private final int position;
    private final long begunNanos;
    private final List<Mark> marks = new ArrayList<>();
    private @Nullable Workspace workspace;
    private @Nullable Sample sample;

    private Doing(
        Arm arm,
        Scheduler scheduler,
        Map<QueueAttribute, String> queue,
        int position,
        long begunNanos) {
      this.arm = arm;
      this.scheduler = scheduler;
      this.queue = queue;
      this.position = position;
      this.begunNanos = begunNanos;
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    if (!AnnotationSupport.isAnnotated(method, Schedulers.class)
        || AnnotationSupport.isAnnotated(method, BenchmarkTest.class)) {
      return;
    }
    Class<?> testClass = context.getRequiredTestClass();
    String name = BenchmarkPlan.nameOf(testClass, method);
    if (!AnnotationSupport.isAnnotated(method, ParameterizedTest.class)) {
      throw new PlanException(
          name
              + ": @Schedulers on a method needs @BenchmarkTest, or @ParameterizedTest to run once per"
              + " scheduler.");
    }
    if (AnnotationSupport.findRepeatableAnnotations(method, ArgumentsSource.class).size() > 1) {
      throw new PlanException(
          name
              + ": @Schedulers is the argument source, and another one stands beside it, whose"
              + " arguments would follow instead of being combined; remove it.");
    }
    long begunNanos = System.nanoTime();
    Run run = Run.of(context);
    List<Arm> arms = SchedulerArguments.arms(testClass, method, run.settings());
    int position = invocationIndex(context);
    Arm arm = arms.get(position - 1);
    TestDevice device = run.device();
    device
        .missingRights()
        .ifPresent(
            missing -> {
              throw new TestAbortedException(name + ": " + missing);
            });
    boolean substitute =
        BenchmarkPlan.schedulersOf(testClass, method).map(Schedulers::substitute).orElse(true);
    Resolution resolution = ArmSwitch.resolve(device, arm, substitute);
    if (resolution instanceof Resolution.Unavailable unavailable) {
      run.skipped(name + " under " + arm.name(), unavailable.message());
      throw new TestAbortedException(name + ": " + unavailable.message());
    }
    Map<QueueAttribute, String> queue = QueueAttributes.of(testClass, method);
    Scheduler set = ArmSwitch.set(device, arm, (Resolution.Resolved) resolution, queue);
    context
        .getStore(Run.NAMESPACE)
        .put(Doing.class, new Doing(arm, set, queue, position, begunNanos));
  }

  /** Reads the index that JUnit gives each invocation, from 1, which is that of its argument. */
  private static int invocationIndex(ExtensionContext context) {
    String id = context.getUniqueId();
    return Integer.parseInt(id.substring(id.lastIndexOf('#') + 1, id.length() - 1));
  }

  private static @Nullable Doing doing(ExtensionContext context) {
    return context.getStore(Run.NAMESPACE).get(Doing.class, Doing.class);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> invocationContext,
      ExtensionContext context)
      throws Throwable {
    Doing doing = doing(context);
    if (doing == null) {
      invocation.proceed();
      return;
    }
    TestDevice device = Run.of(context).device();
    device
        .coldCache()
        .ifPresent(
            problem -> {
              doing.marks.add(new Mark("warm-cache", problem, false));
              Run.of(context).note(problem);
            });
    Instant startedAt = Instant.now();
    long startNanos = System.nanoTime();
    double seconds = proceed(invocation, device, doing, startNanos);
    doing.sample =
        new Sample(
            doing.arm.name(),
            doing.arm.requested(),
            doing.scheduler.kernelName(),
            1,
            doing.position,
            startedAt,
            seconds,
            0,
            Map.of(Metric.TIME, new Measured.Value(seconds, Unit.SECONDS)),
            List.of(),
            List.of(),
            List.of());
  }

  /** Runs the body, and returns how many seconds it took with the final sync. */
  private static double proceed(
      Invocation<Void> invocation, TestDevice device, Doing doing, long startNanos)
      throws Throwable {
    Workspace workspace = doing.workspace;
    if (workspace == null) {
      invocation.proceed();
      return (System.nanoTime() - startNanos) / 1e9;
    }
    try (RoomWatch room = RoomWatch.over(workspace.directory())) {
      try {
        invocation.proceed();
      } catch (Throwable e) {
        throw room.explained(e);
      }
      device.durable(workspace.directory());
      double seconds = (System.nanoTime() - startNanos) / 1e9;
      room.check();
      return seconds;
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Doing doing = doing(context);
    if (doing == null) {
      return;
    }
    Run run = Run.of(context);
    if (doing.workspace != null) {
      doing.workspace.endLeftovers();
      run.device().removeWorkspace();
    }
    Sample sample = doing.sample;
    if (sample == null || context.getExecutionException().isPresent()) {
      return;
    }
    Optional<Mark> changed = ChangedScheduler.mark(run.device());
    changed.ifPresent(doing.marks::add);
    double harnessSeconds = (System.nanoTime() - doing.begunNanos) / 1e9 - sample.seconds();
    Class<?> testClass = context.getRequiredTestClass();
    Method method = context.getRequiredTestMethod();
    run.addSingle(
        testClass,
        method,
        SchedulerArguments.arms(testClass, method, run.settings()),
        sample.with(harnessSeconds, doing.marks, QueueAttributes.in(Map.of(), doing.queue)));
    changed.ifPresent(
        change -> {
          throw new AssertionError(
              BenchmarkPlan.nameOf(testClass, method) + ": " + change.message());
        });
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return doing(context) != null
        && Injected.of(parameter)
            .filter(kind -> kind == Injected.WORKSPACE || kind == Injected.DEVICE)
            .isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Run run = Run.of(context);
    TestDevice device = run.device();
    Doing doing = doing(context);
    if (doing == null || Injected.of(parameter).orElseThrow() == Injected.DEVICE) {
      return Device.of(device);
    }
    Workspace workspace = doing.workspace;
    if (workspace == null) {
      String name =
          BenchmarkPlan.nameOf(context.getRequiredTestClass(), context.getRequiredTestMethod());
      workspace =
          new Workspace(device.freshWorkspace(), run.log(name, doing.arm.name(), 1), device::start);
      doing.workspace = workspace;
      // Making a file system can set off udev rules that set a scheduler.
      if (device.changed().isPresent()) {
        device.switchTo(doing.scheduler.kernelName(), doing.scheduler.tunables(), doing.queue);
      }
    }
    return workspace;
  }
}
