package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContradictionsTest {

  private static final List<String> ARMS = List.of("a", "b", "c");

  @ParameterizedTest
  @CsvSource({
    "a at least 10% faster than b, b at least 10% faster than a",
    "a at least 10% faster than b, a at most 5% faster than b",
    "a at least 10% faster than b, a at least 5% slower than b",
    "a at least 10% faster than b, a within 5% of b",
    "a at least 10% faster than b, b within 5% of a",
    "a at least 10% faster than b, b at most 5% slower than every other",
    "a at least 20% faster than b, every scheduler within 10% of the best",
    "a at least 10% faster than b, a takes at most 5% less time than b",
    "a p99 latency at most 5 ms, a at least 6 ms p99 latency",
    "a at least 5x lower latency than b, b at least 5x lower mean latency than a",
    "every scheduler takes at most 5 s, b takes at least 6 s",
    "a reader iops at least 2x more than b, b at least 10% more reader iops than a",
    "a at least 2x faster than b in the first 2 s, b at least 2x faster than a in the first 2 s"
  })
  void findsPairsThatCannotBothHold(String first, String second) {
    assertThat(find(first, second)).hasSize(1);
    assertThat(find(second, first))
        .first()
        .asString()
        .contains(Expectation.parse(first).toString())
        .contains(Expectation.parse(second).meaning())
        .endsWith("cannot both hold");
  }

  @ParameterizedTest
  @CsvSource({
    "a at least 10% faster than b, a at most 20% faster than b",
    "a at least 10% faster than b, a at most 10% faster than b",
    "a at least 10% faster than b, a at least 10% faster than b",
    "a at least 10% faster than b, a at most 5% slower than b",
    "a at least 10% faster than b, b at least 10% faster than c",
    "a at least 10% faster than b, b at most 10% slower than a",
    "a at least 10% more read iops than b, b at least 10% more write iops than a",
    "a at least 10% more reader iops than b, b at least 10% more iops than a",
    "a at least 2x faster than b in the first 2 s, b at least 2x faster than a after 2 s",
    "a within 5% of b, a within 3% of b",
    "a at least 10% faster than b, b at least 10% faster than baseline",
    "a at least 10% faster than x, x at least 10% faster than a"
  })
  void leavesAloneWhatCanHold(String first, String second) {
    assertThat(find(first, second)).isEmpty();
  }

  @Test
  void findsLargerGroupsWhereEveryPairCanHold() {
    assertThat(
            find(
                "a at least 10% faster than b",
                "a within 50% of c",
                "b at least 10% faster than c",
                "c at least 10% faster than a"))
        .singleElement()
        .asString()
        .contains("a at least 10% faster than b")
        .contains("b at least 10% faster than c")
        .contains("c at least 10% faster than a")
        .doesNotContain("within")
        .endsWith("cannot all hold");
    assertThat(
            find(
                "a at most 1 ms latency",
                "b at least 5 ms latency",
                "a at least 2x higher latency than b"))
        .hasSize(1);
  }

  @Test
  void saysItInOneSentence() {
    assertThat(find("a at least 10% faster than b", "a takes at most 5% less time than b"))
        .containsExactly(
            "\"a at least 10% faster than b\" (speed(a) / speed(b) ≥ 1.10) and \"a takes at most 5%"
                + " less time than b\" (time(a) / time(b) ≥ 0.95 (speed ratio ≤ 1.053)) cannot both"
                + " hold");
  }

  private static List<String> find(String... sentences) {
    return Contradictions.find(Stream.of(sentences).map(Expectation::parse).toList(), ARMS);
  }
}
