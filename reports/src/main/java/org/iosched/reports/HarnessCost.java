package org.iosched.reports;

import java.util.List;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Medians;
import org.iosched.dsl.Sample;

/**
 * The time a run spent around its workloads: switching, cold caches, settling, bookkeeping.
 *
 * @param medianSeconds the median per invocation, in seconds; {@code NaN} without a sample
 * @param totalSeconds the sum over all invocations, in seconds
 * @param share the sum's part of harness and workload together, 0 to 1; {@code NaN} without a
 *     sample
 */
public record HarnessCost(double medianSeconds, double totalSeconds, double share) {

  static HarnessCost of(List<BenchmarkResult> benchmarks) {
    List<Sample> samples = benchmarks.stream().flatMap(b -> b.samples().stream()).toList();
    double harness = samples.stream().mapToDouble(Sample::harnessSeconds).sum();
    double workload = samples.stream().mapToDouble(Sample::seconds).sum();
    return new HarnessCost(
        Medians.of(samples.stream().mapToDouble(Sample::harnessSeconds).toArray()),
        harness,
        harness + workload > 0 ? harness / (harness + workload) : Double.NaN);
  }
}
