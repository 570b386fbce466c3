package org.iosched.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The A/A control: one arm is measured under two labels, through the same plan. Whatever differs
 * between them is not the scheduler, so a plan that sees a difference there decides nothing
 * elsewhere either.
 */
public final class Control {
  /** The two-sided confidence of all looks together. */
  public static final double CONFIDENCE = 0.99;

  /** Only a difference over this share makes the control fail. */
  public static final double SMALLEST_EFFECT = 0.01;

  private static final int MOST_DIGITS = 6;

  private static final Metric IOPS = Metric.of(Quantity.IOPS);

  private Control() {}

  /** Returns the sentence that the control states, e.g. {@code "none equals itself (control)"}. */
  public static String sentence(String arm) {
    return arm + " equals itself (control)";
  }

  /**
   * Decides at a look whether an arm equals its copy. What is compared is their speed, which is
   * time or bandwidth, or iops where only they were measured.
   *
   * <p>The interval has a level of its own, not that of the plan: at all looks of the plan together
   * it excludes 1 with a probability of at most 1% where there is no difference. MET says that no
   * difference over 1% was shown, and not that there is none.
   *
   * @param arm the name of the arm, which also stands in the sentence
   * @param copy the name of the same arm under its second label
   * @param samples every sample so far, contaminated ones included; a repeated round has a number
   *     of its own
   * @param plan the looks of the benchmark
   * @return NOT_MET, which is a failed control, when the interval excludes 1 and the effect is over
   *     1%; INCONCLUSIVE with so few rounds that it could not fail; else MET. The estimate is
   *     speed(arm)/speed(copy)
   * @throws IllegalArgumentException where a round holds two samples of one arm
   */
  public static Verdict decide(String arm, String copy, List<Sample> samples, LookPlan plan) {
    List<Sample> clean = CleanRounds.of(samples);
    Claim claim = new Claim.Ratio(metric(clean, arm, copy), arm, copy, Claim.Sense.AT_LEAST, 1);
    Evidence evidence = Evidence.of(claim, clean);
    List<Warning> warnings = new ArrayList<>(EvidenceWarnings.of(evidence));
    warnings.addAll(EvidenceWarnings.ofContamination(samples));
    double level = LookPlans.nominalLevel(plan.rounds(), 1 - (1 - CONFIDENCE) / 2);
    LogBounds bounds = LogBounds.of(evidence.logs(), level).get(0);
    Outcome outcome = outcome(evidence, bounds);
    boolean any = evidence.units() > 0;
    return new Verdict(
        sentence(arm),
        outcome,
        any ? Math.exp(bounds.estimate()) : Double.NaN,
        any ? Math.exp(bounds.low()) : Double.NaN,
        any ? Math.exp(bounds.high()) : Double.NaN,
        any ? 1 - 2 * level : Double.NaN,
        evidence.rounds(),
        warnings,
        message(claim, copy, evidence, bounds, level, outcome, warnings));
  }

  private static Outcome outcome(Evidence evidence, LogBounds bounds) {
    // Without a bound it could not have failed, and says nothing by not failing.
    if (evidence.units() < LogBounds.ENOUGH || Double.isInfinite(bounds.low())) {
      return Outcome.INCONCLUSIVE;
    }
    boolean differs = bounds.low() > 0 || bounds.high() < 0;
    return differs && Math.abs(bounds.estimate()) > Math.log1p(SMALLEST_EFFECT)
        ? Outcome.NOT_MET
        : Outcome.MET;
  }

  private static Metric metric(List<Sample> samples, String arm, String copy) {
    boolean speed =
        samples.stream()
            .filter(sample -> sample.arm().equals(arm) || sample.arm().equals(copy))
            .anyMatch(sample -> sample.measured(Metric.SPEED).isPresent());
    boolean iops = samples.stream().anyMatch(sample -> sample.measured(IOPS).isPresent());
    return iops && !speed ? IOPS : Metric.SPEED;
  }

  private static String message(
      Claim claim,
      String copy,
      Evidence evidence,
      LogBounds bounds,
      double level,
      Outcome outcome,
      List<Warning> warnings) {
    List<String> lines = new ArrayList<>();
    String head =
        (switch (outcome) {
              case MET -> "MET: ";
              case NOT_MET -> "NOT MET: ";
              case INCONCLUSIVE -> "INCONCLUSIVE: ";
            })
            + sentence(claim.arm())
            + ": ";
    if (evidence.units() == 0) {
      return head + evidence.problem().orElse("no round holds both of them yet");
    }
    boolean bounded = Double.isFinite(bounds.low());
    String figure =
        (evidence.units() < LogBounds.FEWEST ? "" : "typical ")
            + claim.metric()
            + " "
            + claim.arm()
            + "/"
            + copy
            + " = "
            + Shown.ratio(Math.exp(bounds.estimate()), digits(bounds))
            + (bounded ? " (" + interval(bounds, level) + ")" : " (no interval yet)");
    String rounds = evidence.units() + (evidence.units() == 1 ? " round" : " rounds");
    lines.add(
        head
            + figure
            + ", "
            + (outcome == Outcome.INCONCLUSIVE
                ? "only " + rounds + "; a control takes at least " + fewest(level)
                : rounds));
    lines.add(
        "median "
            + evidence.shownMetric()
            + " of "
            + rounds
            + ": "
            + claim.arm()
            + " "
            + Shown.of(Medians.of(evidence.values()), evidence.unit())
            + ", "
            + copy
            + " "
            + Shown.of(Medians.of(evidence.otherValues()), evidence.unit()));
    lines.add("that is: " + meaning(claim.arm(), copy, bounds, outcome));
    warnings.forEach(
        warning -> lines.add("warning (" + warning.kind() + "): " + warning.message()));
    return lines.stream().collect(Collectors.joining("\n  "));
  }

  private static String meaning(String arm, String copy, LogBounds bounds, Outcome outcome) {
    String difference = Shown.percent(Math.expm1(Math.abs(bounds.estimate())));
    return switch (outcome) {
      case NOT_MET ->
          "the plan sees a difference where there is none: both are "
              + arm
              + ", and yet "
              + (bounds.estimate() > 0 ? arm : copy)
              + " comes out "
              + difference
              + " ahead, so its benchmark decides nothing; look for what comes with the order of"
              + " the runs, or with one label and not the other";
      case INCONCLUSIVE ->
          "so few rounds could not make the control fail, even if they all agree, and so show neither"
              + " that the plan is sound nor that it is not";
      case MET -> {
        boolean small = bounds.low() > 0 || bounds.high() < 0;
        yield small
            ? "the plan sees a difference of "
                + difference
                + " where there is none, too small to doubt its benchmark: do not claim"
                + " differences of about this size"
            : "the plan sees no difference where there is none";
      }
    };
  }

  /** Returns how many rounds it takes at least for a bound at a level: 2⁻ⁿ may not exceed it. */
  private static int fewest(double level) {
    return Math.max(LogBounds.ENOUGH, (int) Math.ceil(-Math.log(level) / Math.log(2)));
  }

  private static String interval(LogBounds bounds, double level) {
    int digits = digits(bounds);
    return Shown.percent(1 - 2 * level)
        + " interval "
        + Shown.ratio(Math.exp(bounds.low()), digits)
        + " to "
        + Shown.ratio(Math.exp(bounds.high()), digits);
  }

  /** Returns enough digits that neither end looks as if it lay on 1. */
  private static int digits(LogBounds bounds) {
    for (int digits = 3; digits < MOST_DIGITS; digits++) {
      String one = Shown.ratio(1, digits);
      if (!one.equals(Shown.ratio(Math.exp(bounds.low()), digits))
          && !one.equals(Shown.ratio(Math.exp(bounds.high()), digits))) {
        return digits;
      }
    }
    return 3;
  }
}
