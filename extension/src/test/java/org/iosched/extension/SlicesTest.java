package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Results;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** What JUnit reports of benchmarks in slices: a real load, on a device in memory. */
final class SlicesTest {

  private static final String READS =
      """
      [r]
      rw=randread
      bs=4k
      direct=1
      rate_iops=2000
      time_based
      runtime=300ms
      """;

  /** Everything quick: the least probe, and time for some rounds of slices. */
  private static final Map<String, String> QUICK =
      Map.of("iosched.probe", "300ms", "iosched.budget", "8s");

  private static Execution execute(Class<?> testClass, Map<String, String> parameters) {
    return Execution.of(parameters, DiscoverySelectors.selectClass(testClass));
  }

  private static Map<String, String> quickly(String name, String value) {
    Map<String, String> all = new TreeMap<>(QUICK);
    all.put("iosched." + name, value);
    return all;
  }

  private static List<String> names(Execution execution) {
    return execution.leaves().stream().map(Execution.Node::name).toList();
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Sliced {
    static Results results = new Results(List.of());

    @BenchmarkTest(sampling = Sampling.SLICES)
    @Workload(fio = READS)
    @Expect("none within 100% of bfq")
    @Expect("none at most 3x faster than bfq")
    void reads() {}

    @VerdictTest
    void keeps(Results measured) {
      results = measured;
    }
  }

  @Test
  void aLookIsALeafAndHoldsRoundsOfSlices() {
    Execution execution = execute(Sliced.class, QUICK);

    assertThat(execution.containers()).isEmpty();
    assertThat(execution.leaves()).filteredOn(leaf -> !leaf.passed()).isEmpty();
    assertThat(names(execution))
        .startsWith("probe", "look 1: slices from round 1")
        .contains("none within 100% of bfq", "none at most 3x faster than bfq");
    BenchmarkResult result = Sliced.results.benchmarks().get(0);
    assertThat(result.sampling())
        .isInstanceOfSatisfying(
            SamplingPlan.Slices.class,
            slices -> {
              assertThat(slices.sliceSeconds()).isBetween(0.2, 1.0);
              assertThat(slices.settleSeconds()).isBetween(0.02, 0.1);
              assertThat(slices.reason()).contains("bfq, none settle within ");
            });
    assertThat(result.samples().size()).isGreaterThanOrEqualTo(12);
    assertThat(result.samples())
        .allSatisfy(
            sample -> {
              assertThat(sample.seconds()).isBetween(0.05, 3.0);
              assertThat(sample.latencies()).isNotEmpty();
              assertThat(sample.series()).isEmpty();
            });
    for (int i = 0; i + 1 < result.samples().size(); i += 2) {
      Sample first = result.samples().get(i);
      Sample second = result.samples().get(i + 1);
      assertThat(first.round()).isEqualTo(second.round());
      assertThat(List.of(first.arm(), second.arm())).containsExactlyInAnyOrder("none", "bfq");
    }
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Body {
    @BenchmarkTest(sampling = Sampling.SLICES)
    @Expect("none within 100% of bfq")
    void sleeps() {}
  }

  @Test
  void slicesOfABodyAreRefused() {
    Execution execution = execute(Body.class, QUICK);

    assertThat(execution.leaves()).isEmpty();
    assertThat(execution.containers().get(0).message())
        .isEqualTo(
            "SlicesTest.Body.sleeps: @BenchmarkTest(sampling = SLICES) cannot be, since the"
                + " method's body is the workload, which begins and ends; say RUNS or AUTO.");
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class PhaseBeyondTheRun {
    @BenchmarkTest
    @Workload(fio = READS)
    @Expect("none within 100% of bfq in the first 5 s")
    void reads() {}

    @BenchmarkTest
    @Expect("none within 100% of bfq after 5 s")
    void body() {}
  }

  @Test
  void aPartThatRunsDoNotHaveIsRefused() {
    Execution execution = execute(PhaseBeyondTheRun.class, QUICK);

    assertThat(execution.leaves()).isEmpty();
    assertThat(execution.containers())
        .extracting(Execution.Node::message)
        .containsExactlyInAnyOrder(
            "SlicesTest.PhaseBeyondTheRun.reads: \"none within 100% of bfq in the first 5 s\" is about"
                + " a part that its runs do not have, since they last 300 ms; give the jobs a longer"
                + " runtime, or name a shorter time.",
            "SlicesTest.PhaseBeyondTheRun.body: \"none within 100% of bfq after 5 s\" is about a part"
                + " of each run, and here the method's body is the workload, of which only the whole"
                + " is timed; leave \"after 5 s\" out, or add a @Workload.");
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class TakesAScheduler {
    static Results results = new Results(List.of());

    @BenchmarkTest(rounds = 1)
    @Workload(fio = "[r]\nrw=randread\ndirect=1\ntime_based\nruntime=100ms\n")
    void reads(Scheduler scheduler) {
      assertThat(scheduler.kernelName()).isIn("none", "bfq");
    }

    @VerdictTest
    void keeps(Results measured) {
      results = measured;
    }
  }

  @Test
  void autoTakesRunsWhereAMethodIsToldTheSchedulerOfItsRun() {
    Execution execution = execute(TakesAScheduler.class, QUICK);

    assertThat(execution.runs()).hasSize(2).allMatch(Execution.Node::passed);
    assertThat(TakesAScheduler.results.benchmarks().get(0).sampling())
        .isEqualTo(new SamplingPlan.Runs("reads takes a Scheduler, of which slices have several"));
  }

  @Test
  void autoTakesRunsWhereAProbeWouldTakeTooLong() {
    execute(Automatic.class, quickly("probe", "11s"));

    assertThat(Automatic.results.benchmarks().get(0).sampling().reason())
        .isEqualTo(
            "a probe of 22 s would take too much of the 8 s that the budget has for this benchmark,"
                + " which more of it or a shorter probe would change");
  }

  @Test
  void runsCanBeAskedForInstead() {
    Execution execution = execute(Automatic.class, quickly("sampling", "runs"));

    assertThat(execution.runs()).isNotEmpty();
    assertThat(Automatic.results.benchmarks().get(0).sampling())
        .isEqualTo(new SamplingPlan.Runs(""));
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Automatic {
    static Results results = new Results(List.of());

    @BenchmarkTest(rounds = 2)
    @Workload(fio = READS)
    @Expect("none within 100% of bfq")
    void reads() {}

    @VerdictTest
    void keeps(Results measured) {
      results = measured;
    }
  }

  @Test
  void slicesAreCheckedByRunsWhereThatIsAskedFor() {
    Map<String, String> parameters = quickly("sampling.check", "true");
    parameters.put("iosched.budget", "14s");

    Execution execution = execute(Automatic.class, parameters);

    assertThat(names(execution)).startsWith("probe").contains("round 1: none", "round 1: bfq");
    assertThat(Automatic.results.benchmarks())
        .as("the runs that check are no results of the benchmark")
        .hasSize(1);
    assertThat(Automatic.results.benchmarks().get(0).sampling())
        .isInstanceOf(SamplingPlan.Slices.class);
  }

  @Test
  void theControlIsALeafAndItsArmNoPartOfExpectations() {
    Execution execution = execute(Sliced.class, quickly("control", "true"));

    assertThat(names(execution)).contains("none equals itself (control)");
    BenchmarkResult result = Sliced.results.benchmarks().get(0);
    assertThat(result.arms()).hasSize(2);
    assertThat(result.control()).isPresent();
    assertThat(result.samples()).extracting(Sample::arm).contains("none (control)");
  }

  @FakeMachine
  @ExtendWith(ChangedUnderTheSecondSlice.class)
  @Schedulers({"none", "bfq"})
  static class Disturbed {
    static Results results = new Results(List.of());

    @BenchmarkTest(sampling = Sampling.SLICES)
    @Workload(fio = READS)
    @Expect("none within 100% of bfq")
    void reads() {}

    @VerdictTest
    void keeps(Results measured) {
      results = measured;
    }
  }

  /** Lets somebody change the scheduler under a slice. */
  static final class ChangedUnderTheSecondSlice implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      if (context.getDisplayName().startsWith("look 1")) {
        FakeMachine.Installs.device(context).changeUnderTheRun("somebody set kyber");
      }
    }
  }

  @Test
  void aDisturbedSliceHasItsRoundRepeated() {
    execute(Disturbed.class, QUICK);

    List<Sample> samples = Disturbed.results.benchmarks().get(0).samples();
    assertThat(samples.stream().filter(Sample::contaminated))
        .singleElement()
        .satisfies(
            sample -> {
              assertThat(sample.round()).isEqualTo(1);
              assertThat(sample.marks().get(0).message()).isEqualTo("somebody set kyber");
            });
    assertThat(Disturbed.results.benchmarks().get(0).verdicts().get(0).warnings())
        .anyMatch(warning -> warning.kind().equals("contaminated-rounds"));
  }

  @Test
  void aLookSelectedAloneFails() {
    Execution whole = execute(Sliced.class, QUICK);
    String look =
        whole.leaves().stream()
            .filter(leaf -> leaf.name().startsWith("look"))
            .findFirst()
            .orElseThrow()
            .id();

    Execution alone = Execution.of(QUICK, DiscoverySelectors.selectUniqueId(look));

    assertThat(alone.leaves()).hasSize(1);
    assertThat(alone.leaves().get(0).failed()).isTrue();
    assertThat(alone.leaves().get(0).message()).contains("run the whole method");
  }

  @FakeMachine
  @Schedulers({"none", "kyber"})
  static class OneIsMissing {
    static Results results = new Results(List.of());

    @BenchmarkTest(sampling = Sampling.AUTO, rounds = 1)
    @Workload(fio = READS)
    @Expect("none within 100% of kyber")
    void reads() {}

    @VerdictTest
    void keeps(Results measured) {
      results = measured;
    }
  }

  @Test
  void aSchedulerThatCannotBeHadLeavesItsExpectationsOpen() {
    Execution execution = execute(OneIsMissing.class, QUICK);

    assertThat(execution.leaves()).anyMatch(leaf -> leaf.aborted());
    assertThat(OneIsMissing.results.benchmarks().get(0).verdicts().get(0).message())
        .contains("kyber", "none, mq-deadline, bfq");
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Fails {
    @BenchmarkTest(sampling = Sampling.SLICES)
    @Workload(fio = READS)
    @Expect("none within 100% of bfq")
    void reads() {
      throw new IllegalStateException("the check after a look is broken");
    }
  }

  @Test
  void aLookWhoseCheckThrowsEndsTheBenchmark() {
    Execution execution = execute(Fails.class, QUICK);

    assertThat(names(execution))
        .containsExactly("probe", "look 1: slices from round 1", "none within 100% of bfq");
    assertThat(execution.leaves().get(1).failed()).isTrue();
    assertThat(execution.leaves().get(2).aborted()).isTrue();
    assertThat(execution.leaves().get(2).message())
        .contains("look 1: slices from round 1 failed: the check after a look is broken");
  }
}
