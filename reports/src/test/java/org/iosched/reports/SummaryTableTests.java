package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Warning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SummaryTableTests {

  static Stream<RunReport> runs() {
    return Stream.of(
        SampleRun.report(), SlicedRun.report(), ExtremeRun.report(), ExtremeRun.empty());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void fitsIntoAMail(RunReport report) {
    assertThat(SummaryTable.render(report).lines())
        .isNotEmpty()
        .allSatisfy(
            line -> {
              assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(100);
              assertThat(line).doesNotEndWith(" ").doesNotContain("\t", "\u0001");
            });
  }

  @Test
  void showsSchedulersByBenchmarks() {
    assertThat(SummaryTable.render(SampleRun.report()))
        .contains(
            """
                                   none            mq-deadline     kyber           bfq
    ---------------------------------------------------------------------------------------------
    SsdBenchmarks.randomRead       12.8k io/s      12.6k io/s      12.5k io/s      11.5k io/s
      randread 4k, depth 1         [12.6k, 12.9k]  [12.5k, 12.7k]  [12.4k, 12.7k]  [11.4k, 11.6k]
      p99 read latency             161 µs          170 µs          165 µs          185 µs
                                   [156, 165]      [165, 171]      [156, 170]      [176, 194]
    SsdBenchmarks.sequentialWrite  486 MB/s        477 MB/s        477 MB/s        420 MB/s
      write 1m, depth 1            [470, 523]      [436, 522]      [422, 519]      [396, 457]
    """)
        .contains(
            """
                            noop          cfq              eager                 kyber
                            (none)        (bfq stands in)  (mq-deadline[fifo_b…
    -----------------------------------------------------------------------------------------
    SourceTreeTests.unpack  36.6 s        41.5 s           38.1 s                36.8 s
                            [36.0, 37.0]  [41.3, 42.0]     [37.7, 38.5]          [36.6, 37.1]
    """);
  }

  @Test
  void takesOneLineForADecisionAndOneMoreForWhatIsOpenOrRefuted() {
    assertThat(
            SummaryTable.render(
                SampleRun.deciding(
                    "none at least 5% faster than bfq",
                    "kyber at most 5% slower than every other",
                    "bfq p99 read latency at most 1 ms",
                    "bfq at least 2% more read iops than none",
                    "none within 1% of mq-deadline")))
        .contains("5 expectations: 3 met, 1 not met, 1 inconclusive. Of several pairs the decisive")
        .containsPattern(
            """
            none at least 5% faster than bfq \\(claimed: typical speed ratio at least 1\\.05\\):
            MET           randomRead  none/bfq 1\\.1\\d \\(98% interval 1\\.\\d+ to 1\\.\\d+\\), 12 rounds
                          ! round 5 was disturbed and left out of the decision

            """)
        .containsPattern(
            """
            bfq at most 1 ms p99 read latency:
            MET           randomRead  bfq 18\\d µs \\(98% interval \\d+ µs to \\d+ µs\\), 12 rounds
            """)
        .containsPattern(
            """
            NOT MET       randomRead  bfq/none 0\\.\\d+ \\(98% interval .* to .*\\), 12 rounds
                          median read iops of 12 rounds: bfq 11\\.5k io/s, none 12\\.8k io/s
            """)
        .containsPattern(
            """
            INCONCLUSIVE  randomRead  .+/.+ \\(98% interval .* to .*\\)
                          12 rounds do not decide it; .* would
            """);
  }

  @Test
  void aVerdictInOtherWordsIsShownByItsNumbers() {
    assertThat(SummaryTable.render(SampleRun.report()))
        .contains("9 expectations: 5 met, 2 not met, 2 inconclusive.\n")
        .contains(
            """
    noop at least 10% faster than cfq:
    MET           SourceTreeTests.unpack  ratio 1.139, 98% interval [1.121, 1.157], 9 rounds
    """)
        .contains(
            """
    none within 2% of mq-deadline:
    INCONCLUSIVE  SsdBenchmarks.sequentialWrite  ratio 1.008, 98% interval [0.957, 1.062], 12 rounds
                  none was 1.008 times as fast as mq-deadline; about 46 more rounds would tell.
                  ! A few rounds differ far more than the others.
                  ! The effect itself changed during the run
    """);
  }

  @Test
  void aSuiteOfEightBenchmarksFitsIntoSixtyLines() {
    BenchmarkResult benchmark =
        SampleRun.deciding("kyber at most 5% slower than every other").benchmarks().get(0);
    List<BenchmarkResult> eight =
        IntStream.range(0, 8).mapToObj(i -> named(benchmark, "SsdBenchmarks.read" + i)).toList();

    String summary = SummaryTable.render(SampleRun.of(eight));

    assertThat(summary.lines().count()).isLessThanOrEqualTo(60);
    assertThat(summary)
        .startsWith("iosched 0.1.0, suite ssd (SsdBenchmarks), 2026-01-31 09:15 UTC, seed ")
        .contains("\nread7  ", "  read7  kyber/");
    assertThat(summary.split("SsdBenchmarks", -1)).as("the class is named once").hasSize(2);
  }

  @Test
  void alternativesAreNamedInsteadOfTheirWorkload() {
    BenchmarkResult benchmark = SampleRun.deciding("none within 50% of bfq").benchmarks().get(0);

    assertThat(
            SummaryTable.render(
                SampleRun.of(List.of(named(benchmark, "SsdBenchmarks.read [at depth 1]")))))
        .containsPattern("\nread +12.8k io/s .*\n  \\[at depth 1] +\\[12.6k, 12.9k] ")
        .contains("MET           read [at depth 1]  ")
        .doesNotContain("randread");
  }

  @Test
  void ofManyWarningsTwoAreShown() {
    BenchmarkResult benchmark = SampleRun.deciding("none within 50% of bfq").benchmarks().get(0);
    Verdict calm = benchmark.verdicts().get(0);
    Verdict warned =
        new Verdict(
            calm.expectation(),
            calm.outcome(),
            calm.estimate(),
            calm.low(),
            calm.high(),
            calm.level(),
            calm.rounds(),
            Stream.of("one; do this", "two", "three", "four")
                .map(text -> new Warning("w", text))
                .toList(),
            calm.message());

    assertThat(SummaryTable.render(SampleRun.of(List.of(with(benchmark, List.of(warned))))))
        .contains(
            """
                  ! one
                  ! two
                  ! and 2 more, see report.html
    """)
        .doesNotContain("three");
  }

  @Test
  void withoutASuiteTheClassIsTheHeadingAndTheSeedIsWhatRepeats() {
    RunReport ssd = SampleRun.deciding("none within 50% of bfq");
    RunReport own =
        new RunReport(
            "",
            7,
            ssd.startedAt(),
            ssd.version(),
            ssd.device(),
            ssd.conditions(),
            ssd.benchmarks(),
            ssd.skipped(),
            ssd.failures(),
            ssd.measuring(),
            ssd.savedBudget(),
            ssd.notes());

    assertThat(SummaryTable.render(own))
        .startsWith("iosched 0.1.0, SsdBenchmarks, 2026-01-31 09:15 UTC, seed 7\n")
        .contains("Again in the same order: the same command with -Diosched.seed=7\n")
        .doesNotContain("-Dsuite");
    assertThat(SummaryMarkdown.render(own))
        .startsWith("# SsdBenchmarks, 2026-01-31 09:15 UTC\n")
        .doesNotContain("-Dsuite");
  }

  @Test
  void saysWhatDidNotRunAndWhatItCost() {
    assertThat(SummaryTable.render(SampleRun.report()))
        .contains("Failed: FileTreeBenchmarks.copy under kyber: cp: cannot create")
        .contains("Not run: DatabaseBenchmarks.commits: PostgreSQL")
        .contains("Note: An earlier run had ended without restoring nvme0n1")
        .contains("Device: /dev/nvme0n1, ACME Fast 980 <1TB>, 1 TB.\n")
        .contains("Conditions: 6.1.0-28-amd64, 16 GiB memory, virtualization: none.\n")
        .contains("Measured for 20m04s. Deciding early saved 5m12s")
        .contains("harness took 309 ms (median)")
        .contains("mvn test -Dsuite=ssd -Dseed=" + SampleRun.SEED);
  }

  private static BenchmarkResult named(BenchmarkResult benchmark, String name) {
    return new BenchmarkResult(
        name,
        benchmark.workload(),
        benchmark.continuous(),
        benchmark.arms(),
        benchmark.plan(),
        benchmark.samples(),
        benchmark.verdicts());
  }

  private static BenchmarkResult with(BenchmarkResult benchmark, List<Verdict> verdicts) {
    return new BenchmarkResult(
        benchmark.name(),
        benchmark.workload(),
        benchmark.continuous(),
        benchmark.arms(),
        benchmark.plan(),
        benchmark.samples(),
        verdicts);
  }
}
