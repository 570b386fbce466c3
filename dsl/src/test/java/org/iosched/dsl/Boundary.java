package org.iosched.dsl;

import java.util.List;

/** A sentence, and the true factors at which it is most easily decided wrongly. */
@SuppressWarnings("ImmutableEnumChecker") // lists made by List.of do not change
enum Boundary {
  /** A simple claim. */
  FASTER("none at least 10% faster than bfq", List.of(1.1, 1.0), List.of(1.1, 1.0)),
  /** Two parts, of which one lies on its threshold. */
  WITHIN("none within 5% of bfq", List.of(1 / 1.05, 1.0), List.of(1 / 1.05, 1.0)),
  /**
   * It is met most easily when one other is as fast as it may be and the rest are far behind, and
   * refuted most easily when all are as fast as they may be.
   */
  EVERY_OTHER(
      "none at most 10% slower than every other",
      List.of(1 / 1.1, 1.0, 0.4, 0.4), List.of(1 / 1.1, 1.0, 1.0, 1.0)),
  /** Twelve parts: one on its threshold and the others as far from theirs as can be, or four. */
  THE_BEST(
      "every scheduler within 10% of the best",
      List.of(1 / 1.1, 1.0, 0.953, 0.953), List.of(1 / 1.1, 1.0, 1.0, 1 / 1.1));

  private final String sentence;
  private final List<Double> metFactors;
  private final List<Double> notMetFactors;

  Boundary(String sentence, List<Double> metFactors, List<Double> notMetFactors) {
    this.sentence = sentence;
    this.metFactors = metFactors;
    this.notMetFactors = notMetFactors;
  }

  /** Returns the sentence. */
  String sentence() {
    return sentence;
  }

  /** Returns the claims of the sentence. */
  List<Claim> claims() {
    return SimulatedBenchmark.claims(sentence, metFactors.size());
  }

  /** Returns the factors at which MET is wrong, or about to be. */
  List<Double> metFactors() {
    return metFactors;
  }

  /** Returns the factors at which NOT_MET is wrong. */
  List<Double> notMetFactors() {
    return notMetFactors;
  }

  /** Tells whether it takes long to simulate. */
  boolean hasManyParts() {
    return metFactors.size() > 2;
  }

  /** Tells whether both are the same, so that one simulation tells of both. */
  boolean sameFactors() {
    return metFactors.equals(notMetFactors);
  }
}
