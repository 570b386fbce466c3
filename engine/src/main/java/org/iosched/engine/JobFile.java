package org.iosched.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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
    return of(JobText.read(text));
  }

  /**
   * Returns the jobs of a text.
   *
   * @param text the jobs, whoever is to run them
   * @throws JobException if the text has an option or a value that the engine does not run; what no
   *     engine runs comes before what fio does
   */
  public static JobFile of(JobText text) {
    checkOptions(text);
    Map<String, Integer> lineOfName = new HashMap<>();
    List<Job> jobs = new ArrayList<>();
    for (JobText.Section section : text.jobs()) {
      JobDraft draft = new JobDraft();
      draft.name = section.name();
      section.options().forEach(option -> JobOptions.apply(draft, option));
      jobs.add(checked(section, draft, lineOfName));
    }
    return new JobFile(jobs);
  }

  /** Looks at each line by itself, so that the first bad line of the text is the one named. */
  private static void checkOptions(JobText text) {
    SortedMap<Integer, JobText.Option> byLine = new TreeMap<>();
    text.jobs().forEach(job -> job.options().forEach(option -> byLine.put(option.line(), option)));
    JobException onlyFio = null;
    for (JobText.Option option : byLine.values()) {
      try {
        JobOptions.apply(new JobDraft(), option);
      } catch (JobException e) {
        if (!e.knownToFio()) {
          throw e;
        }
        onlyFio = onlyFio == null ? e : onlyFio;
      }
    }
    if (onlyFio != null) {
      throw onlyFio;
    }
  }

  private static Job checked(
      JobText.Section section, JobDraft draft, Map<String, Integer> lineOfName) {
    String place = JobTextReader.place(section.line());
    if (draft.loops > 1 && !draft.repeatable()) {
      throw JobException.onlyFio(
          place
              + section.name()
              + " has loops, which the embedded engine runs with a size or io_size in bytes only");
    }
    Job job = draft.job();
    Integer earlier = lineOfName.putIfAbsent(job.name(), section.line());
    if (earlier != null) {
      throw new JobException(
          place
              + job.name()
              + " is already the name of the job in line "
              + earlier
              + "; results tell jobs apart by name");
    }
    if (job.timeBased() && job.runtime().isEmpty()) {
      throw new JobException(place + job.name() + " is time_based but has no runtime");
    }
    boolean byBytes = !job.rate().equals(Sides.both(0));
    boolean byIos = !job.rateIops().equals(Sides.both(0));
    if (byBytes && byIos) {
      throw new JobException(
          place + job.name() + " has rate and rate_iops; a job is limited by one of them");
    }
    return job;
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
    return Turn.ofAll(
        jobs.stream().map(job -> new Turn(job.stonewall(), job.clockTime())).toList());
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

  /** Tells whether any job names files or a directory of its own below its target. */
  public boolean namesFiles() {
    return jobs.stream()
        .anyMatch(
            job -> job.filename().isPresent() || job.directory().isPresent() || job.files() > 1);
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
   * Returns how much room the files of all jobs take at the most, where sizes are given in bytes:
   * each clone has its own files unless they are named.
   */
  public long bytesOfFiles() {
    long sum = 0;
    for (Job job : jobs) {
      long bytes = job.extentBytes().orElse(0L);
      long clones = job.filename().isPresent() ? 1 : job.clones();
      bytes = bytes > Long.MAX_VALUE / clones ? Long.MAX_VALUE : bytes * clones;
      sum = sum > Long.MAX_VALUE - bytes ? Long.MAX_VALUE : sum + bytes;
    }
    return sum;
  }

  /**
   * Returns how many bytes the target must have for the sizes and offsets given in bytes; 0 where
   * every job takes the whole target or a share of it.
   */
  public long largestExtentBytes() {
    return jobs.stream().map(Job::extentBytes).flatMap(Optional::stream).reduce(0L, Math::max);
  }
}
