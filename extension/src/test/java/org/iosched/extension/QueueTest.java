package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.iosched.dsl.Results;
import org.iosched.dsl.Sample;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;

/** {@link Queue} on benchmarks and parameterized tests, and changes under a run. */
final class QueueTest {

  private static final List<String> HISTORY = new ArrayList<>();

  /** Remembers what the fake device was set to. */
  static final class Remembers implements AfterEachCallback {
    @Override
    public void afterEach(ExtensionContext context) {
      HISTORY.clear();
      HISTORY.addAll(FakeMachine.Installs.device(context).history());
    }
  }

  @FakeMachine
  @ExtendWith(Remembers.class)
  @Schedulers("none")
  @Queue(nrRequests = 64, wbtLatUsec = 0)
  abstract static class Deep {
    static Results results = new Results(List.of());

    @BenchmarkTest(rounds = 1)
    void asTheClass() {}
  }

  static class Inherits extends Deep {
    @VerdictTest
    void keeps(Results measured) {
      results = measured;
    }
  }

  static class Overrides extends Deep {
    @Override
    @BenchmarkTest(rounds = 1)
    @Queue(readAheadKb = 8, queueDepth = 1)
    void asTheClass() {}
  }

  static class Clears extends Deep {
    @Override
    @BenchmarkTest(rounds = 1)
    @Queue
    void asTheClass() {}
  }

  @FakeMachine
  @ExtendWith(Remembers.class)
  @Queue(nrRequests = 64)
  static class Around {
    @Nested
    class Inside {
      @ParameterizedTest
      @Schedulers({"none", "eager = deadline[fifo_batch=1]"})
      void parameterized(Scheduler scheduler) {}
    }
  }

  private static List<String> history(Class<?> testClass) {
    HISTORY.clear();
    Execution execution = Execution.of(testClass);
    assertThat(execution.containers()).isEmpty();
    assertThat(execution.leaves()).isNotEmpty().allMatch(Execution.Node::passed);
    return List.copyOf(HISTORY);
  }

  @Test
  void theClassesAttributesAreSetWithEachSwitchAndToldInTheSample() {
    assertThat(history(Inherits.class))
        .containsExactly("none with {nr_requests=64, wbt_lat_usec=0}");
    assertThat(Deep.results.benchmarks().get(0).samples())
        .extracting(Sample::conditions)
        .allSatisfy(
            conditions ->
                assertThat(conditions)
                    .containsEntry("queue-nr-requests", 64.0)
                    .containsEntry("queue-wbt-lat-usec", 0.0)
                    .doesNotContainKeys("queue-depth", "queue-read-ahead-kb"));
  }

  @Test
  void theMethodsOwnReplaceThem() {
    assertThat(history(Overrides.class))
        .containsExactly("none with {read_ahead_kb=8, queue_depth=1}");
    assertThat(history(Clears.class)).containsExactly("none");
  }

  @Test
  void parameterizedTestsInNestedClassesHaveThemToo() {
    assertThat(history(Around.class))
        .containsExactly(
            "none with {nr_requests=64}", "mq-deadline{fifo_batch=1} with {nr_requests=64}");
  }

  /** Lets somebody change the scheduler under each run. */
  static final class ChangesAlways implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      FakeMachine.Installs.device(context).changeUnderTheRun("somebody set kyber");
    }
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  @ExtendWith(ChangesAlways.class)
  static class Changed {
    @BenchmarkTest(rounds = 12)
    @Expect("none at least 2x faster than bfq")
    void changed() {}
  }

  @Test
  void theThirdChangeStopsTheBenchmark() {
    Execution execution = Execution.of(Changed.class);

    assertThat(execution.runs()).hasSize(3);
    assertThat(execution.runs().subList(0, 2)).allMatch(Execution.Node::passed);
    assertThat(execution.runs().get(2).message())
        .isEqualTo("fake0 was changed under the run three times");
    assertThat(execution.expectations())
        .singleElement()
        .satisfies(
            leaf ->
                assertThat(leaf.message()).contains("fake0 was changed under the run three times"));
  }
}
