package org.iosched.dsl;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Takes an expectation apart into one-sided claims. */
final class Claims {

  private Claims() {}

  /**
   * A one-sided claim on metric(subject) / metric(object).
   *
   * @param sense the side
   * @param ratio the ratio
   */
  record Threshold(Claim.Sense sense, double ratio) {}

  /** Returns the claims on the whole run, whatever the phase. */
  static List<Claim> of(Expectation expectation, List<String> armNames) {
    Set<Claim> claims = new LinkedHashSet<>();
    for (String arm : subjects(expectation, armNames)) {
      if (expectation.object() instanceof Reference.Bound bound
          && expectation.relation() instanceof Relation.Limited limited) {
        claims.add(
            new Claim.Bound(
                expectation.metric(),
                arm,
                limited.sense(),
                bound.amount().value().doubleValue(),
                bound.amount().unit()));
      }
      for (String other : objects(expectation, armNames)) {
        if (!arm.equals(other)) {
          addPair(claims, expectation, arm, other);
        }
      }
    }
    return List.copyOf(claims);
  }

  /** Returns what a difference claims of metric(subject) / metric(object). */
  static Threshold threshold(Relation.Differs differs) {
    Difference difference = differs.difference();
    return switch (differs.direction()) {
      case FASTER, MORE -> new Threshold(differs.sense(), difference.increased());
      // 5% slower is an elapsed ratio of 1.05, not a speed ratio of 0.95.
      case SLOWER -> new Threshold(opposite(differs.sense()), 1 / difference.increased());
      case LESS -> new Threshold(opposite(differs.sense()), difference.decreased());
    };
  }

  /** Returns what it takes not to be worse by more than a difference. */
  static Threshold notWorse(Difference difference, Quantity quantity) {
    return quantity.higherIsBetter()
        ? new Threshold(Claim.Sense.AT_LEAST, 1 / difference.increased())
        : new Threshold(Claim.Sense.AT_MOST, difference.increased());
  }

  private static void addPair(
      Set<Claim> claims, Expectation expectation, String arm, String other) {
    Metric metric = expectation.metric();
    if (expectation.relation() instanceof Relation.Differs differs) {
      claims.add(ratio(metric, arm, other, threshold(differs)));
    } else if (expectation.relation() instanceof Relation.Within within) {
      Threshold notWorse = notWorse(within.difference(), metric.quantity());
      claims.add(ratio(metric, arm, other, notWorse));
      // Nothing is worse than the best, so only the subject can be.
      if (!(expectation.object() instanceof Reference.TheBest)) {
        claims.add(ratio(metric, other, arm, notWorse));
      }
    }
  }

  private static Claim ratio(Metric metric, String arm, String other, Threshold threshold) {
    return new Claim.Ratio(metric, arm, other, threshold.sense(), threshold.ratio());
  }

  private static List<String> subjects(Expectation expectation, List<String> armNames) {
    return expectation.subject() instanceof Subject.Named named ? List.of(named.arm()) : armNames;
  }

  private static List<String> objects(Expectation expectation, List<String> armNames) {
    if (expectation.object() instanceof Reference.Other other) {
      return List.of(other.arm());
    }
    boolean each =
        expectation.object() instanceof Reference.EveryOther
            || expectation.object() instanceof Reference.TheBest;
    return each ? armNames : List.of();
  }

  private static Claim.Sense opposite(Claim.Sense sense) {
    return sense == Claim.Sense.AT_LEAST ? Claim.Sense.AT_MOST : Claim.Sense.AT_LEAST;
  }
}
