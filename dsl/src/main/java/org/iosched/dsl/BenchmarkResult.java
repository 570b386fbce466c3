package org.iosched.dsl;

import java.util.List;
import java.util.Optional;

/**
 * What one benchmark measured with one workload, and what was decided from it.
 *
 * @param name class and method, e.g. {@code "SsdBenchmarks.randomRead"}, and in brackets behind it
 *     the name of the alternative where the method has several workloads
 * @param workload the workload's own text or, for a body, {@code "method body"}
 * @param continuous whether the workload runs for a fixed time (its speed is its throughput)
 *     instead of ending by itself
 * @param arms the arms in the order they were declared
 * @param plan the looks that were planned and the error they spend
 * @param samples every sample in the order it was taken, contaminated ones included
 * @param verdicts one verdict per expectation, in the order they were declared
 * @param sampling how it was sampled, and why so
 * @param control the verdict of the A/A control, which compares an arm with itself: MET where no
 *     difference was seen, NOT_MET where one was; empty where none was asked for
 * @param obstacle why nothing is decided from it, whatever its samples say: a run failed, or its
 *     control did; empty where there is nothing of the kind
 */
public record BenchmarkResult(
    String name,
    String workload,
    boolean continuous,
    List<Arm> arms,
    LookPlan plan,
    List<Sample> samples,
    List<Verdict> verdicts,
    SamplingPlan sampling,
    Optional<Verdict> control,
    Optional<String> obstacle) {

  /** A benchmark that was measured to its end. */
  public BenchmarkResult(
      String name,
      String workload,
      boolean continuous,
      List<Arm> arms,
      LookPlan plan,
      List<Sample> samples,
      List<Verdict> verdicts,
      SamplingPlan sampling,
      Optional<Verdict> control) {
    this(
        name,
        workload,
        continuous,
        arms,
        plan,
        samples,
        verdicts,
        sampling,
        control,
        Optional.empty());
  }

  /** A benchmark sampled in runs to its end, without a control. */
  public BenchmarkResult(
      String name,
      String workload,
      boolean continuous,
      List<Arm> arms,
      LookPlan plan,
      List<Sample> samples,
      List<Verdict> verdicts) {
    this(
        name,
        workload,
        continuous,
        arms,
        plan,
        samples,
        verdicts,
        new SamplingPlan.Runs(""),
        Optional.empty());
  }

  /** Returns the same results under another name. */
  public BenchmarkResult named(String newName) {
    return new BenchmarkResult(
        newName, workload, continuous, arms, plan, samples, verdicts, sampling, control, obstacle);
  }

  /**
   * Returns the same results, of which nothing is decided.
   *
   * @param reason why, as a part of a sentence
   */
  public BenchmarkResult undecidedFor(String reason) {
    List<Verdict> open =
        verdicts.stream()
            .map(
                verdict ->
                    Verdict.undecided(
                        verdict.expectation(),
                        verdict.rounds(),
                        "INCONCLUSIVE: " + verdict.expectation() + ": " + reason))
            .toList();
    return new BenchmarkResult(
        name,
        workload,
        continuous,
        arms,
        plan,
        samples,
        open,
        sampling,
        control,
        Optional.of(reason));
  }

  /** Returns the name without the alternative's, e.g. {@code "SsdBenchmarks.randomRead"}. */
  public String method() {
    int alternative = name.indexOf(" [");
    return alternative < 0 ? name : name.substring(0, alternative);
  }

  /** Returns the name of the alternative among several workloads; empty where there is one. */
  public String alternative() {
    return name.endsWith("]") && !method().equals(name)
        ? name.substring(method().length() + 2, name.length() - 1)
        : "";
  }

  /** Copies the collections. */
  public BenchmarkResult {
    arms = List.copyOf(arms);
    samples = List.copyOf(samples);
    verdicts = List.copyOf(verdicts);
  }
}
