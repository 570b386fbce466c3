package org.iosched.dsl;

import java.util.List;

/**
 * The A/A control: one arm is measured under two labels, through the same plan. What differs
 * between them is not the scheduler, so that a plan which sees a difference there decides nothing
 * elsewhere either.
 */
public final class Control {
  /** The two-sided confidence of all looks together. */
  public static final double CONFIDENCE = 0.99;

  /** Differences of one percent and less do not make the control fail. */
  public static final double SMALLEST_EFFECT = 0.01;

  private Control() {}

  /** Returns the sentence that the control states, e.g. {@code "none equals itself (control)"}. */
  public static String sentence(String arm) {
    return arm + " equals itself (control)";
  }

  /**
   * Compares the speed of an arm with that of its copy (or its iops, where only they were
   * measured).
   *
   * @param arm the name of the arm, which also stands in the sentence
   * @param copy the name of the same arm under its second label
   * @param samples every sample so far, contaminated ones included
   * @param plan the looks of the benchmark
   * @return NOT_MET, which is a failed control, when the interval at the look's own level (99% over
   *     all looks) excludes 1 and the effect is over 1%; INCONCLUSIVE below 6 rounds; else MET
   */
  public static Verdict decide(String arm, String copy, List<Sample> samples, LookPlan plan) {
    List<Sample> clean = CleanRounds.of(samples);
    Evidence evidence =
        Evidence.of(new Claim.Ratio(Metric.SPEED, arm, copy, Claim.Sense.AT_LEAST, 1), clean);
    return Verdict.undecided(
        sentence(arm),
        evidence.rounds(),
        "not decided yet, " + LookPlans.nominalLevel(plan.rounds(), 1 - (1 - CONFIDENCE) / 2));
  }
}
