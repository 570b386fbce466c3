package org.iosched.dsl;

import java.math.BigDecimal;

/** By how much two values differ, as it is written: {@code 10%} or {@code 5x}. */
public sealed interface Difference {

  /** Returns the number as it is written, without trailing zeros. */
  BigDecimal value();

  /** Returns the ratio of the larger value to the smaller: 1.10 for 10%, 5 for 5x. */
  double increased();

  /**
   * Returns the ratio of the smaller value to the larger when the larger one is the measure: 0.80
   * for 20% less, 0.2 for 5x less. Zero or negative from 100% on, which no value can reach.
   */
  double decreased();

  /**
   * A percentage of the value compared with.
   *
   * @param value in percent; more than zero, at most 15 digits
   */
  record Percent(BigDecimal value) implements Difference {
    /** Checks the range. */
    public Percent {
      if (value.signum() <= 0) {
        throw new IllegalArgumentException(
            value.toPlainString()
                + "% is no difference: no measurement shows that two schedulers are equal, so name"
                + " the difference that would still be acceptable, e.g. 1%");
      }
      value = Numbers.checked(value);
    }

    @Override
    public double increased() {
      return BigDecimal.ONE.add(value.movePointLeft(2)).doubleValue();
    }

    @Override
    public double decreased() {
      return BigDecimal.ONE.subtract(value.movePointLeft(2)).doubleValue();
    }

    @Override
    public String toString() {
      return value.toPlainString() + "%";
    }
  }

  /**
   * A factor.
   *
   * @param value the factor; more than one, at most 15 digits
   */
  record Times(BigDecimal value) implements Difference {
    /** Checks the range. */
    public Times {
      if (value.compareTo(BigDecimal.ONE) <= 0) {
        throw new IllegalArgumentException(
            value.toPlainString()
                + "x is no difference: a factor is more than 1, and the word after it gives the"
                + " direction, e.g. \"at least 2x slower\" instead of \"at least 0.5x faster\"");
      }
      value = Numbers.checked(value);
    }

    @Override
    public double increased() {
      return value.doubleValue();
    }

    @Override
    public double decreased() {
      return 1 / value.doubleValue();
    }

    @Override
    public String toString() {
      return value.toPlainString() + "x";
    }
  }
}
