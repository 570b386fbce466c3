package org.iosched.dsl;

import com.google.errorprone.annotations.CheckReturnValue;
import java.math.BigDecimal;
import java.time.Duration;

/** The words of the assertion chain, for static import. */
@CheckReturnValue
public final class IoschedAssertions {

  private IoschedAssertions() {}

  /** Begins a chain about what a class's benchmarks measured. */
  public static ResultsAssert assertThat(Results results) {
    return new ResultsAssert(results);
  }

  /**
   * Returns a percentage of the value compared with.
   *
   * @param value in percent; more than zero
   */
  public static Difference percent(double value) {
    return new Difference.Percent(BigDecimal.valueOf(value));
  }

  /**
   * Returns a factor.
   *
   * @param value more than one
   */
  public static Difference times(double value) {
    return new Difference.Times(BigDecimal.valueOf(value));
  }

  /** Demands a difference or more. */
  public static DifferenceLimit atLeast(Difference difference) {
    return new DifferenceLimit(Claim.Sense.AT_LEAST, difference);
  }

  /** Allows up to a difference. */
  public static DifferenceLimit atMost(Difference difference) {
    return new DifferenceLimit(Claim.Sense.AT_MOST, difference);
  }

  /** Demands a value or more, written as in a sentence: {@code "50k"}, {@code "200 MB/s"}. */
  public static ValueLimit atLeast(String amount) {
    return new ValueLimit.Written(Claim.Sense.AT_LEAST, amount);
  }

  /** Allows up to a value, written as in a sentence: {@code "5 ms"}, {@code "3m30s"}. */
  public static ValueLimit atMost(String amount) {
    return new ValueLimit.Written(Claim.Sense.AT_MOST, amount);
  }

  /** Demands a time or more. */
  public static ValueLimit atLeast(Duration duration) {
    return new ValueLimit.Lasting(Claim.Sense.AT_LEAST, duration);
  }

  /** Allows up to a time. */
  public static ValueLimit atMost(Duration duration) {
    return new ValueLimit.Lasting(Claim.Sense.AT_MOST, duration);
  }

  /** Names the arm compared with, where a metric is named too. */
  public static Reference than(String arm) {
    return new Reference.Other(arm);
  }

  /** Names what is compared with: {@code than(everyOther())}. */
  public static Reference than(Reference object) {
    return object;
  }

  /** Names the arm that the subject is close to, where a metric is named too. */
  public static Reference other(String arm) {
    return new Reference.Other(arm);
  }

  /** Each other arm. */
  public static Reference everyOther() {
    return new Reference.EveryOther();
  }

  /** The best arm, never picked from the data: the claim must hold against each other arm. */
  public static Reference theBest() {
    return new Reference.TheBest();
  }

  /** Recorded results of the same arm. */
  public static Reference baseline() {
    return new Reference.Baseline();
  }
}
