package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.LookPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadWordsTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          method body                                                 | ''
          [r]/rw=randread/bs=4k/iodepth=32/direct=1/runtime=600ms     | randread 4k, depth 32
          [m]/rw=randrw/rwmixread=70/bs=4k/iodepth=16/numjobs=4       | randrw 70% read 4k, depth 16, 4 jobs
          [reader]/rw=randread/bs=4k/[writer]/readwrite = write/bs=1m | reader: randread 4k; writer: write 1m
          [global]/bs=8k/[a]/rw=read/[b]/rw=write/bs=1m               | a: read 8k; b: write 1m
          tar -xf/tree.tar                                            | tar -xf tree.tar
          [odd]/bs=4k                                                 | [odd] bs=4k
          """)
  void saysWhatRunsInAFewWords(String workload, String words) {
    BenchmarkResult benchmark =
        new BenchmarkResult(
            "B.m",
            workload.replace('/', '\n'),
            true,
            List.of(),
            new LookPlan(List.of(6), 0.05, 0.95),
            List.of(),
            List.of());

    assertThat(WorkloadWords.of(benchmark)).isEqualTo(words);
  }
}
