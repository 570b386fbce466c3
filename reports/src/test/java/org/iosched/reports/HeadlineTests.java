package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.iosched.dsl.Verdict;
import org.junit.jupiter.api.Test;

/** Headlines as the language words them, so that neither side changes alone. */
class HeadlineTests {

  @Test
  void aRatioNamesMetricAndPair() {
    Headline headline = decided("none at least 5% faster than bfq");

    assertThat(headline.metric()).isEqualTo("speed");
    assertThat(headline.arms()).isEqualTo("none/bfq");
    assertThat(headline.isRatio()).isTrue();
    assertThat(headline.claim()).isEqualTo("at least 1.05");
    assertThat(headline.estimate()).startsWith("1.1");
    assertThat(headline.interval()).matches("98% interval 1\\.\\d\\d to 1\\.\\d\\d");
    assertThat(headline.rest()).isEqualTo("12 rounds");
  }

  @Test
  void aValueNamesMetricAndArm() {
    Headline headline = decided("bfq p99 read latency at most 1 ms");

    assertThat(headline.metric()).isEqualTo("p99 read latency");
    assertThat(headline.arms()).isEqualTo("bfq");
    assertThat(headline.isRatio()).isFalse();
    assertThat(headline.estimate()).endsWith(" µs");
    assertThat(headline.claim()).isEqualTo("at most 1 ms");
  }

  @Test
  void anOpenClaimSaysHowManyRoundsItTakes() {
    assertThat(decided("none within 1% of mq-deadline").rest())
        .startsWith("12 rounds do not decide it; ")
        .endsWith(" would");
  }

  @Test
  void withoutAFigureThereIsNone() {
    assertThat(Headline.of(Verdict.undecided("a within 5% of b", 0, "Nothing ran."))).isEmpty();
    assertThat(Headline.of(Verdict.undecided("s", 0, "INCONCLUSIVE: s: no sample of a"))).isEmpty();
  }

  private static Headline decided(String sentence) {
    return Headline.of(SampleRun.deciding(sentence).benchmarks().get(0).verdicts().get(0))
        .orElseThrow();
  }
}
