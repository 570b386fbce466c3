package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.iosched.device.TestDevice;
import org.iosched.engine.Job;
import org.iosched.workload.Tool;
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
      BenchmarkPlan plan = BenchmarkPlan.of(testClass, method, run);
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
      if (plan.recorded()) {
        return stream(new RecordedInvocations(run, testClass, plan));
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
    if (plan.workloads().get(0) instanceof WorkloadPlan.Recording recording) {
      return recording.samples().size() + plan.expectations().size();
    }
    // A control is one more arm and one more decision; runs may follow a probe and looks of slices.
    int runs = Measurement.mostRounds(plan.rounds(), repeats) * (plan.arms().size() + 1);
    int looksAndProbe = 6 + 1;
    return plan.workloads().size() * (looksAndProbe + runs + 1 + plan.expectations().size());
  }

  private static Stream<TestTemplateInvocationContext> stream(
      Iterator<TestTemplateInvocationContext> invocations) {
    // Sequential and one at a time: the next run depends on what the last one measured.
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(invocations, Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  private static void checkAgainstDevice(BenchmarkPlan plan, TestDevice device) {
    ArmSwitch.refuseSamePolicy(device, plan.name(), plan.arms(), plan.substitute());
    for (WorkloadPlan workload : plan.workloads()) {
      checkContent(plan.name(), workload, device);
      if (workload instanceof WorkloadPlan.Fio fio) {
        checkNames(plan.name(), fio);
        checkTarget(plan.name(), fio, fio.jobs().writes(), fio.jobs().largestExtentBytes(), device);
      } else if (workload instanceof WorkloadPlan.ByTool byTool) {
        Tool tool = byTool.tool();
        checkTarget(plan.name(), byTool, tool.writes(), tool.neededBytes(), device);
      }
    }
  }

  private static void checkContent(String name, WorkloadPlan workload, TestDevice device) {
    boolean readsBack =
        workload.worksInDirectory()
            || (workload instanceof WorkloadPlan.Fio fio
                && fio.jobs().jobs().stream().anyMatch(Job::verify))
            || (workload instanceof WorkloadPlan.ByTool byTool && byTool.tool().verifies());
    if (readsBack) {
      device
          .refuseContent()
          .ifPresent(
              reason -> {
                throw new PlanException(name + ": " + reason + ".");
              });
    }
  }

  private static void checkNames(String name, WorkloadPlan.Fio fio) {
    for (Job job : fio.jobs().jobs()) {
      Stream.of(
              job.filename().map(file -> Map.entry("filename", file)),
              job.directory().map(folder -> Map.entry("directory", folder)))
          .flatMap(Optional::stream)
          .filter(named -> leadsOut(named.getValue()))
          .findFirst()
          .ifPresent(
              named -> {
                throw new PlanException(
                    name
                        + ": job "
                        + job.name()
                        + " has "
                        + named.getKey()
                        + "="
                        + named.getValue()
                        + "; leave that out or name a file below the device's directory, since jobs"
                        + " run on the device under test, which -Ddevice chooses.");
              });
      if (fio.worksInDirectory() && job.extentBytes().isEmpty()) {
        throw new PlanException(
            name
                + ": job "
                + job.name()
                + " needs a size in bytes, since it works on files that are yet to be made; set"
                + " size.");
      }
    }
  }

  private static boolean leadsOut(String path) {
    return path.startsWith("/") || List.of(path.split("/", -1)).contains("..");
  }

  private static void checkTarget(
      String name, WorkloadPlan workload, boolean writes, long neededBytes, TestDevice device) {
    if (workload.worksInDirectory()) {
      return;
    }
    if (writes) {
      device
          .refuseWrites()
          .ifPresent(
              reason -> {
                throw new PlanException(name + ": " + reason);
              });
    }
    if (neededBytes > device.targetBytes()) {
      throw new PlanException(
          name
              + ": the jobs need "
              + neededBytes
              + " bytes but "
              + device.target()
              + " has "
              + device.targetBytes()
              + "; give a smaller size= or a larger iosched.image.size.");
    }
  }
}
