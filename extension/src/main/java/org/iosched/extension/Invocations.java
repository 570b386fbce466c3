package org.iosched.extension;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.iosched.device.DeviceException;
import org.iosched.device.TestDevice;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.engine.EngineException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/**
 * The leaves of one benchmark, made one at a time: for each workload the measuring runs until a
 * look decides, then one leaf per expectation.
 *
 * <p>A run that was handed out but not taken means that JUnit was asked for single leaves only;
 * from then on every leaf fails. One that was taken but not executed ends the benchmark.
 */
final class Invocations implements Iterator<TestTemplateInvocationContext> {

  /**
   * Without the right to switch, a few rounds show that the rest works; more would prove nothing.
   */
  private static final int ROUNDS_WITHOUT_SWITCHING = 3;

  private final Run run;
  private final Class<?> testClass;
  private final BenchmarkPlan plan;
  private final TestDevice device;
  private final Deque<WorkloadPlan> workloads;
  private final Deque<TestTemplateInvocationContext> decisions = new ArrayDeque<>();
  private final String openReason;
  private final boolean controlled;

  private @Nullable Course course;
  private @Nullable Leaf last;
  private int loneLeaves = -1;

  /**
   * Begins with the first workload.
   *
   * @param plan the benchmark, checked against the device
   */
  Invocations(Run run, Class<?> testClass, BenchmarkPlan plan, TestDevice device) {
    this.run = run;
    this.testClass = testClass;
    this.device = device;
    this.openReason = device.missingRights().orElse("");
    this.plan = device.canSwitch() ? plan : underActiveScheduler(plan, device);
    this.controlled = device.canSwitch() && (plan.control() || run.settings().control());
    this.workloads = new ArrayDeque<>(plan.workloads());
  }

  private static BenchmarkPlan underActiveScheduler(BenchmarkPlan plan, TestDevice device) {
    String active = device.active();
    return plan.inRuns(
        List.of(new Arm(active, active, Map.of())),
        plan.expectations(),
        Math.min(plan.rounds(), ROUNDS_WITHOUT_SWITCHING));
  }

  @Override
  public boolean hasNext() {
    if (loneLeaves < 0 && last != null && !last.ended()) {
      if (last.begun()) {
        throw new IllegalStateException(
            plan.name()
                + ": a run was asked for while another was under way; benchmarks cannot run in"
                + " parallel.");
      }
      if (last.taken()) {
        last.notCarriedOut();
      } else {
        loneLeaves = BenchmarkExtension.mostLeaves(plan, run.settings().repeats());
      }
    }
    if (loneLeaves >= 0) {
      return loneLeaves > 0;
    }
    while (true) {
      if (!decisions.isEmpty()) {
        return true;
      }
      Course current = course;
      if (current != null) {
        if (current.hasNext()) {
          return true;
        }
        end(current);
      } else if (workloads.isEmpty()) {
        return false;
      } else {
        begin(workloads.removeFirst());
      }
    }
  }

  @Override
  public TestTemplateInvocationContext next() {
    if (!hasNext()) {
      throw new NoSuchElementException(plan.name() + " has no further leaf");
    }
    if (loneLeaves > 0) {
      loneLeaves--;
      return new LoneLeaf(plan.name());
    }
    TestTemplateInvocationContext decision = decisions.pollFirst();
    if (decision != null) {
      return decision;
    }
    Course current = course;
    if (current == null) {
      throw new IllegalStateException(plan.name() + " is not being measured");
    }
    Leaf leaf = current.next();
    last = leaf;
    return leaf;
  }

  private void begin(WorkloadPlan next) {
    int unmeasured = 1 + workloads.size();
    try {
      prepare(next);
      Budget.Share share = run.budget().next();
      unmeasured--;
      run.progress().begin();
      course = new Course(run, testClass, device, plan, next, controlled, openReason, share);
    } catch (PlanException e) {
      run.skipped(
          plan.name(), BenchmarkExtension.withoutName(plan.name(), String.valueOf(e.getMessage())));
      run.budget().skip(unmeasured);
      throw e;
    }
  }

  /** Does once what the first run would otherwise pay for, and be compared by. */
  private void prepare(WorkloadPlan next) {
    if (next instanceof WorkloadPlan.Body) {
      return;
    }
    if (next instanceof WorkloadPlan.ByTool byTool) {
      if (!byTool.why().isEmpty()) {
        run.note(plan.titleOf(next) + ": " + byTool.why());
      }
      byTool.tool().caution().ifPresent(caution -> run.note(plan.titleOf(next) + ": " + caution));
    }
    try {
      if (!next.worksInDirectory()) {
        device.target();
      }
      if (next instanceof WorkloadPlan.Fio) {
        run.engine();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlanException(plan.name() + " was interrupted before it began.");
    } catch (DeviceException | EngineException e) {
      throw new PlanException(plan.name() + ": " + e.getMessage());
    }
  }

  private void end(Course ended) {
    BenchmarkResult result = ended.end();
    String title = result.name();
    boolean strict = run.settings().strict();
    result
        .control()
        .ifPresent(verdict -> decisions.add(new ExpectationLeaf(title, verdict, strict)));
    result
        .verdicts()
        .forEach(verdict -> decisions.add(new ExpectationLeaf(title, verdict, strict)));
    course = null;
    last = null;
  }
}
