package org.iosched.extension;

import java.util.List;
import java.util.Optional;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Nearest;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Side;
import org.iosched.engine.Job;
import org.iosched.engine.JobFile;

/** What a benchmark runs in each invocation. */
sealed interface WorkloadPlan {

  /** Returns the workload's text for reports. */
  String text();

  /** Returns the short name that tells alternatives apart; empty where there is only one. */
  String name();

  /** Returns the name of the workload's job if it has exactly one. */
  default Optional<String> onlyJob() {
    return Optional.empty();
  }

  /** Returns why a metric can never be measured of this workload; empty if it can. */
  Optional<String> neverMeasures(Metric metric);

  /** Tells whether it runs for a fixed time, so that its speed is its throughput. */
  boolean continuous();

  /** The test method's own body, timed up to the final sync. */
  record Body() implements WorkloadPlan {
    @Override
    public String text() {
      return "method body";
    }

    @Override
    public String name() {
      return "";
    }

    @Override
    public boolean continuous() {
      return false;
    }

    @Override
    public Optional<String> neverMeasures(Metric metric) {
      boolean measured =
          metric.job().isEmpty()
              && metric.side() == Side.BOTH
              && List.of(Quantity.SPEED, Quantity.TIME, Quantity.CPU).contains(metric.quantity());
      return measured
          ? Optional.empty()
          : Optional.of(
              metric
                  + " is measured of fio jobs, and here the method's body is the workload, of which"
                  + " there are time and cpu; claim one of these, or add a @Workload.");
    }
  }

  /**
   * Jobs in fio's language, run by the embedded engine.
   *
   * @param name the short name, may be empty
   * @param text the jobs as written
   * @param jobs the jobs as read
   */
  record Fio(String name, String text, JobFile jobs) implements WorkloadPlan {
    @Override
    public boolean continuous() {
      return jobs.continuous();
    }

    @Override
    public Optional<String> onlyJob() {
      List<String> names = jobs.jobNames();
      return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
    }

    @Override
    public Optional<String> neverMeasures(Metric metric) {
      List<String> names = jobs.jobNames();
      if (metric.job().isPresent() && !names.contains(metric.job().get())) {
        String job = metric.job().get();
        return Optional.of(
            job
                + " is neither a word of the language nor a job of the workload, whose jobs are "
                + String.join(", ", names)
                + Nearest.hint(job, names)
                + "; latencies are mean, p50, p90, p95, p99, p99.9 and max.");
      }
      List<Job> meant =
          jobs.jobs().stream()
              .filter(job -> metric.job().map(job.name()::equals).orElse(true))
              .toList();
      boolean any =
          switch (metric.side()) {
            case BOTH -> true;
            case READ -> meant.stream().anyMatch(job -> job.direction().reads());
            case WRITE -> meant.stream().anyMatch(job -> job.direction().writes());
          };
      return any
          ? Optional.empty()
          : Optional.of(
              "no job that it is about does "
                  + (metric.side() == Side.READ ? "reads" : "writes")
                  + "; change the jobs' rw or the metric.");
    }
  }
}
