package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchmarkNameTests {

  @ParameterizedTest
  @CsvSource({
    "SsdBenchmarks.read, SsdBenchmarks, read, ''",
    "Outer.Inner.read [0.5 jobs], Outer.Inner, read, [0.5 jobs]",
    "read, '', read, ''",
  })
  void isReadInItsParts(String name, String testClass, String method, String alternative) {
    assertThat(BenchmarkName.of(name)).isEqualTo(new BenchmarkName(testClass, method, alternative));
  }

  @ParameterizedTest
  @CsvSource({"A.read, A, read", "A.read, B, A.read", "A.read, '', A.read", "read, A, read"})
  void dropsTheClassThatTheHeadingNames(String name, String commonClass, String shown) {
    assertThat(BenchmarkName.of(name).within(commonClass)).isEqualTo(shown);
  }
}
