package org.iosched.dsl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a verdict says to a person. The first line stands alone, since test reports cut there: what
 * was decided of which sentence, the decisive figure with its interval and the claim, the number of
 * rounds and, where nothing was decided, why. Below it come the values, the parts, the meaning and
 * the warnings.
 *
 * @param sentence the canonical sentence
 * @param meaning what exactly is claimed; may be empty
 * @param evidence one per claim
 * @param decision what the parts came to
 * @param plan the looks
 * @param warnings to be shown
 * @param changes what changed within the runs, in words; mostly empty
 * @param disturbed the rounds that were left out
 */
record VerdictMessage(
    String sentence,
    String meaning,
    List<Evidence> evidence,
    Decision decision,
    LookPlan plan,
    List<Warning> warnings,
    List<String> changes,
    Disturbed disturbed) {
  private static final int MOST_DIGITS = 6;

  /** Returns the lines. */
  String text() {
    List<String> lines = new ArrayList<>();
    Evidence decisive = evidence.get(decision.decisive());
    double more = moreRounds();
    lines.add(firstLine(more));
    if (decisive.units() > 0) {
      lines.add(medians());
    }
    if (evidence.size() > 1) {
      for (int i = 0; i < evidence.size(); i++) {
        lines.add(partLine(evidence.get(i), decision.parts().get(i)));
      }
    }
    if (isOpen() && (disturbed.tooMany() || !somethingIsMissing())) {
      lines.add(why(more));
    }
    lines.addAll(changes);
    if (!meaning.isBlank()) {
      lines.add("that is: " + meaning);
    }
    warnings.forEach(
        warning -> lines.add("warning (" + warning.kind() + "): " + warning.message()));
    return String.join("\n  ", lines);
  }

  private String firstLine(double more) {
    String head =
        (switch (decision.outcome()) {
              case MET -> "MET: ";
              case NOT_MET -> "NOT MET: ";
              case INCONCLUSIVE -> "INCONCLUSIVE: ";
            })
            + sentence
            + ": ";
    Evidence decisive = evidence.get(decision.decisive());
    if (decisive.units() == 0 || (isOpen() && somethingIsMissing() && !disturbed.tooMany())) {
      return head + shortReason(more);
    }
    return head
        + figure(decisive, decision.parts().get(decision.decisive()))
        + ", "
        + (isOpen() ? shortReason(more) : weakness() + where(decisive) + holdsWhere());
  }

  /** Returns the part of each run that this is about, where the regimes are judged apart. */
  private static String where(Evidence own) {
    return own.stretch().isWhole() ? "" : ", " + own.stretch().words() + " of each run";
  }

  /** Returns in which regimes of the decisive claim's arms the claims about them hold. */
  private String holdsWhere() {
    Evidence decisive = evidence.get(decision.decisive());
    if (decisive.stretch().isWhole()) {
      return "";
    }
    if (decision.outcome() == Outcome.MET) {
      return "; holds in every regime";
    }
    Set<String> arms = Set.copyOf(Evidence.armsOf(decisive.claim()));
    Map<Stretch, Boolean> met = new LinkedHashMap<>();
    boolean others = false;
    for (int i = 0; i < evidence.size(); i++) {
      Evidence own = evidence.get(i);
      if (arms.equals(Set.copyOf(Evidence.armsOf(own.claim())))) {
        boolean here = decision.parts().get(i).state() == Part.State.MET;
        met.merge(own.stretch(), here, Boolean::logicalAnd);
      } else {
        others = true;
      }
    }
    String phases =
        met.entrySet().stream()
            .filter(Map.Entry::getValue)
            .map(phase -> phase.getKey().words())
            .collect(Collectors.joining(" and "));
    return phases.isEmpty()
        ? ""
        : "; " + (others ? pair(decisive.claim()) + " holds" : "holds") + " only " + phases;
  }

  private boolean isOpen() {
    return decision.outcome() == Outcome.INCONCLUSIVE;
  }

  /** Returns the rounds, marked where they are 3 to 5, which trust that noise is normal. */
  private String weakness() {
    Evidence scarcest = scarcest(evidence);
    return scarcest.units() < LogBounds.FEWEST || scarcest.units() >= LogBounds.ENOUGH
        ? rounds(evidence.get(decision.decisive()))
        : "only " + rounds(scarcest) + " (weak)";
  }

  private boolean somethingIsMissing() {
    return evidence.stream().anyMatch(own -> own.problem().isPresent());
  }

  private String shortReason(double more) {
    if (disturbed.tooMany()) {
      Evidence decisive = evidence.get(decision.decisive());
      return (decisive.units() == 0 ? "" : rounds(decisive) + where(decisive) + "; ")
          + disturbed.count()
          + ", more than a third: "
          + disturbed.reasons();
    }
    for (Evidence own : evidence) {
      if (own.problem().isPresent()) {
        return own.problem().get();
      }
    }
    Evidence decisive = evidence.get(decision.decisive());
    Evidence scarcest = scarcest(evidence);
    if (scarcest.units() < LogBounds.FEWEST) {
      return "only " + rounds(scarcest) + "; it takes at least 3, better 6";
    }
    return rounds(decisive)
        + (decisive.stretch().isWhole() ? "" : where(decisive) + ",")
        + " do not decide it; "
        + (more > MoreRounds.most(plan)
            ? "more than " + MoreRounds.most(plan)
            : "about " + Math.round(more))
        + " would";
  }

  private String why(double more) {
    if (disturbed.tooMany()) {
      return "what disturbed so many rounds is in the others as well, if less; end it, and measure"
          + " again";
    }
    if (scarcest(evidence).units() < LogBounds.FEWEST) {
      return "so few numbers cannot tell a scheduler from the moment in which it ran: the next run of"
          + " the same arm may differ as much; measure at least 3 rounds, better 6 or more";
    }
    Evidence decisive = evidence.get(decision.decisive());
    Part part = decision.parts().get(decision.decisive());
    if (decisive.units() < LogBounds.ENOUGH && LogBounds.withoutSpread(decisive.logs())) {
      return "all "
          + rounds(decisive)
          + " gave exactly the same figures: that is the grain of the clock, not the absence of"
          + " noise; let the workload run longer, or measure "
          + Math.round(more)
          + " rounds";
    }
    if (Double.isInfinite(part.bounds().low())) {
      return "at this level "
          + rounds(decisive)
          + " can decide nothing, even if they all agree; about "
          + Math.round(more)
          + " rounds in all would";
    }
    String correction =
        part.state() == Part.State.OPEN && isBeyond(decisive.claim(), part)
            ? "one of "
                + evidence.size()
                + " parts counts as refuted only at "
                + Shown.percent(1 - 2 * plan.level() / evidence.size())
                + "; "
            : "the evidence allows both that it holds and that it does not; ";
    return correction
        + (more > MoreRounds.most(plan)
            ? "more than "
                + MoreRounds.most(plan)
                + " rounds would be needed: the true "
                + (decisive.claim() instanceof Claim.Ratio ? "ratio" : "value")
                + " lies too close to the claim for this much noise"
            : "about "
                + Math.round(more)
                + " rounds in all would decide it, if estimate and noise stay as they are");
  }

  /** Tells whether the interval excludes the claim, though the stricter one does not. */
  private static boolean isBeyond(Claim claim, Part part) {
    double threshold = Verdicts.logThreshold(claim);
    return claim.sense() == Claim.Sense.AT_LEAST
        ? part.bounds().high() < threshold
        : part.bounds().low() > threshold;
  }

  private static Evidence scarcest(List<Evidence> evidence) {
    return evidence.stream().min(Comparator.comparingInt(Evidence::units)).orElseThrow();
  }

  private double moreRounds() {
    double most = 0;
    if (!isOpen()) {
      return most;
    }
    for (int i = 0; i < evidence.size(); i++) {
      Part part = decision.parts().get(i);
      if (part.state() == Part.State.OPEN) {
        Evidence own = evidence.get(i);
        most =
            Math.max(
                most, MoreRounds.estimate(part, own, own.claim().sense(), plan, evidence.size()));
      }
    }
    return most;
  }

  /** Returns the median of every arm, in the order in which claims name them. */
  private String medians() {
    Evidence decisive = evidence.get(decision.decisive());
    Map<String, String> shown = new LinkedHashMap<>();
    shown.put(decisive.claim().arm(), show(Medians.of(decisive.values()), decisive));
    if (decisive.claim() instanceof Claim.Ratio ratio) {
      shown.put(ratio.other(), show(Medians.of(decisive.otherValues()), decisive));
    }
    for (Evidence own : evidence) {
      if (own.units() > 0 && isLike(own, decisive)) {
        shown.putIfAbsent(own.claim().arm(), show(Medians.of(own.values()), own));
        if (own.claim() instanceof Claim.Ratio ratio) {
          shown.putIfAbsent(ratio.other(), show(Medians.of(own.otherValues()), own));
        }
      }
    }
    return (decisive.units() == 1 ? "" : "median ")
        + decisive.shownMetric()
        + " of "
        + rounds(decisive)
        + where(decisive)
        + ": "
        + shown.entrySet().stream()
            .map(arm -> arm.getKey() + " " + arm.getValue())
            .collect(Collectors.joining(", "));
  }

  private static boolean isLike(Evidence own, Evidence decisive) {
    return own.shownMetric().equals(decisive.shownMetric())
        && own.stretch().equals(decisive.stretch());
  }

  private static String show(double value, Evidence evidence) {
    return Shown.of(value, evidence.unit());
  }

  /** Returns e.g. "12 rounds" or "4 units merged from 12 rounds". */
  private static String rounds(Evidence evidence) {
    int units = evidence.units();
    return units == evidence.rounds()
        ? units + (units == 1 ? " round" : " rounds")
        : units
            + (units == 1 ? " unit" : " units")
            + " merged from "
            + evidence.rounds()
            + " rounds";
  }

  /**
   * Returns e.g. "typical speed none/bfq = 0.723 (93.9% interval 0.712 to 0.730; at least 0.909
   * claimed)".
   */
  private String figure(Evidence own, Part part) {
    int digits = tellingDigits(own, part);
    return (own.units() < LogBounds.FEWEST ? "" : "typical ")
        + what(own.claim())
        + " = "
        + quantity(own, part.bounds().estimate(), digits)
        + " ("
        + (hasInterval(part)
            ? Shown.percent(plan.intervalConfidence()) + " interval " + range(own, part, digits)
            : "no interval yet")
        + "; "
        + (own.claim().sense() == Claim.Sense.AT_LEAST ? "at least " : "at most ")
        + quantity(own, Verdicts.logThreshold(own.claim()), digits)
        + " claimed)";
  }

  private static boolean hasInterval(Part part) {
    return Double.isFinite(part.bounds().low()) || Double.isFinite(part.bounds().high());
  }

  private static String range(Evidence own, Part part, int digits) {
    return quantity(own, part.bounds().low(), digits)
        + " to "
        + quantity(own, part.bounds().high(), digits);
  }

  private String partLine(Evidence own, Part part) {
    String state =
        switch (part.state()) {
          case MET -> "met: ";
          case REFUTED -> "refuted: ";
          case OPEN -> "open: ";
        };
    String what = what(own.claim());
    if (own.problem().isPresent()) {
      return state + what + ": " + own.problem().get();
    }
    String phase = own.stretch().isWhole() ? "" : ", " + own.stretch().words();
    if (own.units() == 0) {
      return state + what + ": no complete round" + phase;
    }
    int digits = tellingDigits(own, part);
    return state
        + what
        + " = "
        + quantity(own, part.bounds().estimate(), digits)
        + (hasInterval(part) ? " (" + range(own, part, digits) + ")" : "")
        + phase;
  }

  private static String what(Claim claim) {
    return claim.metric() + (claim instanceof Claim.Ratio ? " " : " of ") + pair(claim);
  }

  private static String pair(Claim claim) {
    return claim instanceof Claim.Ratio ratio ? ratio.arm() + "/" + ratio.other() : claim.arm();
  }

  /** Returns enough digits that no end of the interval looks as if it lay on the claim. */
  private static int tellingDigits(Evidence own, Part part) {
    double threshold = Verdicts.logThreshold(own.claim());
    for (int digits = 3; digits < MOST_DIGITS; digits++) {
      String claimed = quantity(own, threshold, digits);
      if (!claimed.equals(quantity(own, part.bounds().low(), digits))
          && !claimed.equals(quantity(own, part.bounds().high(), digits))) {
        return digits;
      }
    }
    return 3;
  }

  private static String quantity(Evidence own, double logarithm, int digits) {
    return own.claim() instanceof Claim.Bound bound
        ? Shown.of(bound.threshold() * Math.exp(logarithm), own.unit(), digits)
        : Shown.ratio(Math.exp(logarithm), digits);
  }
}
