package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Verdicts;
import org.junit.jupiter.api.Test;

/** Words for verdicts as the language decides them, not for made-up ones. */
class VerdictWordsTests {

  private final BenchmarkResult randomRead = SampleRun.report().benchmarks().get(0);
  private final BenchmarkResult sequentialWrite = SampleRun.report().benchmarks().get(1);

  @Test
  void aRatioIsShownAsOne() {
    Verdict verdict = decided(randomRead, "none at least 5% faster than bfq");

    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(VerdictWords.evidence(randomRead, verdict))
        .matches("ratio 1\\.1\\d\\d, 98% interval \\[1\\.\\d{3}, 1\\.\\d{3}], 12 rounds");
    assertThat(Claimed.of(randomRead, verdict).threshold()).hasValue(1.05);
  }

  @Test
  void aBoundIsShownInTheUnitOfItsMetric() {
    Verdict verdict = decided(randomRead, "bfq p99 read latency at most 1 ms");

    assertThat(verdict.outcome()).isEqualTo(Outcome.MET);
    assertThat(VerdictWords.evidence(randomRead, verdict))
        .matches("18\\d µs, 98% interval \\[1\\d\\d, 1\\d\\d], 12 rounds");
    assertThat(Claimed.of(randomRead, verdict).threshold()).hasValue(1e6);
  }

  @Test
  void aClaimAgainstEveryOtherHasOneThreshold() {
    Verdict verdict = decided(randomRead, "none at most 5% slower than every other");

    assertThat(Claimed.of(randomRead, verdict).threshold()).hasValue(1 / 1.05);
    assertThat(RatioChart.draw(randomRead, List.of(verdict)).inline())
        .contains("none at most 5% slower than every other");
  }

  @Test
  void reasonsRepeatNeitherTheOutcomeNorTheSentence() {
    Verdict open = decided(sequentialWrite, "none within 2% of mq-deadline");
    Verdict refuted = decided(randomRead, "kyber at least 10% more read iops than none");

    assertThat(open.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(refuted.outcome()).isEqualTo(Outcome.NOT_MET);
    for (Verdict verdict : List.of(open, refuted)) {
      assertThat(VerdictWords.reasons(verdict))
          .isNotEmpty()
          .noneMatch(line -> line.contains(verdict.expectation()))
          .noneMatch(line -> line.contains(VerdictWords.outcome(verdict.outcome())))
          .noneMatch(line -> line.startsWith("warning ("));
    }
    assertThat(VerdictWords.reasons(open).get(0))
        .startsWith("typical speed ")
        .contains("; at least 0.980 claimed), 12 rounds do not decide it; ");
  }

  @Test
  void aMessageNamesTheOutcomeOnce() {
    Verdict verdict = decided(randomRead, "none at least 5% faster than bfq");

    assertThat(VerdictWords.message(verdict)).isEqualTo(verdict.message()).startsWith("MET: none");
    assertThat(VerdictWords.message(Verdict.undecided("a within 5% of b", 0, "Nothing ran.")))
        .isEqualTo("INCONCLUSIVE: Nothing ran.");
  }

  @Test
  void aSentenceOfAnotherVersionIsShownBare() {
    Verdict verdict =
        new Verdict("none hums better than bfq", Outcome.MET, 2, 1, 3, 0.95, 9, List.of(), "m");

    assertThat(VerdictWords.evidence(randomRead, verdict))
        .isEqualTo("2.000, 95% interval [1.000, 3.000], 9 rounds");
    assertThat(RatioChart.shows(randomRead, verdict)).isFalse();
  }

  private static Verdict decided(BenchmarkResult benchmark, String sentence) {
    Expectation expectation = Expectation.parse(sentence);
    List<String> arms = benchmark.arms().stream().map(Arm::name).toList();
    return Verdicts.decide(
        expectation.toString(),
        "",
        expectation.phase(),
        expectation.claims(arms),
        benchmark.samples(),
        benchmark.plan());
  }
}
