package org.iosched.dsl;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells which samples may decide: a disturbed sample takes its whole round with it. */
public final class CleanRounds {
  private CleanRounds() {}

  /**
   * Returns the samples of those rounds in which no sample was contaminated, in the order given.
   *
   * @param samples every sample of a benchmark; a repeated round has a number of its own
   */
  public static List<Sample> of(List<Sample> samples) {
    Set<Integer> contaminated =
        samples.stream()
            .filter(Sample::contaminated)
            .map(Sample::round)
            .collect(Collectors.toSet());
    return samples.stream().filter(sample -> !contaminated.contains(sample.round())).toList();
  }
}
