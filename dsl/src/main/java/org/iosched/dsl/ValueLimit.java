package org.iosched.dsl;

import java.time.Duration;

/** At least or at most a value, whose unit follows from the metric that it bounds. */
public sealed interface ValueLimit {

  /** Returns the side. */
  Claim.Sense sense();

  /** Returns the value as the bound of a quantity. */
  Amount amount(Quantity quantity);

  /**
   * A value as a sentence writes it, as in {@code atMost("5 ms")}.
   *
   * @param sense at least or at most
   * @param text the value, see {@link Amount#parse(String, Quantity)}
   */
  record Written(Claim.Sense sense, String text) implements ValueLimit {
    @Override
    public Amount amount(Quantity quantity) {
      return Amount.parse(text, quantity);
    }
  }

  /**
   * A time, as in {@code atMost(Duration.ofMillis(5))}.
   *
   * @param sense at least or at most
   * @param duration the time
   */
  record Lasting(Claim.Sense sense, Duration duration) implements ValueLimit {
    @Override
    public Amount amount(Quantity quantity) {
      return Amount.of(duration, quantity);
    }
  }
}
