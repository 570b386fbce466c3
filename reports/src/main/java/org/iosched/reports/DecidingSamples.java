package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Sample;

/** Picks the samples that decide: those of rounds in which nothing was contaminated. */
final class DecidingSamples {

  private DecidingSamples() {}

  /**
   * Returns the samples of all rounds without a contaminated sample, in the order taken. A round
   * that is repeated is a round of its own, whether or not it keeps its number.
   */
  static List<Sample> of(BenchmarkResult benchmark) {
    List<Sample> deciding = new ArrayList<>();
    List<Sample> round = new ArrayList<>();
    for (Sample sample : benchmark.samples()) {
      if (!round.isEmpty() && begins(sample, round.get(round.size() - 1))) {
        keepClean(round, deciding);
      }
      round.add(sample);
    }
    keepClean(round, deciding);
    return deciding;
  }

  private static boolean begins(Sample sample, Sample before) {
    return sample.round() != before.round() || sample.position() <= before.position();
  }

  private static void keepClean(List<Sample> round, List<Sample> deciding) {
    if (round.stream().noneMatch(Sample::contaminated)) {
      deciding.addAll(round);
    }
    round.clear();
  }
}
