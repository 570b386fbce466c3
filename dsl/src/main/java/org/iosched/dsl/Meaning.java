package org.iosched.dsl;

import java.math.BigDecimal;

/** Says an expectation in plain mathematics. */
final class Meaning {

  private Meaning() {}

  static String of(Expectation expectation) {
    String claim = claim(expectation) + quantifier(expectation);
    return expectation.phase() instanceof Phase.WholeRun
        ? claim
        : claim + ", " + expectation.phase() + " of each run";
  }

  private static String claim(Expectation expectation) {
    Metric metric = expectation.metric();
    String subject = metric + "(" + subject(expectation.subject()) + ")";
    String object = object(metric, expectation.object());
    String quotient = subject + " / " + object;
    if (expectation.relation() instanceof Relation.Differs differs) {
      return difference(differs, metric, subject, object, quotient);
    }
    if (expectation.relation() instanceof Relation.Within within) {
      String high = increased(within.difference());
      String low = Numbers.rounded(1 / within.difference().increased());
      if (expectation.object() instanceof Reference.TheBest) {
        return metric.quantity().higherIsBetter()
            ? quotient + " ≥ " + low
            : quotient + " ≤ " + high;
      }
      return low + " ≤ " + quotient + " ≤ " + high;
    }
    Claim.Sense sense =
        expectation.relation() instanceof Relation.Limited limited
            ? limited.sense()
            : Claim.Sense.AT_LEAST;
    return subject + sign(sense) + expectation.object() + Wording.perIo(expectation);
  }

  private static String difference(
      Relation.Differs differs, Metric metric, String subject, String object, String quotient) {
    Difference difference = differs.difference();
    Claims.Threshold threshold = Claims.threshold(differs);
    return switch (differs.direction()) {
      case FASTER, MORE -> quotient + sign(threshold.sense()) + increased(difference);
      case SLOWER ->
          quotient
              + sign(threshold.sense())
              + Numbers.rounded(threshold.ratio())
              + " (elapsed ratio"
              + sign(differs.sense())
              + increased(difference)
              + ")";
      case LESS ->
          difference instanceof Difference.Times
              ? object
                  + " / "
                  + subject
                  + sign(differs.sense())
                  + difference.value().toPlainString()
              : quotient
                  + sign(threshold.sense())
                  + decimals(BigDecimal.ONE.subtract(difference.value().movePointLeft(2)))
                  + (metric.quantity() == Quantity.TIME
                      ? " (speed ratio"
                          + sign(differs.sense())
                          + Numbers.rounded(1 / threshold.ratio())
                          + ")"
                      : "");
    };
  }

  private static String increased(Difference difference) {
    return difference instanceof Difference.Percent percent
        ? decimals(BigDecimal.ONE.add(percent.value().movePointLeft(2)))
        : difference.value().toPlainString();
  }

  /** Returns all decimals, two at least: 1.10. */
  private static String decimals(BigDecimal ratio) {
    BigDecimal stripped = ratio.stripTrailingZeros();
    return stripped.setScale(Math.max(2, stripped.scale())).toPlainString();
  }

  private static String sign(Claim.Sense sense) {
    return sense == Claim.Sense.AT_LEAST ? " ≥ " : " ≤ ";
  }

  private static String subject(Subject subject) {
    return subject instanceof Subject.Named named ? named.arm() : "a";
  }

  private static String object(Metric metric, Reference object) {
    if (object instanceof Reference.Other other) {
      return metric + "(" + other.arm() + ")";
    }
    return object instanceof Reference.Baseline ? "its recorded " + metric : metric + "(b)";
  }

  private static String quantifier(Expectation expectation) {
    boolean every = expectation.subject() instanceof Subject.EveryScheduler;
    boolean each =
        expectation.object() instanceof Reference.EveryOther
            || expectation.object() instanceof Reference.TheBest;
    if (every && each) {
      return " for every two schedulers a and b";
    }
    if (each) {
      return " for every other scheduler b";
    }
    if (!every) {
      return "";
    }
    return expectation.object() instanceof Reference.Other
        ? " for every other scheduler a"
        : " for every scheduler a";
  }
}
