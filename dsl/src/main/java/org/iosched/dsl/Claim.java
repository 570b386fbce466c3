package org.iosched.dsl;

/**
 * One one-sided part of an expectation: all that the statistics need to know of a sentence. An
 * expectation is the conjunction of its claims.
 */
public sealed interface Claim {

  /** Returns the metric that is claimed about. */
  Metric metric();

  /** Returns on which side of {@link #threshold()} the claimed quantity must be. */
  Sense sense();

  /**
   * Returns the threshold: a ratio for {@link Ratio}, a value in its {@link Bound#unit()} for
   * {@link Bound}.
   */
  double threshold();

  /** Returns the name of the arm that the claim is about. */
  String arm();

  /** The side of the threshold that is claimed. */
  enum Sense {
    /** The quantity is at least the threshold. */
    AT_LEAST,
    /** The quantity is at most the threshold. */
    AT_MOST
  }

  /**
   * metric(arm) / metric(other) is on the claimed side of the threshold.
   *
   * @param metric the metric, {@link Quantity#SPEED} included
   * @param arm the name of the arm in the numerator
   * @param other the name of the arm in the denominator
   * @param sense the side
   * @param threshold the ratio, more than zero
   */
  record Ratio(Metric metric, String arm, String other, Sense sense, double threshold)
      implements Claim {}

  /**
   * metric(arm) is on the claimed side of a value.
   *
   * @param metric the metric
   * @param arm the name of the arm
   * @param sense the side
   * @param threshold the value in {@code unit}
   * @param unit the unit of the value: what was measured in another one cannot be held against it
   */
  record Bound(Metric metric, String arm, Sense sense, double threshold, Unit unit)
      implements Claim {}
}
