package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.iosched.dsl.IoschedAssertions.atLeast;
import static org.iosched.dsl.IoschedAssertions.atMost;
import static org.iosched.dsl.IoschedAssertions.percent;

import com.google.errorprone.annotations.CheckReturnValue;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.opentest4j.MultipleFailuresError;

class ResultsAssertTest {

  private static final Results TWO =
      Samples.results(
          Samples.benchmark("SourceTreeTests.unpack", "method body"),
          Samples.benchmark("SourceTreeTests.build", "[reader]\nrw=randread"),
          Samples.benchmark("SourceTreeTests.build", "[writer]\nrw=write"));

  private static ResultsAssert deciding(Outcome outcome) {
    return new ResultsAssert(
        TWO, (benchmark, expectation) -> Samples.verdict(expectation, outcome, "so it was"));
  }

  @Test
  void passesWhatIsMet() {
    assertThatCode(
            () ->
                deciding(Outcome.MET)
                    .benchmark("unpack")
                    .scheduler("eager")
                    .isSlowerThan("noop", atMost(percent(5))))
        .doesNotThrowAnyException();
  }

  @Test
  void failsWhatIsNotMetNamingTheBenchmark() {
    assertThatThrownBy(
            () ->
                deciding(Outcome.NOT_MET)
                    .as("gate 100% sure")
                    .benchmark("unpack")
                    .scheduler("eager")
                    .isSlowerThan("noop", atMost(percent(5))))
        .isExactlyInstanceOf(AssertionError.class)
        .hasMessage("[gate 100% sure] SourceTreeTests.unpack: so it was");
  }

  @Test
  void tellsInconclusiveFromFailed() {
    assertThatThrownBy(
            () ->
                deciding(Outcome.INCONCLUSIVE)
                    .benchmark("SourceTreeTests.unpack")
                    .scheduler("eager")
                    .isSlowerThan("noop", atMost(percent(5))))
        .isExactlyInstanceOf(InconclusiveError.class)
        .hasMessage("SourceTreeTests.unpack: so it was");
  }

  @Test
  void choosesTheBenchmarkAndTheWorkload() {
    List<String> decided = new ArrayList<>();
    Decider decider =
        (benchmark, expectation) -> {
          decided.add(benchmark.workload());
          return Samples.verdict(expectation, Outcome.MET, "fine");
        };

    new ResultsAssert(TWO, decider)
        .benchmark("build")
        .workload("rw=write")
        .scheduler("noop")
        .isFasterThan("cfq", atLeast(percent(10)));
    new ResultsAssert(TWO, decider)
        .benchmark("unpack")
        .scheduler("noop")
        .isFasterThan("cfq", atLeast(percent(10)));

    assertThat(decided).containsExactly("[writer]\nrw=write", "method body");
  }

  @Test
  void isInconclusiveOfABenchmarkThatWasNotMeasured() {
    assertThatThrownBy(
            () ->
                deciding(Outcome.MET)
                    .benchmark("unpak")
                    .scheduler("noop")
                    .isFasterThan("cfq", atLeast(percent(10))))
        .isInstanceOf(InconclusiveError.class)
        .hasMessageContaining("benchmark unpak was not measured")
        .hasMessageContaining("did you mean unpack?");
  }

  @Test
  void failsAChainThatLeavesTheChoiceOpen() {
    assertThatThrownBy(
            () -> deciding(Outcome.MET).scheduler("noop").isFasterThan("cfq", atLeast(percent(10))))
        .isExactlyInstanceOf(AssertionError.class)
        .hasMessageContaining("names no benchmark");
    assertThatThrownBy(
            () ->
                deciding(Outcome.MET)
                    .benchmark("build")
                    .scheduler("noop")
                    .isFasterThan("cfq", atLeast(percent(10))))
        .isExactlyInstanceOf(AssertionError.class)
        .hasMessageContaining("2 such workloads");
    assertThatThrownBy(
            () ->
                deciding(Outcome.MET).benchmark("unpack").isFasterThan("cfq", atLeast(percent(10))))
        .isExactlyInstanceOf(AssertionError.class)
        .hasMessageContaining("names no scheduler");
  }

  @Test
  void failsAChainThatNamesAnUnknownScheduler() {
    assertThatThrownBy(
            () ->
                IoschedAssertions.assertThat(TWO)
                    .benchmark("unpack")
                    .scheduler("eagr")
                    .isFasterThan("cfq", atLeast(percent(10))))
        .isExactlyInstanceOf(MissingSchedulerError.class)
        .hasMessageContaining("eagr is not among the benchmark's schedulers: noop, cfq, eager")
        .hasMessageContaining("did you mean \"eager\"?");
  }

  @Test
  void failsAChainWhoseMetricDoesNotRead() {
    assertThatThrownBy(
            () ->
                deciding(Outcome.MET)
                    .benchmark("unpack")
                    .scheduler("noop")
                    .has("p99 latncy", atMost("5 ms")))
        .isExactlyInstanceOf(AssertionError.class)
        .hasMessageContaining("did you mean \"latency\"?");
  }

  @Test
  void isInconclusiveOfWhatThisVersionDoesNotDecide() {
    assertThatThrownBy(
            () ->
                IoschedAssertions.assertThat(TWO)
                    .benchmark("unpack")
                    .scheduler("noop")
                    .isSlowerThan(IoschedAssertions.baseline(), atMost(percent(10))))
        .isInstanceOf(InconclusiveError.class)
        .hasMessageContaining("does not decide comparisons with a baseline");
  }

  @Test
  void isInconclusiveOfABenchmarkThatFailedWhateverItsSamplesSay() {
    BenchmarkResult sound = Samples.benchmark("T.unpack", "method body");
    Rounds rounds = new Rounds();
    for (int i = 0; i < 6; i++) {
      rounds.next().time("noop", 1 + i / 100.0).time("cfq", 3 + i / 100.0);
    }
    BenchmarkResult failed =
        new BenchmarkResult(
            sound.name(),
            sound.workload(),
            false,
            sound.arms(),
            sound.plan(),
            rounds.samples(),
            List.of(),
            sound.sampling(),
            sound.control(),
            Optional.of("round 7 under cfq failed: the disk is full"));
    assertThatThrownBy(
            () ->
                IoschedAssertions.assertThat(Samples.results(failed))
                    .benchmark("unpack")
                    .scheduler("noop")
                    .isFasterThan("cfq", atLeast(percent(10))))
        .isInstanceOf(InconclusiveError.class)
        .hasMessageContaining("round 7 under cfq failed: the disk is full");
  }

  @Test
  void resultsThatAreNotConfirmedAreOpenInEveryVerdict() {
    BenchmarkResult sound =
        new BenchmarkResult(
            "T.reads",
            "[r]",
            true,
            Arms.parseAll(List.of("noop", "cfq")),
            new LookPlan(List.of(6), 0.05, 0.95),
            List.of(),
            List.of(
                Samples.verdict(
                    Expectation.parse("noop at least 10% faster than cfq"), Outcome.MET, "MET")));

    BenchmarkResult open = sound.undecidedFor("runs do not confirm its slices");

    assertThat(open.obstacle()).hasValue("runs do not confirm its slices");
    assertThat(open.verdicts().get(0).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(open.verdicts().get(0).message())
        .isEqualTo(
            "INCONCLUSIVE: noop at least 10% faster than cfq: runs do not confirm its slices");
  }

  @Test
  void softAssertionsCollectInconclusiveOnesBesideFailures() {
    SoftAssertions softly = new SoftAssertions();
    softly.assertThat(1).isEqualTo(2);
    softly
        .proxy(ResultsAssert.class, Results.class, TWO)
        .benchmark("unpack")
        .scheduler("noop")
        .isSlowerThan(IoschedAssertions.baseline(), atMost(percent(10)));
    softly
        .proxy(ResultsAssert.class, Results.class, TWO)
        .as("typing")
        .benchmark("unpack")
        .scheduler("eagr")
        .isFasterThan("cfq", atLeast(percent(10)));

    assertThat(softly.errorsCollected()).hasSize(3);
    assertThat(softly.errorsCollected().get(1)).isInstanceOf(InconclusiveError.class);
    assertThat(softly.errorsCollected().get(2))
        .isNotInstanceOf(InconclusiveError.class)
        .hasMessageContaining("[typing] SourceTreeTests.unpack");
    Throwable thrown = catchThrowable(softly::assertAll);
    assertThat(thrown)
        .isInstanceOfSatisfying(
            MultipleFailuresError.class,
            all ->
                assertThat(all.getFailures())
                    .hasSize(3)
                    .filteredOn(InconclusiveError.class::isInstance)
                    .hasSize(1));
    assertThat(thrown)
        .hasMessageContaining("does not decide comparisons with a baseline")
        .hasMessageContaining("eagr is not among");
  }

  @Test
  void aChainStartsAfreshAfterItsAssertingCall() {
    SoftAssertions softly = new SoftAssertions();
    ResultsAssert reused = softly.proxy(ResultsAssert.class, Results.class, TWO);
    reused
        .benchmark("unpack")
        .scheduler("noop")
        .after(Duration.ofSeconds(2))
        .isFasterThan("cfq", atLeast(percent(10)));
    reused.benchmark("unpack").isFasterThan("cfq", atLeast(percent(10)));

    assertThat(softly.errorsCollected()).hasSize(2);
    assertThat(softly.errorsCollected().get(1)).hasMessageContaining("names no scheduler");
  }

  @Test
  void whateverDoesNotEndAChainMustNotBeDropped() {
    List<Method> steps =
        Stream.of(ResultsAssert.class.getDeclaredMethods())
            .filter(method -> method.getReturnType() == ResultsAssert.class)
            .toList();

    assertThat(steps).hasSize(6);
    assertThat(steps).allMatch(step -> step.isAnnotationPresent(CheckReturnValue.class));
  }
}
