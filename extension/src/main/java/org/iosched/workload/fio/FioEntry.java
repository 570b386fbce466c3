package org.iosched.workload.fio;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a document says of one clone of a job, or of several that {@code group_reporting} merged.
 *
 * @param job the job's name
 * @param group its group; {@code stonewall} begins a new one
 * @param error the errno it failed with; 0 if it did not
 * @param options what applies to it, global options included; empty where the document lists none
 * @param read its reads
 * @param write its writes
 * @param mixed its reads and writes where they were not told apart ({@code unified_rw_reporting})
 * @param jobSeconds how long it ran; absent before 3.8 or so
 * @param cpuShare its processor time over {@code jobSeconds}
 */
record FioEntry(
    String job,
    long group,
    long error,
    Map<String, String> options,
    FioSide read,
    FioSide write,
    Optional<FioSide> mixed,
    OptionalDouble jobSeconds,
    OptionalDouble cpuShare) {

  private static final double MILLIS = 1000;
  private static final double PERCENT = 100;

  static FioEntry read(Members job, Map<String, String> globals, Figures figures) {
    Map<String, String> options = options(job, globals);
    // What a job that only writes reads is its verification, after its work and in no figure.
    FioSide read = onlyWrites(options) ? FioSide.NONE : side(job, "read", figures);
    FioSide write = side(job, "write", figures);
    Optional<FioSide> mixed = job.members("mixed").map(side -> FioSide.read(side, figures));
    OptionalDouble user = figures.size(job, "usr_cpu");
    OptionalDouble system = figures.size(job, "sys_cpu");
    OptionalDouble runtime = figures.size(job, "job_runtime");
    return new FioEntry(
        job.text("jobname").orElse(""),
        figures.count(job, "groupid").orElse(0),
        job.number("error").orElse(0.0).longValue(),
        options,
        read,
        write,
        // unified_rw_reporting=both adds it to the sides, which say more.
        mixed.filter(side -> read.ios() + write.ios() == 0 && side.ios() > 0),
        runtime.isPresent()
            ? OptionalDouble.of(runtime.getAsDouble() / MILLIS)
            : OptionalDouble.empty(),
        user.isPresent() && system.isPresent()
            ? OptionalDouble.of((user.getAsDouble() + system.getAsDouble()) / PERCENT)
            : OptionalDouble.empty());
  }

  private static boolean onlyWrites(Map<String, String> options) {
    String direction = options.getOrDefault("rw", options.getOrDefault("readwrite", "read"));
    return direction.matches("(rand)?write(:.*)?");
  }

  private static FioSide side(Members job, String name, Figures figures) {
    return job.members(name).map(side -> FioSide.read(side, figures)).orElse(FioSide.NONE);
  }

  private static Map<String, String> options(Members job, Map<String, String> globals) {
    Map<String, String> options = new HashMap<>(globals);
    job.members("job options").ifPresent(own -> options.putAll(texts(own)));
    return options;
  }

  /** Returns the members that are strings. */
  static Map<String, String> texts(Members members) {
    Map<String, String> texts = new HashMap<>();
    for (String name : members.names()) {
      members.text(name).ifPresent(value -> texts.put(name, value));
    }
    return texts;
  }

  /** Returns how long its I/Os were counted. */
  double countedSeconds() {
    return Math.max(
        Math.max(read.seconds(), write.seconds()), mixed.map(FioSide::seconds).orElse(0.0));
  }

  /** Returns how long after the start of its group its I/Os began to be counted. */
  double countedFrom() {
    return startDelay() + optionSeconds("ramp_time");
  }

  /**
   * Returns when it had ended, counted from the start of its group, in seconds. Its {@code
   * job_runtime} would not do: merged entries add those of their clones up.
   */
  double end() {
    return countedFrom() + countedSeconds();
  }

  /** Returns its processor time in seconds, where the document tells it. */
  OptionalDouble cpuSeconds() {
    if (cpuShare.isEmpty() || (jobSeconds.isEmpty() && isMerged())) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(cpuShare.getAsDouble() * jobSeconds.orElse(countedSeconds()));
  }

  /** Tells whether it ends by the clock; unknown where the document lists no options. */
  boolean continuous() {
    return optionSeconds("runtime") > 0 || optionSeconds("timeout") > 0 || isOn("time_based");
  }

  /** Tells whether its group is said to run beside the one before it. */
  boolean runsBeside() {
    return isOn("new_group");
  }

  /** fio lists no option that was given without a value, so this is not all that were merged. */
  private boolean isMerged() {
    return isOn("group_reporting") || !options.getOrDefault("numjobs", "1").equals("1");
  }

  private boolean isOn(String option) {
    String value = options.get(option);
    return value != null && !value.equals("0");
  }

  private double startDelay() {
    return optionSeconds("startdelay");
  }

  private double optionSeconds(String option) {
    return FioTimes.seconds(options.getOrDefault(option, "")).orElse(0);
  }
}
