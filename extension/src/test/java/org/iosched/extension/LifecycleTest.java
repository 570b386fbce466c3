package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What JUnit reports of a benchmark, on a device in memory. */
final class LifecycleTest {

  /** A body that takes longer under bfq: the workload of every fixture here. */
  static void work(Scheduler scheduler) throws InterruptedException {
    Thread.sleep(scheduler.kernelName().equals("bfq") ? 40 : 1);
  }

  @FakeMachine
  @Schedulers({"noop", "cfq"})
  static class Decided {
    @BenchmarkTest(rounds = 12)
    @Expect("noop at least 2x faster than cfq")
    @Expect("cfq at least 2x faster than noop")
    void sleeps(Scheduler scheduler) throws InterruptedException {
      work(scheduler);
    }
  }

  @Test
  void anExpectationIsALeafAndTheFirstLookThatDecidesAllEndsTheRun() {
    // The two contradict each other, so they are kept apart here.
    Execution execution = Execution.of(MetAndRefuted.class);

    assertThat(execution.containers()).isEmpty();
    assertThat(execution.runs()).hasSize(6 * 2).allMatch(Execution.Node::passed);
    assertThat(execution.expectations())
        .extracting(Execution.Node::name)
        .containsExactly("noop at least 2x faster than cfq", "noop at least 100x faster than cfq");
    assertThat(execution.expectations().get(0).passed()).isTrue();
    assertThat(execution.expectations().get(1).failed()).isTrue();
    assertThat(execution.expectations().get(1).message())
        .startsWith("LifecycleTest.MetAndRefuted.sleeps: ")
        .contains("noop at least 100x faster than cfq", "rounds");
  }

  @FakeMachine
  @Schedulers({"noop", "cfq"})
  static class MetAndRefuted {
    @BenchmarkTest(rounds = 12)
    @Expect("noop at least 2x faster than cfq")
    @Expect("noop at least 100x faster than cfq")
    void sleeps(Scheduler scheduler) throws InterruptedException {
      work(scheduler);
    }
  }

  @Test
  void contradictingExpectationsAreRefusedBeforeAnythingIsMeasured() {
    Execution execution = Execution.of(Decided.class);

    assertThat(execution.leaves()).isEmpty();
    assertThat(execution.containers()).hasSize(1);
    assertThat(execution.containers().get(0).message())
        .contains("noop at least 2x faster than cfq", "cfq at least 2x faster than noop");
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class TwoRounds {
    @BenchmarkTest(rounds = 2)
    @Expect("none at least 2x faster than bfq")
    void sleeps(Scheduler scheduler) throws InterruptedException {
      work(scheduler);
    }
  }

  @Test
  void twoRoundsDecideNothing() {
    Execution execution = Execution.of(TwoRounds.class);

    assertThat(execution.runs()).hasSize(4);
    assertThat(execution.expectations()).hasSize(1);
    assertThat(execution.expectations().get(0).aborted()).isTrue();
  }

  @Test
  void anOpenExpectationFailsUnderStrict() {
    Execution execution =
        Execution.of(
            Map.of("iosched.strict", "true"), DiscoverySelectors.selectClass(TwoRounds.class));

    assertThat(execution.expectations()).hasSize(1);
    assertThat(execution.expectations().get(0).failed()).isTrue();
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Throws {
    private static final AtomicInteger RUNS = new AtomicInteger();

    @BenchmarkTest(rounds = 12)
    @Expect("none at least 2x faster than bfq")
    void fails() {
      if (RUNS.incrementAndGet() == 3) {
        throw new IllegalStateException("the third run is broken");
      }
    }
  }

  @Test
  void theFirstRunThatThrowsFailsAndEndsTheBenchmark() {
    Execution execution = Execution.of(Throws.class);

    assertThat(execution.runs()).hasSize(3);
    assertThat(execution.runs().get(2).failed()).isTrue();
    assertThat(execution.expectations()).hasSize(1);
    assertThat(execution.expectations().get(0).aborted()).isTrue();
    assertThat(execution.expectations().get(0).message()).contains("the third run is broken");
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class NotMade {
    NotMade() {
      throw new IllegalStateException("the constructor is broken");
    }

    @BenchmarkTest(rounds = 12)
    void never() {}
  }

  @Test
  void aClassThatCannotBeMadeFailsOnce() {
    Execution execution = Execution.of(NotMade.class);

    assertThat(execution.leaves()).hasSize(1);
    assertThat(execution.leaves().get(0).failed()).isTrue();
    assertThat(execution.leaves().get(0).message()).isEqualTo("the constructor is broken");
  }

  @FakeMachine
  @ExtendWith(Skips.class)
  @Schedulers({"none", "bfq"})
  static class Skipped {
    @BenchmarkTest(rounds = 12)
    void never() {}
  }

  /** A user's extension that has an assumption of its own. */
  static final class Skips implements org.junit.jupiter.api.extension.BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      throw new org.opentest4j.TestAbortedException("the user's extension is unwilling");
    }
  }

  @Test
  void aRunThatIsSkippedBeforeItBeginsEndsTheBenchmark() {
    Execution execution = Execution.of(Skipped.class);

    assertThat(execution.leaves()).hasSize(1);
    assertThat(execution.leaves().get(0).aborted()).isTrue();
  }

  @FakeMachine
  @Schedulers({"none", "bfq", "mq-deadlin"})
  static class Unknown {
    @BenchmarkTest(rounds = 6)
    @Expect("none at least 2x faster than bfq")
    @Expect("none at most 5% slower than every other")
    void sleeps(Scheduler scheduler) throws InterruptedException {
      work(scheduler);
    }
  }

  @Test
  void aSchedulerThatCannotBeHadIsSkippedOnceAndLeavesItsExpectationsOpen() {
    Execution execution = Execution.of(Unknown.class);

    List<Execution.Node> aborted =
        execution.runs().stream().filter(Execution.Node::aborted).toList();
    assertThat(aborted).hasSize(1);
    assertThat(aborted.get(0).message())
        .contains("mq-deadlin is not a scheduler of fake0", "did you mean mq-deadline?");
    assertThat(execution.runs()).hasSize(6 * 2 + 1);
    assertThat(execution.expectations().get(0).passed()).isTrue();
    assertThat(execution.expectations().get(1).aborted()).isTrue();
  }

  @FakeMachine
  static class AroundEachRun {
    private static final List<String> SEEN = new ArrayList<>();

    @BeforeEach
    void before(Scheduler scheduler) {
      SEEN.add("before " + scheduler.kernelName());
    }

    @BenchmarkTest(rounds = 2)
    @Schedulers({"noop", "eager = deadline[fifo_batch=1]"})
    @Expect("noop within 90% of eager")
    void body(Workspace dir, Scheduler scheduler, Device device) {
      SEEN.add(
          "body " + scheduler + " on " + device + " " + dir.directory().toFile().isDirectory());
    }

    @AfterEach
    void after() {
      SEEN.add("after");
    }
  }

  @Test
  void beforeEachSeesTheSwitchedSchedulerAndIsLeftOutAroundExpectations() {
    AroundEachRun.SEEN.clear();

    Execution execution = Execution.of(AroundEachRun.class);

    assertThat(execution.runs()).hasSize(4).allMatch(Execution.Node::passed);
    assertThat(AroundEachRun.SEEN).hasSize(12);
    assertThat(AroundEachRun.SEEN)
        .contains(
            "before none",
            "body noop (none) on fake0 true",
            "before mq-deadline",
            "body eager = deadline[fifo_batch=1] on fake0 true");
    assertThat(AroundEachRun.SEEN.get(0)).startsWith("before");
    assertThat(AroundEachRun.SEEN.get(11)).isEqualTo("after");
  }

  @Schedulers({"none", "bfq"})
  abstract static class Inherited {
    @BenchmarkTest(rounds = 1)
    void inherited(Scheduler scheduler) {
      Where.RAN.add("inherited " + scheduler.name());
    }
  }

  /** What ran, by fixture method. */
  static final class Where {
    static final List<String> RAN = new ArrayList<>();

    private Where() {}
  }

  @FakeMachine
  static class Declarations extends Inherited {
    @BenchmarkTest(rounds = 1)
    @Schedulers("mq-deadline")
    void own(Scheduler scheduler) {
      Where.RAN.add("own " + scheduler.name());
    }

    @BenchmarkTest(rounds = 1)
    @Schedulers
    void emptyMeansTheClass(Scheduler scheduler) {
      Where.RAN.add("empty " + scheduler.name());
    }

    @Nested
    class Inner {
      @BenchmarkTest(rounds = 1)
      void nested(Scheduler scheduler) {
        Where.RAN.add("nested " + scheduler.name());
      }
    }
  }

  @Test
  void schedulersAreFoundOnMethodClassSuperclassAndEnclosingClass() {
    Where.RAN.clear();

    Execution execution = Execution.of(Declarations.class);

    assertThat(execution.containers()).isEmpty();
    assertThat(Where.RAN)
        .containsExactlyInAnyOrder(
            "inherited none",
            "inherited bfq",
            "own mq-deadline",
            "empty none",
            "empty bfq",
            "nested none",
            "nested bfq");
  }

  @FakeMachine
  @Schedulers({"none", "mq-deadline", "bfq"})
  static class Orders {
    private static final List<String> ORDER = new ArrayList<>();

    @BenchmarkTest(rounds = 12)
    void notes(Scheduler scheduler) {
      ORDER.add(scheduler.name());
    }
  }

  @Test
  void everyRoundIsAFreshPermutationThatTheSeedReproduces() {
    List<String> first = order("7");
    List<String> again = order("7");
    List<String> other = order("8");

    assertThat(first).isEqualTo(again).isNotEqualTo(other);
    HashSet<List<String>> distinct = new HashSet<>();
    for (int round = 0; round < 12; round++) {
      List<String> arms = first.subList(3 * round, 3 * round + 3);
      assertThat(arms).containsExactlyInAnyOrder("none", "mq-deadline", "bfq");
      distinct.add(arms);
    }
    assertThat(distinct).as("different orders in 12 rounds").hasSizeGreaterThan(2);
  }

  private static List<String> order(String seed) {
    Orders.ORDER.clear();
    Execution.of(Map.of("iosched.seed", seed), DiscoverySelectors.selectClass(Orders.class));
    return List.copyOf(Orders.ORDER);
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class ChangedUnderTheRun {
    private static final AtomicInteger RUNS = new AtomicInteger();

    @BenchmarkTest(rounds = 6)
    @ExtendWith(ChangesOnce.class)
    @Expect("none at least 2x faster than bfq")
    void sleeps(Scheduler scheduler) throws InterruptedException {
      work(scheduler);
    }
  }

  /** Changes the fake device's scheduler under the second run. */
  static final class ChangesOnce
      implements org.junit.jupiter.api.extension.BeforeTestExecutionCallback {
    @Override
    public void beforeTestExecution(ExtensionContext context) {
      if (ChangedUnderTheRun.RUNS.incrementAndGet() == 2) {
        FakeMachine.Installs.device(context)
            .changeUnderTheRun("fake0 is under kyber now, not under bfq");
      }
    }
  }

  @Test
  void aRoundInWhichTheSchedulerChangedIsRepeated() {
    ChangedUnderTheRun.RUNS.set(0);

    Execution execution = Execution.of(ChangedUnderTheRun.class);

    assertThat(execution.runs()).hasSize(7 * 2);
    assertThat(execution.expectations().get(0).passed()).isTrue();
  }

  @FakeMachine(missingRights = "switching fake0 needs root; run it with sudo")
  @Schedulers({"bfq", "mq-deadline"})
  static class WithoutRights {
    private static final List<String> SEEN = new ArrayList<>();

    @BenchmarkTest(rounds = 12)
    @Expect("bfq at least 2x faster than mq-deadline")
    void body(Scheduler scheduler) {
      SEEN.add(scheduler.name());
    }
  }

  @Test
  void withoutTheRightsTheActiveSchedulerIsMeasuredAndNothingIsDecided() {
    WithoutRights.SEEN.clear();

    Execution execution = Execution.of(WithoutRights.class);

    assertThat(WithoutRights.SEEN).containsExactly("none", "none", "none");
    assertThat(execution.expectations()).hasSize(1);
    assertThat(execution.expectations().get(0).aborted()).isTrue();
    assertThat(execution.expectations().get(0).message()).contains("switching fake0 needs root");
  }

  @FakeMachine
  @ExtendWith(NotesRestore.class)
  @Schedulers({"none", "bfq"})
  static class Restores {
    @BenchmarkTest(rounds = 1)
    void body() {}

    @AfterAll
    static void end() {}
  }

  /** Keeps the device to be looked at after the execution. */
  static final class NotesRestore implements AfterAllCallback {
    private static final List<FakeDevice> DEVICES = new ArrayList<>();

    @Override
    public void afterAll(ExtensionContext context) {
      DEVICES.add(FakeMachine.Installs.device(context));
    }
  }

  @Test
  void theDeviceIsClosedWhenTheExecutionEnds() {
    NotesRestore.DEVICES.clear();

    Execution.of(Restores.class);

    assertThat(NotesRestore.DEVICES).hasSize(1);
    FakeDevice device = NotesRestore.DEVICES.get(0);
    assertThat(device.history()).containsExactlyInAnyOrder("none", "bfq");
    assertThat(device.closed()).isTrue();
    assertThat(device.active()).isEqualTo("none");
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Parallel {
    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final AtomicInteger MOST = new AtomicInteger();

    @BenchmarkTest(rounds = 3)
    void one() throws InterruptedException {
      noteOverlap();
    }

    @BenchmarkTest(rounds = 3)
    void two() throws InterruptedException {
      noteOverlap();
    }

    private static void noteOverlap() throws InterruptedException {
      RUNNING.incrementAndGet();
      Thread.sleep(3);
      MOST.accumulateAndGet(RUNNING.getAndDecrement(), Math::max);
    }
  }

  static class Bystander {
    @Test
    void other() throws InterruptedException {
      Parallel.RUNNING.incrementAndGet();
      Thread.sleep(20);
      Parallel.RUNNING.decrementAndGet();
    }
  }

  @Test
  void nothingRunsBesideABenchmarkThoughTheBuildIsParallel() {
    Parallel.MOST.set(0);

    Execution execution =
        Execution.of(
            Map.of(
                "junit.jupiter.execution.parallel.enabled", "true",
                "junit.jupiter.execution.parallel.mode.default", "concurrent",
                "junit.jupiter.execution.parallel.config.strategy", "fixed",
                "junit.jupiter.execution.parallel.config.fixed.parallelism", "4"),
            DiscoverySelectors.selectClass(Parallel.class),
            DiscoverySelectors.selectClass(Bystander.class));

    assertThat(execution.containers()).isEmpty();
    assertThat(execution.runs()).hasSize(2 * 3 * 2).allMatch(Execution.Node::passed);
    assertThat(Parallel.MOST).hasValue(1);
  }

  @FakeMachine
  static class Mistakes {
    @BenchmarkTest
    void noSchedulers() {}

    @BenchmarkTest(rounds = 0)
    @Schedulers({"none", "bfq"})
    void noRounds() {}

    @BenchmarkTest(rounds = -3)
    @Schedulers({"none", "bfq"})
    void negativeRounds() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Expect("none at leest 10% faster than bfq")
    void unreadable() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Expect("none at least 10% faster than kyber")
    void undeclared() {}

    @BenchmarkTest
    @Schedulers({"noop", "none"})
    void samePolicy() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[read]\nrw=randread\niodpth=4\n")
    void unknownOption() {}

    @BenchmarkTest(rounds = 100_000)
    @Schedulers({"none", "bfq"})
    void tooManyRounds() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[reader]\nrw=randread\n[writer]\nrw=write\n")
    @Expect("bfq raeder p99 latency at most 5 ms")
    void unknownJob() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Workload(fio = "[reader]\nrw=randread\n")
    @Expect("bfq write iops at least 1k")
    void noWrites() {}

    @BenchmarkTest
    @Schedulers({"none", "bfq"})
    @Expect("bfq p99 latency at most 5 ms")
    void latencyOfABody() {}

    @Test
    @Schedulers({"none", "bfq"})
    void plainTest() {}

    @Test
    @Expect("none at least 10% faster than bfq")
    void expectsWithoutBenchmark() {}
  }

  @Test
  void aMistakeIsOneSentenceThatNamesThePlaceAndTheRemedy() {
    Execution execution = Execution.of(Mistakes.class);

    assertThat(execution.runs()).isEmpty();
    Map<String, String> said = new java.util.TreeMap<>();
    for (Execution.Node node : execution.containers()) {
      said.put(node.name(), node.message());
    }
    execution.leaves().forEach(leaf -> said.put(leaf.name(), leaf.message()));
    assertThat(said.get("noSchedulers()"))
        .contains("Mistakes.noSchedulers has no @Schedulers; put @Schedulers(");
    assertThat(said.get("noRounds()")).contains("rounds = 0", "use 1 or more");
    assertThat(said.get("negativeRounds()")).contains("rounds = -3");
    assertThat(said.get("unreadable()")).contains("leest", "least");
    assertThat(said.get("undeclared()")).contains("kyber");
    assertThat(said.get("samePolicy()")).contains("noop and none are the same policy on fake0");
    assertThat(said.get("unknownOption()")).contains("iodpth", "iodepth");
    assertThat(said.get("tooManyRounds()")).contains("rounds = 100000", "use 1000 or less");
    assertThat(said.get("unknownJob()")).contains("raeder", "did you mean reader?");
    assertThat(said.get("noWrites()"))
        .contains("write iops", "no job that it is about does writes");
    assertThat(said.get("latencyOfABody()")).contains("p99 latency", "there are time and cpu");
    assertThat(said.get("plainTest()")).contains("needs @BenchmarkTest");
    assertThat(said.get("expectsWithoutBenchmark()")).contains("@Expect", "need @BenchmarkTest");
  }

  @Test
  void aWrongSettingIsOneSentence() {
    Map<String, String> expected =
        Map.of(
            "iosched.budget", "soon",
            "iosched.confidence", "1.5",
            "iosched.strict", "perhaps",
            "iosched.engine", "warp",
            "iosched.destroy", "sda",
            "iosched.baseline", "main",
            "iosched.tree.files", "0");
    expected.forEach(
        (name, value) -> {
          Execution execution =
              Execution.of(Map.of(name, value), DiscoverySelectors.selectClass(TwoRounds.class));
          assertThat(execution.leaves()).as(name).isEmpty();
          assertThat(execution.containers()).as(name).isNotEmpty();
          assertThat(execution.containers().get(0).message()).contains(name + "=" + value);
        });
  }

  @Test
  void leavesThatAreSelectedAloneFail() {
    String template =
        Execution.of(MetAndRefuted.class)
            .runs()
            .get(0)
            .id()
            .replaceFirst("/\\[test-template-inv.*", "");
    for (int index : new int[] {1, 2, 7, 13, 14}) {
      Execution alone =
          Execution.of(
              Map.of(),
              DiscoverySelectors.selectUniqueId(
                  template + "/[test-template-invocation:#" + index + "]"));
      assertThat(alone.leaves()).as("leaf %d alone", index).hasSize(1);
      assertThat(alone.leaves().get(0).failed()).isTrue();
      assertThat(alone.leaves().get(0).message()).contains("run the whole method");
    }
    Execution iterations =
        Execution.of(
            Map.of(),
            DiscoverySelectors.selectIteration(
                DiscoverySelectors.selectMethod(MetAndRefuted.class, "sleeps", Scheduler.class),
                0,
                2));
    assertThat(iterations.leaves()).hasSize(2).allMatch(Execution.Node::failed);
  }

  @Test
  void leavesThatAreSelectedAloneFailWithoutALauncherToo() {
    EngineExecutionResults whole =
        EngineTestKit.engine("junit-jupiter")
            .selectors(DiscoverySelectors.selectClass(TwoRounds.class))
            .configurationParameter("iosched.budget", "20s")
            .configurationParameter("iosched.output", Scratch.directory() + "/iosched")
            .configurationParameter("iosched.allure", Scratch.directory() + "/allure-results")
            .execute();
    whole.testEvents().assertStatistics(events -> events.succeeded(4).aborted(1));

    for (int index : new int[] {1, 2, 5}) {
      EngineTestKit.engine("junit-jupiter")
          .selectors(
              DiscoverySelectors.selectIteration(
                  DiscoverySelectors.selectMethod(TwoRounds.class, "sleeps", Scheduler.class),
                  index - 1))
          .execute()
          .testEvents()
          .assertStatistics(events -> events.started(1).failed(1).succeeded(0));
    }
  }

  @Test
  void oneMethodCanBeSelected() {
    Execution execution =
        Execution.of(Map.of(), DiscoverySelectors.selectMethod(Parallel.class, "two"));

    assertThat(execution.runs()).hasSize(3 * 2).allMatch(Execution.Node::passed);
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Parameters {
    @BenchmarkTest(rounds = 1)
    void sampleOfABody(org.iosched.dsl.Sample sample) {}
  }

  @Test
  void aParameterThatIsNotThereSaysWhy() {
    Execution execution = Execution.of(Parameters.class);

    assertThat(execution.runs().get(0).failed()).isTrue();
    assertThat(execution.runs().get(0).message()).contains("needs a @Workload");
    assertThat(Arrays.asList(execution.runs().size())).containsExactly(1);
  }
}
