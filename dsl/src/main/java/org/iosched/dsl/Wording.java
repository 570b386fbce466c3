package org.iosched.dsl;

/** Writes the canonical sentence of an expectation. */
final class Wording {

  private Wording() {}

  /**
   * A sentence and where its object stands.
   *
   * @param objectColumn in characters from 1
   */
  record Placed(String text, int objectColumn) {}

  static Placed of(Expectation expectation) {
    StringBuilder text = new StringBuilder(expectation.subject().toString());
    Metric metric = expectation.metric();
    Reference object = expectation.object();
    if (metric.quantity() == Quantity.TIME
        && !(expectation.relation() instanceof Relation.Within)) {
      text.append(" takes");
    }
    int objectColumn;
    if (expectation.relation() instanceof Relation.Differs differs) {
      text.append(' ')
          .append(words(differs.sense()))
          .append(' ')
          .append(differs.difference())
          .append(' ')
          .append(words(differs.direction(), metric.quantity()));
      if (!metric.equals(Metric.SPEED) || !isOfSpeed(differs.direction())) {
        text.append(' ').append(metric);
      }
      text.append(" than ");
      objectColumn = text.length() + 1;
      text.append(object);
    } else if (expectation.relation() instanceof Relation.Within within) {
      text.append(" within ").append(within.difference()).append(" of ");
      if (!metric.equals(Metric.SPEED)) {
        text.append("the ").append(metric).append(" of ");
      }
      objectColumn = text.length() + 1;
      text.append(object);
    } else if (expectation.relation() instanceof Relation.Limited limited) {
      text.append(' ').append(words(limited.sense())).append(' ');
      objectColumn = text.length() + 1;
      text.append(object);
      text.append(perIo(expectation));
      if (!metric.equals(Metric.TIME)) {
        text.append(' ').append(metric);
      }
    } else {
      throw new IllegalStateException("no words for " + expectation.relation().getClass());
    }
    if (!(expectation.phase() instanceof Phase.WholeRun)) {
      text.append(' ').append(expectation.phase());
    }
    return new Placed(text.toString(), objectColumn);
  }

  /** Processor time of a continuous workload is counted per I/O, in nanoseconds. */
  static String perIo(Expectation expectation) {
    return expectation.metric().quantity() == Quantity.CPU
            && expectation.object() instanceof Reference.Bound bound
            && bound.amount().unit() == Unit.NANOSECONDS
        ? " per io"
        : "";
  }

  static String words(Claim.Sense sense) {
    return sense == Claim.Sense.AT_LEAST ? "at least" : "at most";
  }

  static boolean isOfSpeed(Direction direction) {
    return direction == Direction.FASTER || direction == Direction.SLOWER;
  }

  static String words(Direction direction, Quantity quantity) {
    boolean level = quantity.isLatency() || quantity == Quantity.SPEED;
    return switch (direction) {
      case FASTER -> "faster";
      case SLOWER -> "slower";
      case MORE -> level ? "higher" : "more";
      case LESS -> level ? "lower" : quantity == Quantity.IOPS ? "fewer" : "less";
    };
  }
}
