package org.iosched.dsl;

/** How the subject of an expectation stands to its object. */
public sealed interface Relation {

  /**
   * By at least or at most so much, e.g. {@code at least 10% faster}.
   *
   * @param sense at least or at most
   * @param difference by how much
   * @param direction in which direction
   */
  record Differs(Claim.Sense sense, Difference difference, Direction direction)
      implements Relation {}

  /**
   * Neither is better than the other by more than so much, e.g. {@code within 5% of}.
   *
   * @param difference by how much
   */
  record Within(Difference difference) implements Relation {}

  /**
   * On one side of a value, e.g. {@code at most} 5 ms.
   *
   * @param sense at least or at most
   */
  record Limited(Claim.Sense sense) implements Relation {}
}
