package org.iosched.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HalfSecondsTest {

  @Test
  void eachHalfSecondHasItsOwnBuckets() {
    HalfSeconds halves = new HalfSeconds(64);
    halves.add(0, 1_000);
    halves.add(4, 1_000);
    halves.add(5, 3);
    halves.add(17, 70);
    assertThat(halves.buckets(3))
        .as("the half second under way is not at its end")
        .containsExactly(List.of(1_007L, 2L), List.of(3L, 1L), List.of());
  }

  @Test
  void oneThatComesLateIsCountedInTheHalfSecondUnderWay() {
    HalfSeconds halves = new HalfSeconds(64);
    halves.add(5, 10);
    halves.add(4, 20);
    halves.add(10, 30);
    assertThat(halves.buckets(2)).containsExactly(List.of(), List.of(10L, 1L, 20L, 1L));
  }

  @Test
  void bucketsAreNarrowAndHoldTheirLatencies() {
    Random random = new Random(6);
    for (int i = 0; i < 2_000; i++) {
      long nanos = random.nextLong() >>> (1 + random.nextInt(62));
      HalfSeconds halves = new HalfSeconds(64);
      halves.add(0, nanos);
      halves.add(5, 1);
      long upper = halves.buckets(1).get(0).get(0);
      assertThat(upper).isGreaterThanOrEqualTo(nanos);
      assertThat((double) (upper - nanos)).isLessThanOrEqualTo(nanos * 0.016);
    }
  }

  @Test
  void clonesAreAddedUp() {
    HalfSeconds some = new HalfSeconds(64);
    some.add(0, 50);
    some.add(6, 50);
    HalfSeconds others = new HalfSeconds(64);
    others.add(1, 50);
    others.add(1, 9);
    HalfSeconds sum = new HalfSeconds(64);
    sum.add(some);
    sum.add(others);
    assertThat(sum.buckets(3))
        .containsExactly(List.of(9L, 1L, 50L, 2L), List.of(50L, 1L), List.of());
  }

  @Test
  void moreThanTenMinutesAreNotKept() {
    HalfSeconds halves = new HalfSeconds(64);
    for (int window = 0; window <= 6_000; window += 5) {
      halves.add(window, 100);
    }
    assertThat(halves.buckets(1_200)).hasSize(1_200);
    halves.add(6_005, 100);
    assertThat(halves.buckets(1_200)).isEmpty();
    HalfSeconds sum = new HalfSeconds(64);
    sum.add(halves);
    assertThat(sum.buckets(1)).isEmpty();
  }
}
