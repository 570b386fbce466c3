package org.iosched.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Side;

/**
 * A workload in fio's job language, as far as the embedded engine knows it.
 *
 * @param jobs the jobs in the order of the text; at least one; names are unique
 */
public record JobFile(List<Job> jobs) {

  /** Copies the jobs. */
  public JobFile {
    jobs = List.copyOf(jobs);
  }

  /**
   * Reads a job text. The options and their defaults are listed in {@code docs/workloads.md}.
   *
   * @param text sections and {@code key=value} lines, as in a fio job file
   * @throws JobException if the text has an option or a value that the engine does not run; nothing
   *     was started
   */
  public static JobFile parse(String text) {
    return new JobFile(JobParser.parse(text));
  }

  /** Returns a job text that parses to the same jobs; fio reads it the same way. */
  public String text() {
    return jobs.stream().map(JobOptions::text).collect(Collectors.joining("\n"));
  }

  /** Tells whether the workload ends by the clock rather than by having done its work. */
  public boolean continuous() {
    return jobs.stream().anyMatch(job -> job.timeBased() || job.runtime().isPresent());
  }

  /**
   * Returns how long the workload runs by the clock, start delays and ramp times included, groups
   * that wait for each other ({@code stonewall}) added up; jobs without a runtime count as nothing
   * but their start delay.
   */
  public Duration longestRuntime() {
    Duration before = Duration.ZERO;
    Duration group = Duration.ZERO;
    for (Job job : jobs) {
      if (job.stonewall()) {
        before = before.plus(group);
        group = Duration.ZERO;
      }
      if (job.clockTime().compareTo(group) > 0) {
        group = job.clockTime();
      }
    }
    return before.plus(group);
  }

  /**
   * Returns the same jobs, but that each starts over until a time is over.
   *
   * @param runtime that time, more than zero
   */
  public JobFile running(Duration runtime) {
    return new JobFile(jobs.stream().map(job -> job.running(runtime, job.rampTime())).toList());
  }

  /**
   * Returns the same jobs, but that each starts over until a time is over and is measured from its
   * start, for a caller that knows by itself when to begin.
   *
   * @param runtime that time, more than zero
   */
  public JobFile runningUnramped(Duration runtime) {
    return new JobFile(jobs.stream().map(job -> job.running(runtime, Duration.ZERO)).toList());
  }

  /** Returns the longest ramp time of the jobs. */
  public Duration longestRampTime() {
    return jobs.stream()
        .map(Job::rampTime)
        .reduce(Duration.ZERO, (a, b) -> a.compareTo(b) < 0 ? b : a);
  }

  /** Tells whether any job writes. */
  public boolean writes() {
    return jobs.stream().anyMatch(job -> job.direction().writes());
  }

  /**
   * Tells whether every I/O that a metric counts is under a rate, so that it has an intended start
   * and there is a response.
   *
   * @param metric of one of these jobs, or of all
   */
  public boolean limited(Metric metric) {
    return jobs.stream()
        .filter(job -> metric.job().map(job.name()::equals).orElse(true))
        .allMatch(job -> limited(job, metric.side()));
  }

  private static boolean limited(Job job, Side side) {
    boolean reads = side != Side.WRITE && job.direction().reads();
    boolean writes = side != Side.READ && job.direction().writes();
    return (!reads || job.limited(false)) && (!writes || job.limited(true));
  }

  /** Returns the names of the jobs, in the order of the text. */
  public List<String> jobNames() {
    return jobs.stream().map(Job::name).toList();
  }

  /**
   * Returns how many bytes the target must have for the sizes and offsets given in bytes; 0 where
   * every job takes the whole target or a share of it.
   */
  public long largestExtentBytes() {
    return jobs.stream().map(Job::extentBytes).flatMap(Optional::stream).reduce(0L, Math::max);
  }
}
