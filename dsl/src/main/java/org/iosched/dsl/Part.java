package org.iosched.dsl;

import java.util.List;

/**
 * One one-sided part of an expectation, decided.
 *
 * @param state what the evidence says of this part
 * @param bounds the bounds at the level of the look
 * @param strictBounds the bounds at that level divided by the number of parts, which refute
 * @param margin how far the bound lies on the claimed side of the threshold, as a logarithm;
 *     negative where it does not, −∞ where there is no bound
 * @param lead how far the estimate lies on the claimed side, as a logarithm
 */
record Part(State state, LogBounds bounds, LogBounds strictBounds, double margin, double lead) {

  /** What the evidence says of one part. */
  enum State {
    /** The bound lies on the claimed side. */
    MET,
    /** The opposite bound lies on the other side, at the level divided by the number of parts. */
    REFUTED,
    /** Neither. */
    OPEN
  }

  /**
   * Decides one part.
   *
   * @param logs one logarithm per unit of evidence
   * @param sense the claimed side
   * @param threshold the logarithm of the claimed ratio; 0 for a bound, whose logs are relative
   * @param level the one-sided level of the look
   * @param parts how many parts the expectation has
   */
  static Part decide(double[] logs, Claim.Sense sense, double threshold, double level, int parts) {
    List<LogBounds> both = LogBounds.of(logs, level, level / parts);
    LogBounds bounds = both.get(0);
    LogBounds strict = both.get(1);
    boolean atLeast = sense == Claim.Sense.AT_LEAST;
    double margin = atLeast ? bounds.low() - threshold : threshold - bounds.high();
    double deficit = atLeast ? threshold - strict.high() : strict.low() - threshold;
    double lead = atLeast ? bounds.estimate() - threshold : threshold - bounds.estimate();
    State state = margin >= 0 ? State.MET : deficit > 0 ? State.REFUTED : State.OPEN;
    return new Part(state, bounds, strict, margin, lead);
  }
}
