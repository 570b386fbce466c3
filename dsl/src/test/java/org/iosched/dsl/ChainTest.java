package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.iosched.dsl.IoschedAssertions.atLeast;
import static org.iosched.dsl.IoschedAssertions.atMost;
import static org.iosched.dsl.IoschedAssertions.baseline;
import static org.iosched.dsl.IoschedAssertions.everyOther;
import static org.iosched.dsl.IoschedAssertions.other;
import static org.iosched.dsl.IoschedAssertions.percent;
import static org.iosched.dsl.IoschedAssertions.than;
import static org.iosched.dsl.IoschedAssertions.theBest;
import static org.iosched.dsl.IoschedAssertions.times;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The chain builds what the sentence reads as, for every row of docs/language.md. */
class ChainTest {

  private static Arguments row(String sentence, Consumer<ResultsAssert> chain) {
    return Arguments.of(sentence, chain);
  }

  static Stream<Arguments> rows() {
    return Stream.of(
        row(
            "noop at least 10% faster than cfq",
            a -> a.scheduler("noop").isFasterThan("cfq", atLeast(percent(10)))),
        row(
            "noop at least 2x faster than cfq",
            a -> a.scheduler("noop").isFasterThan("cfq", atLeast(times(2)))),
        row(
            "bfq at least 2x faster reader speed than none",
            a -> a.scheduler("bfq").isFasterThan("reader speed", than("none"), atLeast(times(2)))),
        row(
            "noop takes at least 10% less time than cfq",
            a -> a.scheduler("noop").takesLessTimeThan("cfq", atLeast(percent(10)))),
        row(
            "noop takes at most 10% more time than cfq",
            a -> a.scheduler("noop").takesMoreTimeThan("cfq", atMost(percent(10)))),
        row(
            "noop at most 5% slower than cfq",
            a -> a.scheduler("noop").isSlowerThan("cfq", atMost(percent(5)))),
        row("noop within 5% of cfq", a -> a.scheduler("noop").isWithin(percent(5), "cfq")),
        row(
            "bfq within 5% of the p99 read latency of none",
            a -> a.scheduler("bfq").isWithin(percent(5), "p99 read latency", other("none"))),
        row(
            "bfq p99 read latency at least 5x lower than none",
            a -> a.scheduler("bfq").hasLower("p99 read latency", than("none"), atLeast(times(5)))),
        row(
            "bfq at least 80% lower p99 read latency than none",
            a ->
                a.scheduler("bfq")
                    .hasLower("p99 read latency", than("none"), atLeast(percent(80)))),
        row(
            "none at least 10% more write bandwidth than bfq",
            a -> a.scheduler("none").hasMore("write bandwidth", than("bfq"), atLeast(percent(10)))),
        row(
            "none at most 5% slower than every other",
            a -> a.scheduler("none").isSlowerThan(everyOther(), atMost(percent(5)))),
        row(
            "every scheduler within 10% of the best",
            a -> a.everyScheduler().isWithin(percent(10), theBest())),
        row(
            "bfq p99 read latency at most 5 ms",
            a -> a.scheduler("bfq").has("p99 read latency", atMost("5 ms"))),
        row(
            "none at least 50k read iops",
            a -> a.scheduler("none").has("read iops", atLeast("50k"))),
        row("noop takes at most 3m30s", a -> a.scheduler("noop").takes(atMost("3m30s"))),
        row(
            "bfq at least 5x more reader iops than none in the first 2 s",
            a ->
                a.scheduler("bfq")
                    .inTheFirst(Duration.ofSeconds(2))
                    .hasMore("reader iops", than("none"), atLeast(times(5)))),
        row(
            "noop at most 5% slower than cfq after 5 s",
            a ->
                a.scheduler("noop")
                    .after(Duration.ofSeconds(5))
                    .isSlowerThan("cfq", atMost(percent(5)))),
        row(
            "every scheduler at most 5% slower than baseline",
            a -> a.everyScheduler().isSlowerThan(baseline(), atMost(percent(5)))),
        // beyond the page's table: the other spellings
        row(
            "noop takes at most 3m30s",
            a -> a.scheduler("noop").takes(atMost(Duration.ofSeconds(210)))),
        row(
            "bfq at most 5 ms p99 latency",
            a -> a.scheduler("bfq").has("p99 latency", atMost(Duration.ofMillis(5)))),
        row(
            "bfq at least 2 s cpu",
            a -> a.scheduler("bfq").has("cpu", atLeast(Duration.ofSeconds(2)))),
        row(
            "noop at least 10% faster than every other",
            a -> a.scheduler("noop").isFasterThan(everyOther(), atLeast(percent(10)))),
        row(
            "noop takes at least 10% less time than every other",
            a -> a.scheduler("noop").takesLessTimeThan(everyOther(), atLeast(percent(10)))),
        row(
            "noop takes at most 10% more time than the best",
            a -> a.scheduler("noop").takesMoreTimeThan(theBest(), atMost(percent(10)))),
        row(
            "bfq at most 12.5% higher latency than none",
            a -> a.scheduler("bfq").hasHigher("latency", than("none"), atMost(percent(12.5)))),
        row(
            "bfq at most 5% fewer iops than every other",
            a -> a.scheduler("bfq").hasFewer("iops", than(everyOther()), atMost(percent(5)))),
        row(
            "bfq at least 5% less cpu than none",
            a -> a.scheduler("bfq").hasLess("cpu", than("none"), atLeast(percent(5)))),
        row(
            "bfq at most 2x slower write speed than none",
            a -> a.scheduler("bfq").isSlowerThan("write speed", than("none"), atMost(times(2)))),
        row(
            "bfq within 10% of the time of the best",
            a -> a.scheduler("bfq").isWithin(percent(10), "time", theBest())));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void buildsTheSameExpectationAsTheSentence(String sentence, Consumer<ResultsAssert> chain) {
    List<Expectation> built = new ArrayList<>();
    Results results = Samples.results(Samples.benchmark("T.unpack", "body"));

    chain.accept(
        new ResultsAssert(
            results,
            (benchmark, expectation) -> {
              built.add(expectation);
              return Samples.verdict(expectation, Outcome.MET, "fine");
            }));

    Expectation read = Expectation.parse(sentence);
    assertThat(built).containsExactly(read);
    assertThat(built.get(0)).hasToString(read.toString());
  }

  @Test
  void theBuilderBuildsWithoutAsserting() {
    assertThat(
            ExpectationBuilder.scheduler("bfq")
                .inTheFirst(Duration.ofSeconds(2))
                .hasMore("reader iops", than("none"), atLeast(times(5))))
        .isEqualTo(
            Expectation.parse("bfq at least 5x more reader iops than none in the first 2 s"));
    assertThat(ExpectationBuilder.everyScheduler().isWithin(percent(10), theBest()))
        .hasToString("every scheduler within 10% of the best");
  }
}
