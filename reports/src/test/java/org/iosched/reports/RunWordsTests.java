package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Metric;
import org.iosched.dsl.SamplingCheck;
import org.iosched.dsl.SamplingPlan;
import org.iosched.dsl.Verdict;
import org.junit.jupiter.api.Test;

class RunWordsTests {

  private static final RunReport REPORT = SlicedRun.report();

  @Test
  void saysHowEachBenchmarkWasSampledAndWhy() {
    assertThat(SamplingWords.lines(REPORT.benchmarks()))
        .containsExactly(
            "Sampled: SsdBenchmarks.randomReadDepth32 in SLICES of 0.2 s, the first 0.02 s of each"
                + " discarded: every scheduler is stationary after 0.02 s.",
            "Sampled: DesktopBenchmarks.readsUnderAWriter in RUNS: bfq changes after 2.5 s.");
    assertThat(SamplingWords.lines(SampleRun.report().benchmarks()))
        .as("runs without a reason are what everybody expects")
        .isEmpty();
  }

  @Test
  void benchmarksThatWereSampledAlikeShareALine() {
    BenchmarkResult slices = REPORT.benchmarks().get(0);

    assertThat(SamplingWords.lines(List.of(slices, renamed(slices, "SsdBenchmarks.other [at 4k]"))))
        .singleElement()
        .asString()
        .startsWith("Sampled: randomReadDepth32, other [at 4k] in SLICES of 0.2 s, ");
  }

  @Test
  void saysHowTheControlsCameOut() {
    assertThat(ControlWords.line(REPORT.benchmarks()))
        .contains(
            "A/A control: passed in 1 of 2 benchmarks; failed in DesktopBenchmarks.readsUnderAWriter"
                + " (ratio 1.031, 99% interval [1.012, 1.050], 6 rounds), whose verdicts decide"
                + " nothing.");
    assertThat(ControlWords.line(REPORT.benchmarks().subList(0, 1)))
        .contains("A/A control: passed in 1 of 1 benchmark.");
    assertThat(ControlWords.line(SampleRun.report().benchmarks())).isEmpty();
    assertThat(
            ControlWords.of(
                controlled(
                    REPORT.benchmarks().get(0),
                    Verdict.undecided("none equals itself (control)", 4, "too few rounds"))))
        .contains("undecided (no estimate, 4 rounds)");
  }

  @Test
  void saysHowManyVerdictsMayBeWrong() {
    assertThat(ErrorWords.of(REPORT))
        .isEqualTo("2 decided; at 95% confidence each, about 0.2 wrong verdicts may be among them");
    assertThat(ErrorWords.of(SampleRun.report()))
        .isEqualTo(
            "7 decided; at 95% confidence each, about 0.45 wrong verdicts may be among them");
    assertThat(ErrorWords.of(SlicedRun.familywise()))
        .isEqualTo("2 decided; the chance that any of them is wrong is at most 5%");
    assertThat(ErrorWords.of(SampleRun.deciding("none at least 5% faster than bfq")))
        .isEqualTo("decided at 95% confidence");
    assertThat(ErrorWords.of(ExtremeRun.empty())).isEmpty();
  }

  @Test
  void namesWhatDisturbedAndWho() {
    assertThat(DisturbanceWords.of(REPORT.benchmarks()))
        .contains(
            "3 of 47 rounds were disturbed and left out: foreign-io in 2 (cp (process 4711) wrote 38"
                + " MB to the device meanwhile); steal in 1 (The hypervisor took 12% of the"
                + " processors)");
    assertThat(DisturbanceWords.of(ExtremeRun.empty().benchmarks())).isEmpty();
  }

  @Test
  void saysWhetherSlicesAndRunsAgree() {
    SamplingCheck agreeing =
        check(interval(1.08, 1.06, 1.10), interval(1.07, 1.01, 1.13), interval(1.01, 0.95, 1.07));

    assertThat(CheckWords.of(agreeing))
        .isEqualTo(
            "slices none/bfq 1.08 (1.06 to 1.10) in 40 s; runs 1.07 (1.01 to 1.13) in 3m00s;"
                + " slices/runs 1.01 (0.950 to 1.07): agree");
    assertThat(CheckWords.line(agreeing, "randomRead"))
        .startsWith("Sampling check of randomRead at 95%: slices none/bfq");
    assertThat(
            CheckWords.of(
                check(interval(1.3, 1.2, 1.4), interval(1.0, 0.9, 1.1), interval(1.3, 1.15, 1.47))))
        .endsWith(": differ");
    SamplingCheck.Interval open =
        new SamplingCheck.Interval(Double.NaN, 0, Double.POSITIVE_INFINITY, 0);
    assertThat(CheckWords.of(check(interval(1.3, 1.2, 1.4), open, open)))
        .endsWith("runs – in 3m00s; slices/runs –: too few rounds to tell");
  }

  @Test
  void findsTheMomentsThatAWarningNames() {
    assertThat(RegimeWords.of(REPORT.benchmarks().get(1))).hasSize(1);
    assertThat(RegimeWords.moments("iops of bfq fell after 2.5 s of each run, in 6 of 6 runs"))
        .containsExactly(2.5);
    assertThat(RegimeWords.moments("rose after 500 ms and fell after 1m30s"))
        .containsExactly(0.5, 90.0);
    assertThat(RegimeWords.moments("the effect itself changed")).isEmpty();
  }

  @Test
  void looksEndWithTheirCleanRounds() {
    BenchmarkResult slices = REPORT.benchmarks().get(0);

    // Round 19 was disturbed, so that the second look has one more.
    assertThat(Look.of(slices).stream().map(Look::words))
        .containsExactly(
            "look 1: rounds 1 to 10", "look 2: rounds 11 to 21", "look 3: rounds 22 to 40");
    assertThat(Look.csv(slices, Metric.BANDWIDTH).lines().toList())
        .hasSize(4)
        .first()
        .asString()
        .startsWith("look,first round,last round,none: median bandwidth [B/s],mq-deadline: ");
  }

  private static SamplingCheck check(
      SamplingCheck.Interval slices,
      SamplingCheck.Interval runs,
      SamplingCheck.Interval difference) {
    return new SamplingCheck(
        "S.randomRead", Metric.SPEED, "none", "bfq", slices, runs, difference, 0.95, 40, 180);
  }

  private static SamplingCheck.Interval interval(double estimate, double low, double high) {
    return new SamplingCheck.Interval(estimate, low, high, 12);
  }

  private static BenchmarkResult renamed(BenchmarkResult of, String name) {
    return new BenchmarkResult(
        name,
        of.workload(),
        of.continuous(),
        of.arms(),
        of.plan(),
        of.samples(),
        of.verdicts(),
        of.sampling(),
        of.control());
  }

  private static BenchmarkResult controlled(BenchmarkResult of, Verdict control) {
    return new BenchmarkResult(
        of.name(),
        of.workload(),
        of.continuous(),
        of.arms(),
        of.plan(),
        of.samples(),
        of.verdicts(),
        new SamplingPlan.Runs(""),
        Optional.of(control));
  }
}
