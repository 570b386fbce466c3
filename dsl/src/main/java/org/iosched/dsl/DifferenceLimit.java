package org.iosched.dsl;

/**
 * At least or at most so much of a difference, as in {@code atLeast(percent(10))}.
 *
 * @param sense at least or at most
 * @param difference by how much
 */
public record DifferenceLimit(Claim.Sense sense, Difference difference) {}
