package org.iosched.extension;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Claim;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.LookPlan;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SentenceException;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Verdicts;

/**
 * Decides the expectations of a benchmark from its samples.
 *
 * @param arms the arms that are compared
 * @param onlyJob the name of the workload's job if it has exactly one
 */
record Decisions(List<Arm> arms, Optional<String> onlyJob) {

  /** Decides one expectation, which nothing leaves open, at a planned look. */
  Verdict decide(Expectation expectation, List<Sample> samples, LookPlan looks) {
    return Verdicts.decide(
        expectation.toString(),
        expectation.meaning(),
        expectation.phase(),
        claims(expectation),
        samples,
        looks);
  }

  /**
   * Returns what exactly is claimed about these arms.
   *
   * @throws SentenceException if the sentence names another one
   */
  List<Claim> claims(Expectation expectation) {
    return expectation.claims(arms.stream().map(Arm::name).toList()).stream()
        .map(this::ofTheWhole)
        .toList();
  }

  /** A workload's only job is the whole workload, and is measured under that name. */
  private Claim ofTheWhole(Claim claim) {
    Metric metric = claim.metric();
    if (metric.job().isEmpty() || !onlyJob.equals(metric.job())) {
      return claim;
    }
    Metric whole = Metric.of(metric.side(), metric.quantity());
    if (claim instanceof Claim.Bound bound) {
      return new Claim.Bound(whole, bound.arm(), bound.sense(), bound.threshold(), bound.unit());
    }
    return claim instanceof Claim.Ratio ratio
        ? new Claim.Ratio(whole, ratio.arm(), ratio.other(), ratio.sense(), ratio.threshold())
        : claim;
  }

  /**
   * Returns why an expectation stays open whatever is still measured.
   *
   * @param unavailable the arms that cannot be had, with the reason
   */
  Optional<String> leftOpen(Expectation expectation, Map<String, String> unavailable) {
    Optional<String> undecidable = expectation.undecidable();
    if (undecidable.isPresent()) {
      return undecidable;
    }
    List<Claim> claims;
    try {
      claims = claims(expectation);
    } catch (SentenceException e) {
      return Optional.of("it names a scheduler that -Dschedulers leaves out: " + e.getMessage());
    }
    return claims.stream()
        .flatMap(
            claim ->
                claim instanceof Claim.Ratio ratio
                    ? Stream.of(ratio.arm(), ratio.other())
                    : Stream.of(claim.arm()))
        .filter(unavailable::containsKey)
        .map(unavailable::get)
        .findFirst();
  }
}
