package org.iosched.dsl;

import java.util.List;

/**
 * The parts of an expectation and what they come to together.
 *
 * @param outcome MET when every part is, NOT_MET when one is refuted, else INCONCLUSIVE
 * @param decisive the place of the part that decided: the most clearly refuted one, else the one
 *     with the least margin
 * @param parts the parts in the order of the claims
 */
record Decision(Outcome outcome, int decisive, List<Part> parts) {

  /** Draws the conclusion. */
  static Decision of(List<Part> parts) {
    boolean refuted = parts.stream().anyMatch(p -> p.state() == Part.State.REFUTED);
    boolean met = parts.stream().allMatch(p -> p.state() == Part.State.MET);
    int decisive = 0;
    for (int i = 1; i < parts.size(); i++) {
      if (comesBefore(parts.get(i), parts.get(decisive))) {
        decisive = i;
      }
    }
    return new Decision(
        refuted ? Outcome.NOT_MET : met ? Outcome.MET : Outcome.INCONCLUSIVE, decisive, parts);
  }

  /** Returns the same parts without a conclusion. */
  Decision leftOpen() {
    return new Decision(Outcome.INCONCLUSIVE, decisive, parts);
  }

  private static boolean comesBefore(Part part, Part other) {
    boolean partRefuted = part.state() == Part.State.REFUTED;
    boolean otherRefuted = other.state() == Part.State.REFUTED;
    if (partRefuted != otherRefuted) {
      return partRefuted;
    }
    int byMargin = partRefuted ? 0 : Double.compare(part.margin(), other.margin());
    // A NaN lead (no evidence at all) comes first: it is what keeps the expectation open.
    return byMargin != 0
        ? byMargin < 0
        : (Double.isNaN(part.lead()) && !Double.isNaN(other.lead())) || part.lead() < other.lead();
  }
}
