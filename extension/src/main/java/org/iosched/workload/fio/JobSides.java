package org.iosched.workload.fio;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Nearest;
import org.iosched.dsl.Side;

/**
 * Which I/Os a job does, whoever runs it.
 *
 * @param job its name
 * @param reads whether some of them are reads
 * @param writes whether it changes the target
 */
public record JobSides(String job, boolean reads, boolean writes) {

  /**
   * Returns why a metric can never be measured of some jobs, as a sentence with a remedy; empty if
   * it can.
   */
  public static Optional<String> neverMeasures(Metric metric, List<JobSides> jobs) {
    Set<String> names =
        jobs.stream().map(JobSides::job).collect(Collectors.toCollection(LinkedHashSet::new));
    if (metric.job().isPresent() && !names.contains(metric.job().get())) {
      String job = metric.job().get();
      return Optional.of(
          job
              + " is neither a word of the language nor a job of the workload, whose jobs are "
              + String.join(", ", names)
              + Nearest.hint(job, List.copyOf(names))
              + "; latencies are mean, p50, p90, p95, p99, p99.9 and max.");
    }
    List<JobSides> meant =
        jobs.stream().filter(job -> metric.job().map(job.job::equals).orElse(true)).toList();
    boolean any =
        switch (metric.side()) {
          case BOTH -> true;
          case READ -> meant.stream().anyMatch(JobSides::reads);
          case WRITE -> meant.stream().anyMatch(JobSides::writes);
        };
    return any
        ? Optional.empty()
        : Optional.of(
            "no job that it is about does "
                + (metric.side() == Side.READ ? "reads" : "writes")
                + "; change the jobs' rw or the metric.");
  }
}
