package org.iosched.engine;

import java.util.List;
import java.util.Map;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Series;

/**
 * What a run measured.
 *
 * @param jobs one entry for each job of the text, in its order; the clones of {@code numjobs} are
 *     added up
 * @param continuous whether the workload ended by the clock, see {@link JobFile#continuous()}
 * @param elapsedSeconds from the start of the first job to the end of the last, final syncs
 *     included
 * @param userCpuSeconds processor time of the job threads in user mode
 * @param systemCpuSeconds processor time of the job threads in the kernel
 * @param ioPath {@code "io_uring"} or {@code "pread/pwrite threads"}
 */
public record JobResult(
    List<JobStats> jobs,
    boolean continuous,
    double elapsedSeconds,
    double userCpuSeconds,
    double systemCpuSeconds,
    String ioPath) {

  /** Copies the jobs. */
  public JobResult {
    jobs = List.copyOf(jobs);
  }

  /**
   * Returns the metrics of the whole workload, of each side and, where there is more than one job,
   * of each job. Latencies are absent where there was no I/O; time is there only for work that
   * ends.
   */
  public Map<Metric, Measured> metrics() {
    return Map.of();
  }

  /** Returns the latency distributions of the whole workload, each side and each job. */
  public List<Latencies> latencies() {
    return List.of();
  }

  /** Returns the I/Os and bytes of every 100 ms of the whole workload, each side and each job. */
  public List<Series> series() {
    return List.of();
  }
}
