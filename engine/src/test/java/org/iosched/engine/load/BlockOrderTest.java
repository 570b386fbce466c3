package org.iosched.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockOrderTest {
  private static final int BLOCK = 4096;
  private static final long BEGIN = 1 << 20;

  private static long[] next(BlockOrder order, int count) {
    return LongStream.generate(order::next).limit(count).toArray();
  }

  private static long[] ascending(int blocks) {
    return LongStream.range(0, blocks).map(block -> BEGIN + block * BLOCK).toArray();
  }

  @Test
  void sequentialGoesRound() {
    BlockOrder order = new BlockOrder.Sequential(BEGIN, BLOCK, 3);

    assertThat(next(order, 5))
        .containsExactly(BEGIN, BEGIN + BLOCK, BEGIN + 2 * BLOCK, BEGIN, BEGIN + BLOCK);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 63, 64, 65, 1000, 4097, 100_000})
  void everyPassVisitsEachBlockOnce(int blocks) {
    BlockOrder order = new BlockOrder.EachOnce(BEGIN, BLOCK, blocks, 7);

    for (int pass = 0; pass < 3; pass++) {
      long[] offsets = next(order, blocks);
      Arrays.sort(offsets);
      assertThat(offsets).isEqualTo(ascending(blocks));
    }
  }

  @Test
  void passesAndSeedsHaveOrdersOfTheirOwn() {
    BlockOrder order = new BlockOrder.EachOnce(BEGIN, BLOCK, 1000, 7);
    long[] first = next(order, 1000);

    assertThat(next(order, 1000)).isNotEqualTo(first);
    assertThat(next(new BlockOrder.EachOnce(BEGIN, BLOCK, 1000, 7), 1000)).isEqualTo(first);
    assertThat(next(new BlockOrder.EachOnce(BEGIN, BLOCK, 1000, 8), 1000)).isNotEqualTo(first);
  }

  /** Neighbours in a random order have no more to do with each other than in a shuffled one. */
  @Test
  void aPassIsNoPattern() {
    long[] offsets = next(new BlockOrder.EachOnce(0, 1, 4096, 3), 4096);
    long ascents = 0;
    double distance = 0;
    for (int i = 1; i < offsets.length; i++) {
      ascents += offsets[i] > offsets[i - 1] ? 1 : 0;
      distance += Math.abs(offsets[i] - offsets[i - 1]);
    }

    assertThat(ascents / 4095.0).isCloseTo(0.5, within(0.03));
    assertThat(distance / 4095 / 4096)
        .as("a third for independent places")
        .isCloseTo(1 / 3.0, within(0.02));
  }

  @Test
  void independentDrawsCoverTheExtentEvenly() {
    int[] hits = hits(new BlockOrder.Independent(0, 1, 10, 5), 10, 10_000);

    assertThat(Arrays.stream(hits).boxed())
        .allSatisfy(count -> assertThat(count).isBetween(900, 1100));
  }

  /** The most popular of n blocks gets 1/H(n, theta) of the I/Os. */
  @Test
  void zipfGivesEachRankItsShare() {
    double theta = 1.2;
    int blocks = 100;
    double harmonic = 0;
    for (int rank = 1; rank <= blocks; rank++) {
      harmonic += Math.pow(rank, -theta);
    }
    int draws = 100_000;

    int[] hits = hits(new BlockOrder.Zipf(0, 1, blocks, theta, 5), blocks, draws);
    Arrays.sort(hits);

    assertThat(hits[blocks - 1] / (double) draws).isCloseTo(1 / harmonic, within(0.01));
    assertThat(hits[blocks - 2] / (double) draws)
        .isCloseTo(Math.pow(2, -theta) / harmonic, within(0.01));
  }

  @Test
  void paretoGivesTheHotBlocksTheirShare() {
    int draws = 100_000;

    int[] hits = hits(new BlockOrder.Pareto(0, 1, 1000, 0.2, 5), 1000, draws);
    Arrays.sort(hits);

    int hot = Arrays.stream(hits, 800, 1000).sum();
    assertThat(hot / (double) draws).isCloseTo(0.8, within(0.01));
  }

  /** Of more blocks than memory could hold a map of, none comes twice and none is outside. */
  @ParameterizedTest
  @ValueSource(longs = {(1L << 32) - 1, (1L << 32) + 1, 3_000_000_000_017L, 1L << 50})
  void hugeExtentsAreVisitedWithoutRepeats(long blocks) {
    BlockOrder order = new BlockOrder.EachOnce(0, 1, blocks, 11);

    long[] some = next(order, 200_000);

    assertThat(Arrays.stream(some).min().orElseThrow()).isNotNegative();
    assertThat(Arrays.stream(some).max().orElseThrow())
        .isLessThan(blocks)
        .as("the far end is reached as well")
        .isGreaterThan(blocks / 1000 * 999);
    assertThat(Arrays.stream(some).distinct().count()).isEqualTo(some.length);
  }

  /**
   * Pearson's chi-square over all ranks: 199 degrees of freedom have a mean of 199 and a standard
   * deviation of 20, so that five of them are beyond 299.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.99, 1.2, 2})
  void zipfFollowsItsFormula(double theta) {
    int blocks = 200;
    int draws = 400_000;
    double harmonic = 0;
    for (int rank = 1; rank <= blocks; rank++) {
      harmonic += Math.pow(rank, -theta);
    }
    // The scattering is undone by the order of a pass with the same key.
    Permutation scatter = new Permutation(blocks, new RandomNumbers(5).next());
    int[] hits = hits(new BlockOrder.Zipf(0, 1, blocks, theta, 5), blocks, draws);

    double chiSquare = 0;
    for (int rank = 1; rank <= blocks; rank++) {
      double expected = draws * Math.pow(rank, -theta) / harmonic;
      double off = hits[(int) scatter.at(rank - 1)] - expected;
      chiSquare += off * off / expected;
    }
    assertThat(chiSquare).isBetween(99.0, 299.0);
  }

  /**
   * Self-similar: the share h of the blocks has 1-h of the I/Os, and the same within that share.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.2, 0.4})
  void paretoFollowsItsFormula(double h) {
    int blocks = 10_000;
    int draws = 200_000;
    Permutation scatter = new Permutation(blocks, new RandomNumbers(5).next());
    int[] hits = hits(new BlockOrder.Pareto(0, 1, blocks, h, 5), blocks, draws);

    for (int depth = 1; depth <= 3; depth++) {
      long hot = 0;
      for (int rank = 0; rank < Math.round(blocks * Math.pow(h, depth)); rank++) {
        hot += hits[(int) scatter.at(rank)];
      }
      assertThat(hot / (double) draws).isCloseTo(Math.pow(1 - h, depth), within(0.01));
    }
  }

  @Test
  void independentDrawsRepeat() {
    long[] offsets = next(new BlockOrder.Independent(0, 1, 1_000, 5), 1_000);

    // A share of 1/e of the blocks is not drawn in as many draws as there are blocks.
    assertThat(Arrays.stream(offsets).distinct().count()).isBetween(580L, 684L);
  }

  private static int[] hits(BlockOrder order, int blocks, int draws) {
    int[] hits = new int[blocks];
    for (int i = 0; i < draws; i++) {
      hits[(int) order.next()]++;
    }
    return hits;
  }
}
