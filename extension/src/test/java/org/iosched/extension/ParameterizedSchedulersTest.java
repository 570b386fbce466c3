package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.iosched.dsl.Results;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Schedulers} as the argument source of a parameterized test. */
final class ParameterizedSchedulersTest {

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class OneRunEach {
    private static final List<String> SEEN = new ArrayList<>();

    @BeforeEach
    void before(TestInfo info) {
      SEEN.add("before " + info.getDisplayName());
    }

    @ParameterizedTest
    @Schedulers
    void ofTheClass(Scheduler scheduler, Workspace dir) {
      dir.exec("true");
      SEEN.add(scheduler.kernelName());
    }

    @ParameterizedTest
    @Schedulers({"eager = deadline[fifo_batch=1]", "anticipatory"})
    void ofTheMethod(Scheduler scheduler) {
      SEEN.add(scheduler.name() + " is " + scheduler.kernelName());
    }

    @VerdictTest
    void seesSamples(Results results) {
      SEEN.add(results.benchmarks().stream().mapToInt(b -> b.samples().size()).sum() + " samples");
    }
  }

  @Test
  void eachSchedulerIsOneRunWhoseSampleIsKept() {
    OneRunEach.SEEN.clear();

    Execution execution = Execution.of(OneRunEach.class);

    assertThat(execution.containers()).isEmpty();
    assertThat(OneRunEach.SEEN).contains("none", "bfq", "eager is mq-deadline", "3 samples");
    assertThat(execution.leaves()).filteredOn(Execution.Node::aborted).hasSize(1);
    assertThat(execution.leaves()).filteredOn(Execution.Node::failed).isEmpty();
  }

  @FakeMachine
  static class TwoSources {
    @ParameterizedTest
    @Schedulers({"none", "bfq"})
    @ValueSource(strings = "x")
    void mixed(Object argument) {}
  }

  @Test
  void anotherSourceBesideIsRefused() {
    Execution execution = Execution.of(TwoSources.class);

    assertThat(execution.leaves()).isNotEmpty().allMatch(Execution.Node::failed);
    assertThat(execution.leaves().get(0).message()).contains("another one stands beside it");
  }
}
