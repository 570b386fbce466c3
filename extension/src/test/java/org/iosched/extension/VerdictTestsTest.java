package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.iosched.dsl.IoschedAssertions.assertThat;
import static org.iosched.dsl.IoschedAssertions.atLeast;
import static org.iosched.dsl.IoschedAssertions.percent;
import static org.iosched.dsl.IoschedAssertions.times;

import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.iosched.dsl.Results;
import org.iosched.dsl.ResultsAssert;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Verdict tests: their order, and what becomes of an assertion that stays open. */
final class VerdictTestsTest {

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Verdicts {
    @VerdictTest
    void aMet(Results results) {
      assertThat(results)
          .benchmark("sleeps")
          .scheduler("none")
          .isFasterThan("bfq", atLeast(times(2)));
    }

    @VerdictTest
    void bRefuted(Results results) {
      assertThat(results)
          .benchmark("sleeps")
          .scheduler("bfq")
          .isFasterThan("none", atLeast(percent(5)));
    }

    @VerdictTest
    void cOpen(Results results) {
      assertThat(results)
          .benchmark("few")
          .scheduler("none")
          .isFasterThan("bfq", atLeast(percent(5)));
    }

    @VerdictTest
    void dSoft(Results results) {
      SoftAssertions softly = new SoftAssertions();
      softly
          .proxy(ResultsAssert.class, Results.class, results)
          .benchmark("few")
          .scheduler("none")
          .isFasterThan("bfq", atLeast(percent(5)));
      softly
          .proxy(ResultsAssert.class, Results.class, results)
          .benchmark("sleeps")
          .scheduler("bfq")
          .isFasterThan("none", atLeast(percent(5)));
      softly.assertAll();
    }

    @VerdictTest
    void eUnknown(Results results) {
      assertThat(results)
          .benchmark("slept")
          .scheduler("none")
          .isFasterThan("bfq", atLeast(times(2)));
    }

    @VerdictTest
    void fSoftUnknown(Results results) {
      SoftAssertions softly = new SoftAssertions();
      softly.check(
          () ->
              assertThat(results)
                  .benchmark("slept")
                  .scheduler("none")
                  .isFasterThan("bfq", atLeast(times(2))));
      softly.assertAll();
    }

    @BenchmarkTest(rounds = 6)
    void sleeps(Scheduler scheduler) throws InterruptedException {
      LifecycleTest.work(scheduler);
    }

    @BenchmarkTest(rounds = 2)
    void few(Scheduler scheduler) throws InterruptedException {
      LifecycleTest.work(scheduler);
    }
  }

  @Test
  void verdictsRunLastAndSaySoWhenTheyStayOpen() {
    Execution execution = Execution.of(Verdicts.class);

    assertThat(execution.leaves().subList(0, 16)).allMatch(leaf -> leaf.name().startsWith("round"));
    assertThat(verdict(execution, "aMet").passed()).isTrue();
    assertThat(verdict(execution, "bRefuted").failed()).isTrue();
    assertThat(verdict(execution, "cOpen").aborted()).isTrue();
    assertThat(verdict(execution, "dSoft").failed()).isTrue();
    assertThat(verdict(execution, "dSoft").message())
        .as("what was open and what was refuted")
        .contains("few", "sleeps");
    assertThat(verdict(execution, "eUnknown").failed()).isTrue();
    assertThat(verdict(execution, "eUnknown").message()).contains("slept", "sleeps");
    assertThat(verdict(execution, "fSoftUnknown").failed()).isTrue();
  }

  @Test
  void anOpenVerdictFailsUnderStrict() {
    Execution execution =
        Execution.of(
            Map.of("iosched.strict", "true"), DiscoverySelectors.selectClass(Verdicts.class));

    assertThat(verdict(execution, "cOpen").failed()).isTrue();
  }

  @Test
  void aVerdictWhoseBenchmarkWasNotSelectedIsSkipped() {
    Execution execution =
        Execution.of(
            Map.of(),
            DiscoverySelectors.selectMethod(Verdicts.class, "aMet", Results.class),
            DiscoverySelectors.selectMethod(Verdicts.class, "few", Scheduler.class));

    assertThat(verdict(execution, "aMet").aborted()).isTrue();
    assertThat(verdict(execution, "aMet").message()).contains("sleeps was not measured");
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class UsersOrder {
    @VerdictTest
    @Order(1)
    void early(Results results) {
      assertThat(results)
          .benchmark("sleeps")
          .scheduler("none")
          .isFasterThan("bfq", atLeast(times(2)));
    }

    @BenchmarkTest(rounds = 6)
    @Order(2)
    void sleeps(Scheduler scheduler) throws InterruptedException {
      LifecycleTest.work(scheduler);
    }
  }

  @Test
  void aUsersOrderThatRunsAVerdictFirstIsNamed() {
    Execution execution = Execution.of(UsersOrder.class);

    assertThat(verdict(execution, "early").failed()).isTrue();
    assertThat(verdict(execution, "early").message())
        .contains("OrderAnnotation", "sleeps had not been measured");
  }

  @FakeMachine
  @Schedulers({"none", "bfq"})
  static class Outer {
    @BenchmarkTest(rounds = 6)
    void sleeps(Scheduler scheduler) throws InterruptedException {
      LifecycleTest.work(scheduler);
    }

    @Nested
    class Inner {
      @VerdictTest
      void seesTheClassAround(Results results) {
        assertThat(results)
            .benchmark("sleeps")
            .scheduler("none")
            .isFasterThan("bfq", atLeast(times(2)));
      }
    }
  }

  @Test
  void aNestedVerdictSeesTheResultsOfTheClassAround() {
    Execution execution = Execution.of(Outer.class);

    assertThat(verdict(execution, "seesTheClassAround").passed()).isTrue();
  }

  private static Execution.Node verdict(Execution execution, String method) {
    return execution.leaves().stream()
        .filter(leaf -> leaf.name().startsWith(method))
        .findFirst()
        .orElseThrow();
  }
}
