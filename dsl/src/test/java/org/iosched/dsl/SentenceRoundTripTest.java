package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences and models over many random ones; the seeds are fixed. */
class SentenceRoundTripTest {

  private static final int MODELS = 5_000;
  private static final int MUTATIONS = 20_000;

  private static final List<String> ARMS =
      List.of("noop", "mq-deadline", "bfq[low_latency=0,slice_idle=0]", "2x_", "v6.1", "eager");
  private static final List<String> JOBS =
      List.of("reader", "4k", "50", "30s", "seq-write", "io", "job.1");
  private static final List<String> BITS =
      List.of(
          "at",
          "least",
          "most",
          "within",
          "of",
          "than",
          "takes",
          "in",
          "the",
          "first",
          "after",
          "every",
          "scheduler",
          "other",
          "best",
          "baseline",
          "faster",
          "less",
          "lower",
          "10%",
          "5x",
          "5",
          "ms",
          "3m30s",
          "50k",
          "MB/s",
          "per",
          "io",
          "read",
          "p99",
          "latency",
          "iops",
          "time",
          "cpu",
          "speed",
          "reader",
          "noop",
          "-1",
          "1e9",
          "99999999999999999999",
          "µ",
          "[",
          "]",
          "=",
          "%",
          "x",
          "\t",
          "\n",
          "\u00a0",
          "\ud83d\ude00",
          "é");

  @Test
  void everyModelReadsBackFromItsSentence() {
    Random random = new Random(1);
    int made = 0;
    while (made < MODELS) {
      Optional<Expectation> model = model(random);
      if (model.isPresent()) {
        String sentence = model.get().toString();
        check(Expectation.parse(sentence).equals(model.get()), sentence);
        check(Expectation.parse(sentence).toString().equals(sentence), sentence);
        check(!model.get().meaning().isBlank(), sentence);
        made++;
      }
    }
  }

  @Test
  void everyMutatedSentenceReadsOrSaysWhere() {
    Random random = new Random(2);
    int refused = 0;
    int read = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      String sentence = mutated(random, sentence(random));
      try {
        Expectation expectation = Expectation.parse(sentence);
        check(Expectation.parse(expectation.toString()).equals(expectation), sentence);
        read++;
      } catch (SentenceException e) {
        check(e.column() >= 1 && e.column() <= sentence.length() + 1, sentence);
        check(sentence.startsWith(e.word(), e.column() - 1), sentence);
        check(String.valueOf(e.getMessage()).contains("column " + e.column()), sentence);
        refused++;
      } catch (RuntimeException e) {
        fail("\"" + sentence + "\" ended in " + e, e);
      }
    }
    assertThat(refused).isGreaterThan(MUTATIONS / 10);
    assertThat(read).isGreaterThan(MUTATIONS / 100);
  }

  @Test
  void everyMutatedArmReadsOrSaysWhere() {
    Random random = new Random(3);
    for (int i = 0; i < MUTATIONS; i++) {
      String text = mutated(random, "eager = deadline[fifo_batch=1,front_merges=0]");
      try {
        Arm arm = Arms.parse(text);
        Arm again = Arms.parse("again = " + arm.requested());
        check(again.tunables().equals(arm.tunables()), text);
      } catch (ArmException e) {
        check(e.column() >= 1 && e.column() <= text.length() + 1, text);
      } catch (RuntimeException e) {
        fail("\"" + text + "\" ended in " + e, e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "bfq p99 read latency at least 5x lower than none,"
        + " bfq at least 5x lower p99 read latency than none",
    "bfq read p99 latency at least 5 times lower than none,"
        + " bfq at least 5x lower p99 read latency than none",
    "bfq median latency at most 10.50 percent higher than none,"
        + " bfq at most 10.5% higher p50 latency than none",
    "bfq p99 read response at most 5 ms, bfq at most 5 ms p99 read response",
    "bfq response at least 2x lower than none, bfq at least 2x lower mean response than none",
    "bfq reader median response at least 2x lower than none,"
        + " bfq at least 2x lower reader p50 response than none",
    "bfq maximum response within 5% of none, bfq within 5% of the max response of none",
    "bfq latency at least 2x less than none, bfq at least 2x lower mean latency than none",
    "none at least 10% higher iops than bfq, none at least 10% more iops than bfq",
    "none at least 10% lower iops than bfq, none at least 10% fewer iops than bfq",
    "none at least 10% lower bandwidth than bfq, none at least 10% less bandwidth than bfq",
    "noop time at least 10% lower than cfq, noop takes at least 10% less time than cfq",
    "noop at least 10% less time than cfq, noop takes at least 10% less time than cfq",
    "noop reader time at most 5 s, noop takes at most 5 s reader time",
    "noop time within 5% of cfq, noop within 5% of the time of cfq",
    "noop within 5% of time of cfq, noop within 5% of the time of cfq",
    "noop speed at least 10% faster than cfq, noop at least 10% faster than cfq",
    "noop takes at most 210 s, noop takes at most 3m30s",
    "bfq p99 latency at most 5000us, bfq at most 5 ms p99 latency",
    "bfq p99 latency at most 5 ms, bfq at most 5 ms p99 latency",
    "none iops at least 50000, none at least 50k iops",
    "none at least 1048576 B/s bandwidth, none at least 1 MiB/s bandwidth",
    "none bandwidth at least 200000KB/s, none at least 200 MB/s bandwidth",
    "NOOP At Least 10% Faster Than cfq, NOOP at least 10% faster than cfq",
    "noop at most 5% slower than every other scheduler, noop at most 5% slower than every other",
    "noop at most 5% slower than the baseline, noop at most 5% slower than baseline"
  })
  void writesOneCanonicalSentence(String sentence, String canonical) {
    assertThat(Expectation.parse(sentence)).hasToString(canonical);
    assertThat(Expectation.parse(canonical)).isEqualTo(Expectation.parse(sentence));
  }

  /** Returns a random expectation, or nothing where the parts make no claim. */
  private static Optional<Expectation> model(Random random) {
    Subject subject =
        random.nextInt(4) == 0
            ? new Subject.EveryScheduler()
            : new Subject.Named(any(random, ARMS));
    Metric metric =
        random.nextBoolean()
            ? Metric.SPEED
            : new Metric(
                random.nextBoolean() ? Optional.empty() : Optional.of(any(random, JOBS)),
                any(random, List.of(Side.values())),
                any(random, List.of(Quantity.values())));
    Phase phase =
        switch (random.nextInt(4)) {
          case 0 -> new Phase.InTheFirst(phaseLength(random));
          case 1 -> new Phase.After(phaseLength(random));
          default -> new Phase.WholeRun();
        };
    Claim.Sense sense = any(random, List.of(Claim.Sense.values()));
    return switch (random.nextInt(3)) {
      case 0 ->
          sound(
              () ->
                  new Expectation(
                      subject,
                      new Relation.Limited(sense),
                      metric,
                      new Reference.Bound(
                          new Amount(decimal(random), any(random, List.of(Unit.values())))),
                      phase));
      case 1 ->
          sound(
              () ->
                  new Expectation(
                      subject,
                      new Relation.Within(difference(random)),
                      metric,
                      reference(random),
                      phase));
      default ->
          sound(
              () ->
                  new Expectation(
                      subject,
                      new Relation.Differs(
                          sense, difference(random), any(random, List.of(Direction.values()))),
                      metric,
                      reference(random),
                      phase));
    };
  }

  private static Optional<Expectation> sound(Supplier<Expectation> made) {
    try {
      return Optional.of(made.get());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Reference reference(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> new Reference.EveryOther();
      case 1 -> new Reference.TheBest();
      case 2 -> new Reference.Baseline();
      default -> new Reference.Other(any(random, ARMS));
    };
  }

  private static Difference difference(Random random) {
    return random.nextBoolean()
        ? new Difference.Percent(decimal(random))
        : new Difference.Times(decimal(random).add(BigDecimal.ONE));
  }

  private static BigDecimal decimal(Random random) {
    return BigDecimal.valueOf(1 + random.nextInt(random.nextBoolean() ? 100 : 1_000_000))
        .movePointRight(random.nextInt(7) - 3);
  }

  private static Duration phaseLength(Random random) {
    return random.nextBoolean()
        ? Duration.ofSeconds(1 + random.nextInt(80_000))
        : Duration.ofNanos(1 + random.nextInt(2_000_000_000));
  }

  private static String sentence(Random random) {
    while (true) {
      Optional<Expectation> model = model(random);
      if (model.isPresent()) {
        return model.get().toString();
      }
    }
  }

  private static String mutated(Random random, String sentence) {
    StringBuilder text = new StringBuilder(sentence);
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + random.nextInt(8));
      switch (random.nextInt(5)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, any(random, BITS));
        case 2 -> text.insert(at, " " + any(random, BITS) + " ");
        case 3 -> text.replace(at, end, any(random, BITS));
        default -> text.insert(at, (char) (32 + random.nextInt(95)));
      }
    }
    return text.toString();
  }

  /** AssertJ would take most of the time here. */
  private static void check(boolean holds, String text) {
    if (!holds) {
      fail("does not hold of \"" + text + "\"");
    }
  }

  private static <T> T any(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
