package org.iosched.dsl;

import java.util.List;

/**
 * What a class's benchmarks measured.
 *
 * @param benchmarks one entry per benchmark and workload, in the order they were measured
 */
public record Results(List<BenchmarkResult> benchmarks) {

  /** Copies the list. */
  public Results {
    benchmarks = List.copyOf(benchmarks);
  }
}
