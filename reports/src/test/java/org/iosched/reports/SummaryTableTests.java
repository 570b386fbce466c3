package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SummaryTableTests {

  static Stream<RunReport> runs() {
    return Stream.of(SampleRun.report(), ExtremeRun.report(), ExtremeRun.empty());
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
    ----------------------------------------------------------------------------------------------
    SsdBenchmarks.randomRead        12.8k io/s      12.6k io/s      12.5k io/s      11.5k io/s
      [randomRead] rw=randread bs…  [12.6k, 12.9k]  [12.5k, 12.7k]  [12.4k, 12.7k]  [11.4k, 11.6k]
      p99 read latency              161 µs          170 µs          165 µs          185 µs
                                    [156, 165]      [165, 171]      [156, 170]      [176, 194]
    SsdBenchmarks.sequentialWrite   486 MB/s        477 MB/s        477 MB/s        420 MB/s
      [sequentialWrite] rw=write …  [470, 523]      [436, 522]      [422, 519]      [396, 457]
    """)
        .contains(
            """
                            noop          cfq              eager                 kyber
                            (none)        (bfq stands in)  (mq-deadline[fifo_b…
    """);
  }

  @Test
  void saysWhatWasDecidedAndOnWhichEvidence() {
    assertThat(SummaryTable.render(SampleRun.report()))
        .contains("9 expectations: 5 met, 2 not met, 2 inconclusive.")
        .contains(
            """
      MET           noop at least 10% faster than cfq
                    ratio 1.139, 98% interval [1.121, 1.157], 9 rounds
    """)
        .contains(
            """
      INCONCLUSIVE  none within 2% of mq-deadline
                    ratio 1.008, 98% interval [0.957, 1.062], 12 rounds
                    none was 1.008 times as fast as mq-deadline; about 46 more rounds would tell.
                    ! A few rounds differ far more than the others.
    """)
        .contains(
            """
      NOT MET       bfq at least 5x more reader read iops than none
    """);
  }

  @Test
  void saysWhatDidNotRunAndWhatItCost() {
    assertThat(SummaryTable.render(SampleRun.report()))
        .contains("Failed: FileTreeBenchmarks.copy under kyber: cp: cannot create")
        .contains("Not run: DatabaseBenchmarks.commits: PostgreSQL")
        .contains("Note: An earlier run had ended without restoring nvme0n1")
        .contains("Device: device /dev/nvme0n1, model ACME")
        .contains("Conditions: kernel 6.1.0-28-amd64,")
        .contains("Decided: 7 of 9 expectations, in 20m04s. Deciding early saved 5m12s")
        .contains("harness took 309 ms (median)")
        .contains("mvn test -Dsuite=ssd -Dseed=" + SampleRun.SEED);
  }
}
