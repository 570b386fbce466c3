package org.iosched.dsl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides expectations from samples.
 *
 * <p>A verdict is about the typical ratio (or value) during the measured time. Rounds are the unit
 * of evidence: within each round the arms' values are paired, and what counts is the logarithm of
 * their ratio. See {@code docs/statistics.md} for the method and its sources.
 */
public final class Verdicts {
  private Verdicts() {}

  /**
   * Decides one expectation at a planned look.
   *
   * <p>With m claims, the expectation is MET when the one-sided bound of every claim at the plan's
   * level lies on the claimed side; NOT_MET when the opposite bound of one claim, at the level
   * divided by m, lies on the other side; else INCONCLUSIVE. Deciding between planned looks would
   * err more often than the plan's confidence says.
   *
   * <p>A claim about a part of each run is decided on that part. Else a claim about a workload that
   * runs for a fixed time has to hold in every regime of its arms' runs, each of which is a part of
   * the expectation like a claim of its own: met in one and refuted in another is NOT_MET. What is
   * known only of the whole run is judged on it, with a warning.
   *
   * <p>Where more than a third of the rounds are contaminated the verdict is INCONCLUSIVE, and so
   * it is where more than a third of an arm's samples lack the metric while others have it.
   *
   * <p>A round counts for a claim when every arm of the claim has the metric in it. Rounds with a
   * contaminated sample do not count at all, and are mentioned.
   *
   * @param sentence the canonical sentence
   * @param meaning what exactly is claimed, for the message, e.g. {@code "speed(noop)/speed(cfq) ≥
   *     1.10; speed is 1/elapsed"}; may be empty
   * @param phase the part of each run that is claimed about
   * @param claims the one-sided parts, at least one
   * @param samples every sample so far, contaminated ones included; a repeated round has a number
   *     of its own
   * @param plan the looks that were planned
   * @return the verdict, with the estimate and interval of its decisive claim: the one that refutes
   *     it, else the one with the least margin
   * @throws IllegalArgumentException where there is no claim, where a threshold is not a positive
   *     number, or where a round holds two samples of one arm
   */
  public static Verdict decide(
      String sentence,
      String meaning,
      Phase phase,
      List<Claim> claims,
      List<Sample> samples,
      LookPlan plan) {
    if (claims.isEmpty()) {
      throw new IllegalArgumentException("\"" + sentence + "\" claims nothing");
    }
    for (Claim claim : claims) {
      if (!(claim.threshold() > 0) || Double.isInfinite(claim.threshold())) {
        throw new IllegalArgumentException(
            "\"" + sentence + "\" needs a threshold above zero, not " + claim.threshold());
      }
    }
    List<Sample> clean = CleanRounds.of(samples);
    List<Unmeasured> unmeasured = Unmeasured.of(claims, clean);
    Optional<Unmeasured> tooMany = unmeasured.stream().filter(Unmeasured::tooMany).findFirst();
    if (tooMany.isPresent()) {
      return Verdict.undecided(
          sentence,
          (int) clean.stream().mapToInt(Sample::round).distinct().count(),
          "INCONCLUSIVE: "
              + sentence
              + ": "
              + tooMany.get().words()
              + ", more than a third, and what is left may be the slow ones only; let the workload"
              + " do more");
    }
    RegimeEvidence byRegime = RegimeEvidence.of(claims, phase, clean);
    List<Evidence> evidence = byRegime.evidence();
    List<Part> parts = new ArrayList<>();
    for (Evidence own : evidence) {
      Claim claim = own.claim();
      parts.add(
          Part.decide(
              own.logs(), claim.sense(), logThreshold(claim), plan.level(), evidence.size()));
    }
    Disturbed disturbed = Disturbed.of(samples);
    Decision decision = Decision.of(parts);
    if (disturbed.tooMany()) {
      decision = decision.leftOpen();
    }
    Set<Warning> warnings = new LinkedHashSet<>(byRegime.warnings());
    for (Evidence own : evidence) {
      warnings.addAll(EvidenceWarnings.of(own));
    }
    warnings.addAll(EvidenceWarnings.ofContamination(samples));
    warnings.addAll(EvidenceWarnings.ofRecording(samples));
    unmeasured.forEach(missing -> warnings.add(missing.warning()));
    List<Warning> listed = List.copyOf(warnings);
    Evidence decisive = evidence.get(decision.decisive());
    LogBounds bounds = parts.get(decision.decisive()).bounds();
    double scale = decisive.claim() instanceof Claim.Bound bound ? bound.threshold() : 1;
    boolean any = decisive.units() > 0;
    return new Verdict(
        sentence,
        decision.outcome(),
        any ? scale * Math.exp(bounds.estimate()) : Double.NaN,
        any ? scale * Math.exp(bounds.low()) : Double.NaN,
        any ? scale * Math.exp(bounds.high()) : Double.NaN,
        any ? plan.intervalConfidence() : Double.NaN,
        decisive.rounds(),
        listed,
        new VerdictMessage(
                sentence,
                meaning,
                evidence,
                decision,
                plan,
                listed,
                byRegime.changes().stream().map(RegimeChange::words).toList(),
                disturbed)
            .text());
  }

  /**
   * Tells whether more than a third of the rounds were disturbed, so that nothing is decided from
   * the others.
   */
  public static boolean tooDisturbed(List<Sample> samples) {
    return Disturbed.of(samples).tooMany();
  }

  /** Tells whether every verdict is MET or NOT_MET, so that measuring may end at this look. */
  public static boolean decided(List<Verdict> verdicts) {
    return verdicts.stream().noneMatch(v -> v.outcome() == Outcome.INCONCLUSIVE);
  }

  static double logThreshold(Claim claim) {
    return claim instanceof Claim.Ratio ? Math.log(claim.threshold()) : 0;
  }
}
