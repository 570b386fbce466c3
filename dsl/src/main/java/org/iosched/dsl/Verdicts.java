package org.iosched.dsl;

import java.util.List;

/** Decides claims from samples. */
public final class Verdicts {

  private Verdicts() {}

  /** Decides the conjunction of the claims. */
  @SuppressWarnings("DoNotCallSuggester")
  public static Verdict decide(
      String sentence, String meaning, List<Claim> claims, List<Sample> samples, LookPlan plan) {
    throw new UnsupportedOperationException(
        sentence + " (" + meaning + ") " + claims + samples + plan);
  }
}
