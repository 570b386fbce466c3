package org.iosched.dsl;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells which samples may decide: a disturbed sample takes its whole round with it. */
final class CleanRounds {
  private CleanRounds() {}

  /** Returns the samples of those rounds in which no sample was contaminated. */
  static List<Sample> of(List<Sample> samples) {
    Set<Integer> contaminated =
        samples.stream()
            .filter(Sample::contaminated)
            .map(Sample::round)
            .collect(Collectors.toSet());
    return samples.stream().filter(sample -> !contaminated.contains(sample.round())).toList();
  }
}
