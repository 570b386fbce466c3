package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LatenciesTests {
  private static Latencies reads(List<Long> bounds, List<Long> counts) {
    return new Latencies(Optional.of("reader"), Side.READ, bounds, counts);
  }

  @Test
  void aQuantileIsTheFirstBucketThatCompletesTheShare() {
    Latencies latencies = reads(List.of(100L, 200L, 900L), List.of(990L, 9L, 1L));
    assertThat(latencies.total()).isEqualTo(1000);
    assertThat(latencies.quantile(0.5)).isEqualTo(100);
    assertThat(latencies.quantile(0.99)).isEqualTo(100);
    assertThat(latencies.quantile(0.991)).isEqualTo(200);
    assertThat(latencies.quantile(0.999)).isEqualTo(200);
    assertThat(latencies.quantile(1)).isEqualTo(900);
  }

  @Test
  void mergingAddsEqualBucketsAndKeepsOthersInOrder() {
    Latencies merged =
        reads(List.of(100L, 300L), List.of(5L, 1L))
            .merge(reads(List.of(100L, 200L), List.of(2L, 3L)));
    assertThat(merged).isEqualTo(reads(List.of(100L, 200L, 300L), List.of(7L, 3L, 1L)));
  }

  @Test
  void readsAndWritesTogetherAreBothSides() {
    Latencies writes = new Latencies(Optional.empty(), Side.WRITE, List.of(1L), List.of(1L));
    Latencies merged = reads(List.of(1L), List.of(1L)).merge(writes);
    assertThat(merged)
        .isEqualTo(new Latencies(Optional.empty(), Side.BOTH, List.of(1L), List.of(2L)));
  }

  @Test
  void latenciesFromDifferentStartsDoNotMix() {
    Latencies response =
        new Latencies(
            Optional.of("reader"), Side.READ, List.of(1L), List.of(1L), LatencyFrom.INTENDED_START);
    assertThat(response.merge(response).from()).isEqualTo(LatencyFrom.INTENDED_START);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reads(List.of(1L), List.of(1L)).merge(response))
        .withMessageContaining("do not go together");
  }

  @Test
  void nothingHasNoQuantile() {
    assertThatIllegalStateException()
        .isThrownBy(() -> reads(List.of(), List.of()).quantile(0.99))
        .withMessageContaining("without I/Os");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reads(List.of(1L), List.of(1L)).quantile(99))
        .withMessageContaining("99");
  }
}
