package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.iosched.dsl.IoschedAssertions.assertThat;
import static org.iosched.dsl.IoschedAssertions.atLeast;
import static org.iosched.dsl.IoschedAssertions.times;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.iosched.dsl.LookPlans;
import org.iosched.dsl.Results;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** What user code around a benchmark may do, and what must not come of it. */
final class OddLifecyclesTest {

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class ConstructorThrows {
    private static final AtomicInteger MADE = new AtomicInteger();

    ConstructorThrows() {
      if (MADE.incrementAndGet() == 3) {
        throw new IllegalStateException("the third instance is broken");
      }
    }

    @BenchmarkTest(rounds = 6)
    @Expect("none at least 2x faster than bfq")
    void sleeps(Scheduler scheduler) throws InterruptedException {
      LifecycleTest.work(scheduler);
    }
  }

  @Test
  void anInstanceThatCannotBeMadeEndsTheBenchmark() {
    ConstructorThrows.MADE.set(0);

    Execution execution = Execution.of(ConstructorThrows.class);

    assertThat(execution.runs()).hasSize(3);
    assertThat(execution.runs().get(2).failed()).isTrue();
    assertThat(execution.expectations()).hasSize(1).allMatch(Execution.Node::aborted);
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  @ExtendWith(DisablesTheThird.class)
  static class DisabledMeanwhile {
    private static final AtomicInteger ASKED = new AtomicInteger();

    @BenchmarkTest(rounds = 6)
    @Expect("none at least 2x faster than bfq")
    void sleeps(Scheduler scheduler) throws InterruptedException {
      LifecycleTest.work(scheduler);
    }

    @VerdictTest
    void seesWhatWasMeasured(Results results) {
      assertThat(results.benchmarks()).hasSize(1);
      assertThat(results.benchmarks().get(0).samples()).hasSize(2);
    }
  }

  /** Disables the third run. */
  static final class DisablesTheThird implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      boolean run = context.getUniqueId().contains("test-template-invocation");
      return run && DisabledMeanwhile.ASKED.incrementAndGet() == 3
          ? ConditionEvaluationResult.disabled("the third is disabled")
          : ConditionEvaluationResult.enabled("");
    }
  }

  @Test
  void aRunThatIsDisabledEndsTheBenchmarkAndKeepsItsSamples() {
    DisabledMeanwhile.ASKED.set(0);

    Execution execution = Execution.of(DisabledMeanwhile.class);

    assertThat(execution.runs()).hasSize(2);
    assertThat(execution.leaves()).hasSize(2 + 1 + 1);
    assertThat(execution.leaves().get(2).aborted()).isTrue();
    assertThat(execution.leaves().get(2).message()).contains("round 2", "was not carried out");
    assertThat(execution.leaves().get(3).passed()).isTrue();
  }

  @Schedulers({"none", "bfq"})
  abstract static class Base {
    @ParameterizedTest
    @Schedulers
    void inherited(Scheduler scheduler) {}

    @VerdictTest
    void seesItsOwn(Results results) {
      assertThat(results.benchmarks()).hasSize(1);
      assertThat(results.benchmarks().get(0).samples()).hasSize(2);
      assertThat(results.benchmarks().get(0).name()).contains(getClass().getSimpleName());
    }
  }

  @FakeMachine
  static class First extends Base {}

  @FakeMachine
  static class Second extends Base {}

  @Test
  void twoSubclassesDoNotMixTheSamplesOfAnInheritedParameterizedTest() {
    Execution execution =
        Execution.of(
            Map.of(),
            DiscoverySelectors.selectClass(First.class),
            DiscoverySelectors.selectClass(Second.class));

    assertThat(execution.leaves()).hasSize(6).allMatch(Execution.Node::passed);
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Around {
    @Nested
    class Inner {
      @BenchmarkTest(rounds = 6)
      @Expect("none at least 2x faster than bfq")
      void sleeps(Scheduler scheduler) throws InterruptedException {
        LifecycleTest.work(scheduler);
      }
    }
  }

  @Test
  void iterationsOfANestedBenchmarkFailWhenSelectedAlone() {
    Execution execution =
        Execution.of(
            Map.of(),
            DiscoverySelectors.selectIteration(
                DiscoverySelectors.selectMethod(Around.Inner.class, "sleeps", Scheduler.class),
                0,
                1));

    assertThat(execution.leaves()).hasSize(2).allMatch(Execution.Node::failed);
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  @ExtendWith(AssumesTooMuch.class)
  static class AbortedBeforeTheSwitch {
    @BenchmarkTest(rounds = 6)
    @Expect("none at least 2x faster than bfq")
    void body() {}
  }

  /** Aborts every run before the benchmark's own extension is asked. */
  static final class AssumesTooMuch implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      Assumptions.abort("not on this machine");
    }
  }

  @Test
  void anAssumptionThatFailsBeforeTheSwitchEndsTheBenchmark() {
    Execution execution = Execution.of(AbortedBeforeTheSwitch.class);

    assertThat(execution.runs()).hasSize(1).allMatch(Execution.Node::aborted);
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  @ExtendWith(FailsLate.class)
  static class FailsAfterwards {
    @BenchmarkTest(rounds = 6)
    @Expect("none at least 2x faster than bfq")
    void sleeps(Scheduler scheduler) throws InterruptedException {
      LifecycleTest.work(scheduler);
    }
  }

  /** Fails every run after the benchmark's own extension has kept the sample. */
  static final class FailsLate implements AfterEachCallback {
    @Override
    public void afterEach(ExtensionContext context) {
      if (context.getDisplayName().startsWith("round")) {
        throw new IllegalStateException("cleaning up failed");
      }
    }
  }

  @Test
  void aRunThatFailsAfterItsSampleWasTakenEndsTheBenchmark() {
    Execution execution = Execution.of(FailsAfterwards.class);

    assertThat(execution.runs()).hasSize(1).allMatch(Execution.Node::failed);
    assertThat(execution.expectations()).hasSize(1).allMatch(Execution.Node::aborted);
    assertThat(execution.expectations().get(0).message()).contains("cleaning up failed");
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class TwoKinds {
    private static final AtomicInteger BODIES = new AtomicInteger();

    @BenchmarkTest(rounds = 2)
    @RepeatedTest(2)
    void repeated() {
      BODIES.incrementAndGet();
    }

    @BenchmarkTest(rounds = 2)
    @ParameterizedTest
    @Schedulers({"none", "bfq"})
    void parameterized(Scheduler scheduler) {
      BODIES.incrementAndGet();
    }
  }

  @Test
  void aBenchmarkThatIsAnotherKindOfTestTooIsRefused() {
    TwoKinds.BODIES.set(0);

    Execution execution = Execution.of(TwoKinds.class);

    assertThat(execution.containers()).hasSize(2);
    assertThat(execution.containers().get(0).message()).contains("@BenchmarkTest", "remove");
    assertThat(execution.leaves()).noneMatch(Execution.Node::passed);
  }

  @FakeMachine
  @Schedulers({"none", "bfq", "anticipatory"})
  static class OneUnavailable {
    @BenchmarkTest(rounds = 12)
    @Expect("none at least 2x faster than bfq")
    @Expect("none at least 2x faster than anticipatory")
    void sleeps(Scheduler scheduler) throws InterruptedException {
      LifecycleTest.work(scheduler);
    }
  }

  @Test
  void anExpectationThatCannotBeDecidedDoesNotKeepTheOthersMeasuring() {
    Execution execution = Execution.of(OneUnavailable.class);

    assertThat(execution.runs()).hasSize(6 * 2 + 1);
    assertThat(execution.expectations().get(0).passed()).isTrue();
    assertThat(execution.expectations().get(1).aborted()).isTrue();
  }

  @FakeMachine(missingRights = "switching fake0 needs root; run it with sudo")
  @Schedulers({"none", "bfq"})
  static class VerdictWithoutRights {
    @BenchmarkTest(rounds = 12)
    void sleeps() {}

    @VerdictTest
    void compares(Results results) {
      assertThat(results)
          .benchmark("sleeps")
          .scheduler("none")
          .isFasterThan("bfq", atLeast(times(2)));
    }
  }

  @Test
  void aVerdictWithoutTheRightsIsSkipped() {
    Execution execution = Execution.of(VerdictWithoutRights.class);

    Execution.Node verdict = execution.leaves().get(execution.leaves().size() - 1);
    assertThat(verdict.aborted()).isTrue();
    assertThat(verdict.message()).contains("needs root");
  }

  @Test
  void aVerdictOnASchedulerThatTheSettingsLeaveOutIsSkipped() {
    Execution execution =
        Execution.of(
            Map.of("iosched.schedulers", "none,mq-deadline"),
            DiscoverySelectors.selectClass(VerdictLeftOut.class));

    Execution.Node verdict = execution.leaves().get(execution.leaves().size() - 1);
    assertThat(verdict.aborted()).isTrue();
    assertThat(verdict.message()).contains("bfq", "iosched.schedulers");
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class VerdictLeftOut {
    @BenchmarkTest(rounds = 3)
    void sleeps() {}

    @VerdictTest
    void compares(Results results) {
      assertThat(results)
          .benchmark("sleeps")
          .scheduler("none")
          .isFasterThan("bfq", atLeast(times(2)));
    }
  }

  @Test
  void aMeasurementThatCannotBeRunLeavesItsShareToTheOthers() {
    Budget budget = new Budget(Duration.ofSeconds(40), 4, () -> 0);

    budget.skip(2);
    Budget.Share share = budget.next();
    budget.skip(5);

    assertThat(share.nanos()).isEqualTo(Duration.ofSeconds(20).toNanos());
    assertThat(budget.next().nanos()).isEqualTo(Duration.ofSeconds(40).toNanos());
  }

  @Test
  void aConfidenceThatCannotBePlannedIsRefused() {
    for (String value : List.of("0.5", "0.99999999", "NaN")) {
      assertThatThrownBy(() -> RunSettings.read(name -> confidence(name, value)))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("iosched.confidence=" + value);
    }
    assertThat(RunSettings.read(name -> confidence(name, "0.9999")).confidence()).isEqualTo(0.9999);
    assertThat(LookPlans.nominalLevel(100, 0.9999)).isBetween(0.000001, 0.0001);
  }

  private static Optional<String> confidence(String name, String value) {
    return name.equals("iosched.confidence") ? Optional.of(value) : Optional.empty();
  }
}
