package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.iosched.device.TestDevice;
import org.iosched.engine.Job;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Turns a {@link BenchmarkTest} into measuring runs, one by one, and a test per expectation. */
final class BenchmarkExtension implements TestTemplateInvocationContextProvider {

  /**
   * Refuses a method that is another kind of test too, before either is run: what the other kind
   * makes of it would run the body on whatever scheduler is set, and pass.
   */
  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    BenchmarkPlan.refuseOtherKinds(context.getRequiredTestClass(), context.getRequiredTestMethod());
    return true;
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    Class<?> testClass = context.getRequiredTestClass();
    Method method = context.getRequiredTestMethod();
    String name = BenchmarkPlan.nameOf(testClass, method);
    Run run = Run.of(context);
    try {
      BenchmarkPlan plan = BenchmarkPlan.of(testClass, method, run.settings().schedulers());
      boolean leavesOnly =
          SelectedLeaves.onlySomeOf(context)
              || Run.planned(context)
                  .filter(p -> p.selectsLeavesOf(context.getUniqueId(), testClass, method))
                  .isPresent();
      if (leavesOnly) {
        run.budget().skip(PlannedRun.measurementsOf(method));
        return IntStream.range(0, mostLeaves(plan, run.settings().repeats()))
            .mapToObj(i -> new LoneLeaf(name));
      }
      TestDevice device = run.device();
      checkAgainstDevice(plan, device);
      return stream(new Invocations(run, testClass, plan, device));
    } catch (PlanException e) {
      run.skipped(name, withoutName(name, String.valueOf(e.getMessage())));
      run.budget().skip(PlannedRun.measurementsOf(method));
      throw e;
    }
  }

  /** The report puts the name before the reason itself. */
  static String withoutName(String name, String message) {
    return message.startsWith(name + ": ") ? message.substring(name.length() + 2) : message;
  }

  /**
   * Returns an upper bound of a benchmark's leaves, so that any index selected alone is reached.
   */
  static int mostLeaves(BenchmarkPlan plan, OptionalInt repeats) {
    // A control is one more arm and one more decision; runs may follow a probe and looks of slices.
    int runs = Measurement.mostRounds(plan.rounds(), repeats) * (plan.arms().size() + 1);
    int looksAndProbe = 6 + 1;
    return plan.workloads().size() * (looksAndProbe + runs + 1 + plan.expectations().size());
  }

  private static Stream<TestTemplateInvocationContext> stream(Invocations invocations) {
    // Sequential and one at a time: the next run depends on what the last one measured.
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(invocations, Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  private static void checkAgainstDevice(BenchmarkPlan plan, TestDevice device) {
    ArmSwitch.refuseSamePolicy(device, plan.name(), plan.arms(), plan.substitute());
    for (WorkloadPlan workload : plan.workloads()) {
      if (workload instanceof WorkloadPlan.Fio fio) {
        checkJobs(plan.name(), fio, device);
      }
    }
  }

  private static void checkJobs(String name, WorkloadPlan.Fio fio, TestDevice device) {
    for (Job job : fio.jobs().jobs()) {
      Optional<String> elsewhere =
          job.filename()
              .map(file -> "filename=" + file)
              .or(() -> job.directory().map(folder -> "directory=" + folder));
      if (elsewhere.isPresent()) {
        throw new PlanException(
            name
                + ": job "
                + job.name()
                + " has "
                + elsewhere.get()
                + "; leave that out, since jobs run on the device under test, which -Ddevice"
                + " chooses.");
      }
    }
    if (fio.jobs().writes()) {
      device
          .refuseWrites()
          .ifPresent(
              reason -> {
                throw new PlanException(name + ": " + reason);
              });
    }
    if (fio.jobs().largestExtentBytes() > device.targetBytes()) {
      throw new PlanException(
          name
              + ": the jobs need "
              + fio.jobs().largestExtentBytes()
              + " bytes but "
              + device.target()
              + " has "
              + device.targetBytes()
              + "; give a smaller size= or a larger iosched.image.size.");
    }
  }
}
