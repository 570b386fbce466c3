package org.iosched.reports;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.SamplingCheck;

/**
 * Everything a run leaves behind; assembled once, when the last benchmark of the run is done. Every
 * report is a function of it.
 *
 * @param suite the suite's name, e.g. {@code "ssd"}
 * @param seed the seed of the random order of the arms
 * @param startedAt when the run began
 * @param version the version of iosched that measured, e.g. {@code "0.1.0"}
 * @param device what was measured on, by name in the order to be shown, e.g. {@code "device" →
 *     "/dev/sda"}
 * @param conditions under which it was measured, by name in the order to be shown, e.g. {@code
 *     "kernel" → "6.1.0"}
 * @param benchmarks one entry per benchmark and workload, in the order they were measured
 * @param skipped the benchmarks that could not run
 * @param failures the invocations that threw
 * @param measuring wall-clock time from the first invocation to the end of the last, harness
 *     included
 * @param savedBudget how much of the planned measuring time was not needed, because looks decided
 *     early; zero where none was
 * @param notes whole sentences on what else happened, e.g. {@code "The budget of 10m ended before
 *     randomWrite was decided."}
 * @param samplingChecks whether slices and runs tell the same, where both were measured
 * @param familywise whether the error was divided among all expectations of the plan, so that the
 *     confidence holds for all of them together; else it holds for each
 */
public record RunReport(
    String suite,
    long seed,
    Instant startedAt,
    String version,
    Map<String, String> device,
    Map<String, String> conditions,
    List<BenchmarkResult> benchmarks,
    List<Skipped> skipped,
    List<Failure> failures,
    Duration measuring,
    Duration savedBudget,
    List<String> notes,
    List<SamplingCheck> samplingChecks,
    boolean familywise) {

  /** Copies the collections; the maps keep their order. */
  public RunReport {
    device = Collections.unmodifiableMap(new LinkedHashMap<>(device));
    conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    benchmarks = List.copyOf(benchmarks);
    skipped = List.copyOf(skipped);
    failures = List.copyOf(failures);
    notes = List.copyOf(notes);
    samplingChecks = List.copyOf(samplingChecks);
  }

  /** A run without sampling checks, whose expectations were decided each for itself. */
  public RunReport(
      String suite,
      long seed,
      Instant startedAt,
      String version,
      Map<String, String> device,
      Map<String, String> conditions,
      List<BenchmarkResult> benchmarks,
      List<Skipped> skipped,
      List<Failure> failures,
      Duration measuring,
      Duration savedBudget,
      List<String> notes) {
    this(
        suite,
        seed,
        startedAt,
        version,
        device,
        conditions,
        benchmarks,
        skipped,
        failures,
        measuring,
        savedBudget,
        notes,
        List.of(),
        false);
  }

  /**
   * A benchmark that could not run.
   *
   * @param name class and method, e.g. {@code "SsdBenchmarks.randomRead"}
   * @param reason one sentence that says why and what would help
   */
  public record Skipped(String name, String reason) {}

  /**
   * An invocation that threw instead of leaving a sample.
   *
   * @param benchmark the name of its {@link BenchmarkResult}
   * @param workload the workload of its {@link BenchmarkResult}
   * @param arm the name of the arm that was set; empty where several were, as in a probe or slices
   * @param message what went wrong, for a person
   */
  public record Failure(String benchmark, String workload, String arm, String message) {}

  /** Returns what the harness itself cost, from the samples. */
  public HarnessCost harnessCost() {
    return HarnessCost.of(benchmarks);
  }
}
