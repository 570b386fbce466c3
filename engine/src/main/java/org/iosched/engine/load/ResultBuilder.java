package org.iosched.engine.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.HistogramIterationValue;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;
import org.iosched.engine.JobStats;
import org.iosched.engine.LatencyStats;
import org.iosched.engine.SideStats;

/** Adds up the clones of each job. */
final class ResultBuilder {
  private static final double NANOS = 1e9;

  private final JobFile file;
  private final long begin;
  private final long end;
  private final int windows;
  private final boolean cut;
  private final Map<String, Sum> sums = new LinkedHashMap<>();

  /** What the clones of one job counted, and from when to when. */
  private static final class Sum {
    final Counts reads = new Counts(0, true, true, false);
    final Counts writes = new Counts(0, true, true, false);
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
  }

  /**
   * @param beginNanos when the measuring began, or went on after the last cut
   * @param endNanos when it ended
   * @param cut whether the run goes on or was cut before, so that this is a slice of it
   */
  ResultBuilder(JobFile file, long beginNanos, long endNanos, boolean cut) {
    this.cut = cut;
    this.file = file;
    begin = beginNanos;
    end = endNanos;
    windows = (int) Math.max(0, (end - begin) / Counts.WINDOW_NANOS);
    file.jobNames().forEach(name -> sums.put(name, new Sum()));
  }

  void add(String job, Meter.Taken taken, long beginNanos, long endNanos) {
    Sum sum = sums.computeIfAbsent(job, name -> new Sum());
    sum.reads.add(taken.reads());
    sum.writes.add(taken.writes());
    if (beginNanos < endNanos) {
      sum.begin = Math.min(sum.begin, beginNanos);
      sum.end = Math.max(sum.end, endNanos);
    }
  }

  JobResult build(CpuClock.Reading cpu, String ioPath, double elapsedSeconds) {
    List<JobStats> jobs = new ArrayList<>();
    sums.forEach(
        (name, sum) -> {
          // A job that was not at work in this slice counted nothing for as long as the slice was.
          double seconds = sum.begin < sum.end ? seconds(sum.begin, sum.end) : seconds(begin, end);
          jobs.add(new JobStats(name, side(sum.reads, seconds), side(sum.writes, seconds)));
        });
    return new JobResult(
        jobs,
        file.continuous(),
        elapsedSeconds,
        seconds(begin, end),
        cpu.userSeconds(),
        cpu.systemSeconds(),
        ioPath);
  }

  private static double seconds(long from, long to) {
    return Math.max(1, to - from) / NANOS;
  }

  private SideStats side(Counts counts, double seconds) {
    LatencyStats latency = latency(counts.latency());
    return new SideStats(
        counts.ios(),
        counts.bytes(),
        seconds,
        latency.meanNanos(),
        latency.maxNanos(),
        latency.upperNanos(),
        latency.counts(),
        Arrays.stream(counts.windowIos(windows)).boxed().toList(),
        Arrays.stream(counts.windowBytes(windows)).boxed().toList(),
        cut || counts.ios() == 0 ? List.of() : counts.halfSeconds(windows),
        counts.response() == null ? null : latency(counts.response()));
  }

  private static LatencyStats latency(Counts.Latency latency) {
    List<Long> upper = new ArrayList<>();
    List<Long> inBucket = new ArrayList<>();
    for (HistogramIterationValue value : latency.histogram().recordedValues()) {
      upper.add(latency.histogram().highestEquivalentValue(value.getValueIteratedTo()));
      inBucket.add(value.getCountAtValueIteratedTo());
    }
    return new LatencyStats(latency.meanNanos(), latency.maxNanos(), upper, inBucket);
  }
}
