package org.iosched.dsl;

import java.util.List;

/**
 * An expectation decided.
 *
 * @param expectation the canonical sentence
 * @param outcome what the evidence says
 * @param estimate the typical value of the decisive claim's quantity: a ratio, or a value in the
 *     base unit for a bound; {@code NaN} where there is none
 * @param low lower end of the interval; {@code NaN} where there is none, 0 where it is unbounded
 * @param high upper end of the interval; {@code NaN} where there is none, infinite where it is
 *     unbounded
 * @param level the two-sided confidence of the interval, e.g. 0.95; {@code NaN} where there is none
 * @param rounds how many rounds were used
 * @param warnings reasons for care
 * @param message what was claimed, what was seen and on how much evidence, for a person
 */
public record Verdict(
    String expectation,
    Outcome outcome,
    double estimate,
    double low,
    double high,
    double level,
    int rounds,
    List<Warning> warnings,
    String message) {

  /** Copies the warnings. */
  public Verdict {
    warnings = List.copyOf(warnings);
  }

  /** Returns an INCONCLUSIVE verdict that rests on no evidence, with the reason as its message. */
  public static Verdict undecided(String expectation, int rounds, String message) {
    return new Verdict(
        expectation,
        Outcome.INCONCLUSIVE,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        rounds,
        List.of(),
        message);
  }
}
