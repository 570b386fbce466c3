package org.iosched.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What has to be known about a job before it is run, whoever runs it.
 *
 * @param line the line of its name, counted from 1
 * @param name its name
 * @param reads whether some of its I/Os are reads
 * @param writes whether it changes the target: writes or trims
 * @param timeBased whether it starts over until its runtime is over ({@code time_based})
 * @param runtime how long it runs at most; empty without {@code runtime}
 * @param rampTime how long it runs before it is measured
 * @param startDelay how long it waits before it starts
 * @param stonewall whether it waits for the jobs before it
 * @param direct whether it goes around the page cache
 * @param clones how many of it run side by side ({@code numjobs})
 * @param extentBytes where what it works on ends, in bytes from the start of the target; 0 where
 *     that depends on the target's size
 * @param files the files it names, in their order, in all of its {@code filename}, or its name
 *     where that is an absolute path, which fio takes as a file; empty where it names none
 * @param directories the directories it names, in their order; empty where it names none
 */
public record JobSummary(
    int line,
    String name,
    boolean reads,
    boolean writes,
    boolean timeBased,
    Optional<Duration> runtime,
    Duration rampTime,
    Duration startDelay,
    boolean stonewall,
    boolean direct,
    int clones,
    long extentBytes,
    List<String> files,
    List<String> directories) {

  /** Copies the lists. */
  public JobSummary {
    files = List.copyOf(files);
    directories = List.copyOf(directories);
  }

  /** Tells whether it ends by the clock rather than by having done its work. */
  public boolean boundedByTime() {
    return runtime.isPresent();
  }

  /** Returns how long it runs by the clock, ramp time and start delay included. */
  public Duration clockTime() {
    return startDelay.plus(runtime.map(rampTime::plus).orElse(Duration.ZERO));
  }

  static JobSummary of(JobText.Section section) {
    Draft draft = new Draft();
    for (JobText.Option option : section.options()) {
      try {
        draft.read(FioNames.canonical(option.key()), option.value().orElse("1"));
      } catch (IllegalArgumentException e) {
        throw new JobException(
            JobTextReader.place(option.line())
                + option.text()
                + " is not valid: "
                + e.getMessage());
      }
    }
    return draft.summary(section);
  }

  private static final Pattern SHARE = Pattern.compile("[0-9]+(\\.[0-9]+)?%|[0-9]+z");
  private static final Pattern COLON = Pattern.compile("(?<!\\\\):");

  /** A summary while the options of its job are read. */
  private static final class Draft {
    private boolean reads = true;
    private boolean writes;
    private boolean timeBased;
    private Duration runtime = Duration.ZERO;
    private Duration rampTime = Duration.ZERO;
    private Duration startDelay = Duration.ZERO;
    private boolean stonewall;
    private boolean direct;
    private long clones = 1;
    private long size;
    private long fileSize;
    private long offset;
    private long offsetStep;
    private final List<String> files = new ArrayList<>();
    private List<String> directories = List.of();

    void read(String key, String value) {
      Fio32Bits.check(key, value);
      switch (key) {
        case "rw" -> {
          FioDirection direction = FioDirection.of(value);
          reads = direction.reads();
          writes = direction.writes() || direction.trims();
        }
        case "time_based" -> timeBased = Numbers.flag(value);
        case "stonewall" -> stonewall = Numbers.flag(value);
        case "direct" -> direct = Numbers.flag(value);
        case "buffered" -> direct = !Numbers.flag(value);
        case "runtime" -> runtime = time(value);
        case "ramp_time" -> rampTime = time(value);
        // fio draws a delay between the two of A-B.
        case "startdelay" -> startDelay = time(value.substring(value.indexOf('-') + 1));
        case "numjobs" -> clones = Math.max(1, number(value));
        case "size" -> size = bytes(value);
        case "filesize" -> fileSize = largest(value);
        case "offset" -> offset = bytes(value);
        case "offset_increment" -> offsetStep = bytes(value);
        // fio adds them up, those of [global] and of the job.
        case "filename" -> files.addAll(names(value));
        case "directory" -> directories = names(value);
        default -> {
          // The rest is for the engine only.
        }
      }
    }

    JobSummary summary(JobText.Section section) {
      long end =
          size == 0
              ? 0
              : saturated(saturated(offset, size), multiplied(offsetStep, Math.max(0, clones - 1)));
      return new JobSummary(
          section.line(),
          section.name(),
          reads,
          writes,
          timeBased,
          Optional.of(runtime).filter(time -> !time.isZero()),
          rampTime,
          startDelay,
          stonewall,
          direct,
          (int) Math.min(Integer.MAX_VALUE, clones),
          Math.max(end, fileSize),
          files.isEmpty() && section.name().startsWith("/") ? List.of(section.name()) : files,
          directories);
    }

    private static Duration time(String value) {
      return Numbers.time(value, "s")
          .orElseThrow(() -> new IllegalArgumentException(Numbers.expectedTime("s")));
    }

    private static long number(String value) {
      return Numbers.bytes(value)
          .orElseThrow(() -> new IllegalArgumentException("it is a whole number"));
    }

    /** Shares of the target and zones count as nothing. */
    private static long bytes(String value) {
      return SHARE.matcher(value).matches() ? 0 : size(value);
    }

    private static long largest(String value) {
      return size(value.substring(value.indexOf('-') + 1));
    }

    private static long size(String value) {
      return Numbers.bytes(value)
          .orElseThrow(() -> new IllegalArgumentException(Numbers.EXPECTED_SIZE));
    }

    private static long saturated(long a, long b) {
      return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    private static long multiplied(long a, long b) {
      return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    /** Splits at each colon that has no backslash before it. */
    private static List<String> names(String value) {
      List<String> names = new ArrayList<>();
      for (String name : COLON.split(value, -1)) {
        if (!name.isEmpty()) {
          names.add(name.replace("\\:", ":"));
        }
      }
      return names;
    }
  }
}
