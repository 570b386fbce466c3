package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Sample;
import org.junit.jupiter.api.Test;

class DecidingSamplesTests {

  @Test
  void aContaminatedRoundIsLeftOutAsAWholeAndItsRepetitionIsNot() {
    BenchmarkResult benchmark = SampleRun.report().benchmarks().get(0);
    assertThat(benchmark.samples()).hasSize(50).filteredOn(Sample::contaminated).hasSize(1);

    List<Sample> deciding = DecidingSamples.of(benchmark);

    assertThat(deciding).hasSize(48).noneMatch(Sample::contaminated);
    assertThat(deciding).filteredOn(sample -> sample.round() == 5).hasSize(4);
  }
}
