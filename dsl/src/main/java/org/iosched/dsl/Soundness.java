package org.iosched.dsl;

import java.util.Optional;

/** Refuses what reads like an expectation but claims nothing that measuring could decide. */
final class Soundness {

  private Soundness() {}

  /** The part of a sentence in which a problem lies. */
  enum Part {
    SUBJECT,
    AMOUNT,
    DIRECTION,
    METRIC,
    OBJECT
  }

  /**
   * A problem.
   *
   * @param part where it lies
   * @param message what it is
   * @param instead a valid wording in place of that part, where there is a near one
   */
  record Problem(Part part, String message, Optional<String> instead) {}

  static Optional<Problem> problem(
      Subject subject, Relation relation, Metric metric, Reference object) {
    return metricProblem(metric)
        .or(() -> objectProblem(subject, relation, object))
        .or(
            () ->
                relation instanceof Relation.Differs differs
                    ? differenceProblem(differs, metric)
                    : Optional.empty())
        .or(
            () ->
                object instanceof Reference.Bound bound
                    ? boundProblem(bound, metric)
                    : Optional.empty())
        .or(
            () ->
                relation instanceof Relation.Differs differs
                    ? allPairsProblem(subject, differs, metric, object)
                    : Optional.empty());
  }

  private static Optional<Problem> metricProblem(Metric metric) {
    Optional<String> job = metric.job().filter(name -> !Vocabulary.isJobName(name));
    if (job.isPresent()) {
      return problem(Part.METRIC, Vocabulary.notAName(job.get(), "job"), "");
    }
    boolean whole = metric.quantity() == Quantity.TIME || metric.quantity() == Quantity.CPU;
    if (whole && metric.side() != Side.BOTH) {
      return problem(
          Part.METRIC,
          metric.quantity().words() + " is not counted for reads and writes apart",
          new Metric(metric.job(), Side.BOTH, metric.quantity()).toString());
    }
    return Optional.empty();
  }

  private static Optional<Problem> objectProblem(
      Subject subject, Relation relation, Reference object) {
    if (relation instanceof Relation.Limited != object instanceof Reference.Bound) {
      return problem(
          Part.OBJECT,
          "a difference needs a scheduler to compare with, and a bound needs a value",
          "");
    }
    if (subject instanceof Subject.Named named
        && object instanceof Reference.Other other
        && named.arm().equals(other.arm())) {
      return problem(Part.OBJECT, named.arm() + " cannot be compared with itself", "every other");
    }
    return Optional.empty();
  }

  private static Optional<Problem> differenceProblem(Relation.Differs differs, Metric metric) {
    boolean ofSpeed = Wording.isOfSpeed(differs.direction());
    if (ofSpeed && metric.quantity() != Quantity.SPEED) {
      boolean upwards =
          (differs.direction() == Direction.FASTER) == metric.quantity().higherIsBetter();
      return problem(
          Part.DIRECTION,
          "faster and slower speak of speed, not of " + metric,
          Wording.words(upwards ? Direction.MORE : Direction.LESS, metric.quantity()));
    }
    if (differs.direction() == Direction.LESS && differs.difference().decreased() <= 0) {
      boolean atLeast = differs.sense() == Claim.Sense.AT_LEAST;
      return problem(
          Part.AMOUNT,
          differs.difference()
              + " less than a value is zero or below it, so the claim "
              + (atLeast ? "can never hold" : "always holds")
              + "; percentages of less stay below 100, and a factor says more",
          "5x");
    }
    return Optional.empty();
  }

  private static Optional<Problem> boundProblem(Reference.Bound bound, Metric metric) {
    Unit unit = bound.amount().unit();
    boolean fits =
        switch (metric.quantity()) {
          case SPEED -> false;
          case TIME -> unit == Unit.SECONDS;
          case CPU -> unit == Unit.SECONDS || unit == Unit.NANOSECONDS;
          case IOPS -> unit == Unit.IO_PER_SECOND;
          case BANDWIDTH -> unit == Unit.BYTES_PER_SECOND;
          default -> unit == Unit.NANOSECONDS;
        };
    return fits
        ? Optional.empty()
        : problem(Part.OBJECT, bound.amount() + " is no bound for " + metric, "");
  }

  private static Optional<Problem> allPairsProblem(
      Subject subject, Relation.Differs differs, Metric metric, Reference object) {
    Claims.Threshold threshold = Claims.threshold(differs);
    boolean allowsEqual =
        threshold.sense() == Claim.Sense.AT_LEAST ? threshold.ratio() <= 1 : threshold.ratio() >= 1;
    if (object instanceof Reference.TheBest) {
      boolean boundsWorse =
          allowsEqual
              && (threshold.sense() == Claim.Sense.AT_LEAST) == metric.quantity().higherIsBetter();
      if (!boundsWorse) {
        return problem(
            Part.OBJECT,
            "the best can only be approached, as in \"at most 10% slower than the best\" or"
                + " \"within 10% of the best\"",
            "every other");
      }
    }
    if (subject instanceof Subject.EveryScheduler
        && object instanceof Reference.EveryOther
        && !allowsEqual) {
      return problem(
          Part.OBJECT,
          "no two schedulers can both be so much "
              + Wording.words(differs.direction(), metric.quantity())
              + " than each other, so the claim can never hold",
          "");
    }
    return Optional.empty();
  }

  private static Optional<Problem> problem(Part part, String message, String instead) {
    return Optional.of(
        new Problem(part, message, instead.isEmpty() ? Optional.empty() : Optional.of(instead)));
  }
}
