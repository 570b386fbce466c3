package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArmSummaryTests {
  @Test
  void twelveValuesAreBoundedByTheThirdFromEitherEnd() {
    Rounds rounds = new Rounds();
    for (int i = 12; i >= 1; i--) {
      rounds.next().time("none", i);
    }
    assertThat(ArmSummary.of(rounds.samples(), "none", Metric.SPEED))
        .contains(new ArmSummary("none", Metric.TIME, Unit.SECONDS, 6.5, 3, 10, 12));
  }

  @Test
  void fiveValuesHaveAMedianButNoInterval() {
    Rounds rounds = new Rounds();
    for (int i = 1; i <= 5; i++) {
      rounds.next().bandwidth("bfq", i * 1e6);
    }
    ArmSummary summary = ArmSummary.of(rounds.samples(), "bfq", Metric.SPEED).orElseThrow();
    assertThat(summary.metric()).isEqualTo(Metric.BANDWIDTH);
    assertThat(summary.median()).isEqualTo(3e6);
    assertThat(summary.low()).isNaN();
    assertThat(summary).hasToString("bfq: 3 MB/s (n = 5)");
  }

  /** The 469th from either end: at most 468 of 1,000 fair coins fall heads in 2.3% of cases. */
  @Test
  void aThousandSlicesAreBoundedByTheSignTest() {
    List<Integer> order = new ArrayList<>(IntStream.rangeClosed(1, 1000).boxed().toList());
    Collections.shuffle(order, new Random(1));
    Rounds rounds = new Rounds();
    for (int i : order) {
      rounds.next().bandwidth("bfq", i * 1e6).bandwidth("none", 1e6);
    }
    ArmSummary summary = ArmSummary.of(rounds.samples(), "bfq", Metric.SPEED).orElseThrow();
    assertThat(summary.n()).isEqualTo(1000);
    assertThat(summary.median()).isEqualTo(500.5e6);
    assertThat(summary.low()).isEqualTo(469e6);
    assertThat(summary.high()).isEqualTo(532e6);
  }

  @Test
  void disturbedRoundsDoNotCount() {
    Rounds rounds = new Rounds();
    rounds.next().time("none", 1).time("bfq", 2);
    rounds
        .next()
        .time("none", 50)
        .add("bfq", Map.of(), List.of(new Mark("steal", "the processor was taken away", true)));
    assertThat(ArmSummary.of(rounds.samples(), "none", Metric.TIME).orElseThrow().n()).isEqualTo(1);
  }

  @Test
  void whatWasNotMeasuredHasNoSummary() {
    assertThat(
            ArmSummary.of(
                new Rounds().next().time("none", 1).samples(), "none", Metric.of(Quantity.IOPS)))
        .isEmpty();
  }
}
