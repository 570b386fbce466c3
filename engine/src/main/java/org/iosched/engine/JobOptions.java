package org.iosched.engine;

import static java.util.Map.entry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The options of a job: how each is read, and how it is written again. */
final class JobOptions {

  /** More I/Os in flight than a kernel ring takes. */
  private static final int LARGEST_DEPTH = 32_768;

  private static final int LARGEST_CLONES = 1_024;
  private static final int LARGEST_FILES = 100_000;
  private static final long LARGEST_BLOCK = 1L << 30;

  private static final Job DEFAULTS = new JobDraft().job();

  /**
   * How one option is read and written.
   *
   * @param flag whether the option may stand without a value
   * @param read puts a value into a draft; throws {@link IllegalArgumentException} with what was
   *     expected
   * @param write returns the value as text
   */
  private record Option(
      boolean flag, BiConsumer<JobDraft, String> read, Function<Job, String> write) {}

  private static final Map<String, Option> KNOWN = known();

  private static final Map<String, String> ALIASES =
      Map.of(
          "readwrite", "rw",
          "blocksize", "bs",
          "wait_for_previous", "stonewall");

  /** Options of fio that are refused with more than their name. */
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          entry(
              "ioscheduler",
              "is not an option of the embedded engine; the scheduler is switched by the"
                  + " extension"),
          entry("loops", "is not an option of the embedded engine; use io_size or time_based"),
          entry("bsrange", "is not an option of the embedded engine; use bs, or engine=fio"),
          entry("bssplit", "is not an option of the embedded engine; use bs, or engine=fio"),
          entry("sync", "is not an option of the embedded engine; use fsync=1 or fdatasync=1"),
          entry(
              "kb_base",
              "is not an option of the embedded engine; suffixes are those of kb_base=1024"),
          entry(
              "randrepeat",
              "is not an option of the embedded engine; offsets repeat unless randseed changes"));

  private JobOptions() {}

  private static Map<String, Option> known() {
    Map<String, Option> options = new LinkedHashMap<>();
    options.put("name", new Option(false, (d, v) -> d.name = jobName(v), job -> ""));
    options.put(
        "rw",
        new Option(false, (d, v) -> d.direction = direction(v), job -> job.direction().word()));
    options.put(
        "rwmixread",
        new Option(
            false,
            (d, v) -> d.readPercent = integer(v, 0, 100),
            job -> Integer.toString(job.readPercent())));
    options.put(
        "bs",
        new Option(
            false,
            (d, v) -> d.blockBytes = sides(v, d.blockBytes, JobOptions::block),
            job -> job.blockBytes().text()));
    options.put(
        "size",
        new Option(
            false,
            (d, v) -> d.size = positive(amount(v)),
            job -> job.size().map(Amount::text).orElse("")));
    options.put(
        "offset", new Option(false, (d, v) -> d.offset = amount(v), job -> job.offset().text()));
    options.put(
        "io_size",
        new Option(
            false,
            (d, v) -> d.ioSize = positive(amount(v)),
            job -> job.ioSize().map(Amount::text).orElse("")));
    options.put(
        "runtime",
        new Option(
            false,
            (d, v) -> d.runtime = positive(time(v, "s")),
            job -> job.runtime().map(JobOptions::micros).orElse("")));
    options.put("time_based", flag((d, v) -> d.timeBased = v, Job::timeBased));
    options.put(
        "ramp_time",
        new Option(false, (d, v) -> d.rampTime = time(v, "s"), job -> micros(job.rampTime())));
    options.put(
        "startdelay",
        new Option(false, (d, v) -> d.startDelay = time(v, "s"), job -> micros(job.startDelay())));
    options.put(
        "iodepth",
        new Option(
            false,
            (d, v) -> d.depth = integer(v, 1, LARGEST_DEPTH),
            job -> Integer.toString(job.depth())));
    options.put(
        "numjobs",
        new Option(
            false,
            (d, v) -> d.clones = integer(v, 1, LARGEST_CLONES),
            job -> Integer.toString(job.clones())));
    options.put("direct", bool((d, v) -> d.direct = v, Job::direct));
    options.put("invalidate", bool((d, v) -> d.invalidate = v, Job::invalidate));
    options.put(
        "fsync",
        new Option(
            false,
            (d, v) -> d.fsyncEvery = integer(v, 0, Integer.MAX_VALUE),
            job -> Integer.toString(job.fsyncEvery())));
    options.put(
        "fdatasync",
        new Option(
            false,
            (d, v) -> d.fdatasyncEvery = integer(v, 0, Integer.MAX_VALUE),
            job -> Integer.toString(job.fdatasyncEvery())));
    options.put("end_fsync", bool((d, v) -> d.endFsync = v, Job::endFsync));
    options.put(
        "thinktime",
        new Option(false, (d, v) -> d.thinkTime = time(v, "us"), job -> micros(job.thinkTime())));
    options.put(
        "rate",
        new Option(
            false,
            (d, v) -> d.rate = sides(v, d.rate, JobOptions::limit),
            job -> job.rate().text()));
    options.put(
        "rate_iops",
        new Option(
            false,
            (d, v) -> d.rateIops = sides(v, d.rateIops, JobOptions::limit),
            job -> job.rateIops().text()));
    options.put("stonewall", flag((d, v) -> d.stonewall = v, Job::stonewall));
    options.put(
        "random_distribution",
        new Option(
            false, (d, v) -> d.distribution = distribution(v), job -> job.distribution().text()));
    options.put("norandommap", flag((d, v) -> d.randomMap = !v, job -> !job.randomMap()));
    options.put(
        "randseed",
        new Option(false, (d, v) -> d.seed = limit(v), job -> Long.toString(job.seed())));
    options.put("refill_buffers", flag((d, v) -> d.refillBuffers = v, Job::refillBuffers));
    options.put(
        "buffer_compress_percentage",
        new Option(
            false,
            (d, v) -> d.compressPercent = integer(v, 0, 100),
            job -> Integer.toString(job.compressPercent())));
    options.put(
        "directory",
        new Option(false, (d, v) -> d.directory = nonEmpty(v), job -> job.directory().orElse("")));
    options.put(
        "filename",
        new Option(false, (d, v) -> d.filename = fileName(v), job -> job.filename().orElse("")));
    options.put(
        "nrfiles",
        new Option(
            false,
            (d, v) -> d.files = integer(v, 1, LARGEST_FILES),
            job -> Integer.toString(job.files())));
    options.put(
        "verify",
        new Option(false, (d, v) -> d.verify = checksum(v), job -> job.verify() ? "crc32c" : "0"));
    options.put("ioengine", new Option(false, (d, v) -> ioEngine(v), job -> ""));
    options.put("group_reporting", new Option(true, (d, v) -> bool(v), job -> ""));
    return options;
  }

  /**
   * Puts one option into a draft.
   *
   * @param place where it stands, e.g. {@code "line 3"}
   * @param value its value, empty where the line has no {@code =}
   * @throws JobException if the option or its value is not known
   */
  static void apply(JobDraft draft, String place, String key, Optional<String> value) {
    Option option = KNOWN.get(ALIASES.getOrDefault(key, key));
    if (option == null) {
      throw new JobException(place + ": " + unknown(key));
    }
    if (value.isEmpty() && !option.flag()) {
      throw new JobException(place + ": " + key + " needs a value, as in " + key + "=VALUE");
    }
    try {
      option.read().accept(draft, value.orElse("1"));
    } catch (IllegalArgumentException e) {
      throw new JobException(
          place + ": " + key + "=" + value.orElse("") + " is not valid: " + e.getMessage(),
          e,
          false);
    }
  }

  /** Returns the section of a job with every option that is not at its default. */
  static String text(Job job) {
    return "["
        + job.name()
        + "]\n"
        + KNOWN.entrySet().stream()
            .filter(
                option -> {
                  String value = option.getValue().write().apply(job);
                  return !value.isEmpty()
                      && !value.equals(option.getValue().write().apply(DEFAULTS));
                })
            .map(option -> option.getKey() + "=" + option.getValue().write().apply(job) + "\n")
            .collect(Collectors.joining());
  }

  /** Returns the names of all options that are run. */
  static List<String> names() {
    return List.copyOf(KNOWN.keySet());
  }

  private static String unknown(String key) {
    String refused = REFUSED.get(key);
    if (refused != null) {
      return key + " " + refused;
    }
    return key
        + " is not known to the embedded engine"
        + nearest(key)
            .map(near -> " (did you mean " + near + "?)")
            .orElse("; it knows " + knownWords());
  }

  private static String knownWords() {
    return String.join(", ", KNOWN.keySet());
  }

  private static Optional<String> nearest(String key) {
    return Stream.concat(KNOWN.keySet().stream(), ALIASES.keySet().stream())
        .min(Comparator.comparingInt(name -> distance(key, name)))
        .filter(name -> distance(key, name) <= Math.max(1, key.length() / 3));
  }

  /** Levenshtein distance, with the swap of two neighbours as one step. */
  private static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best =
            Math.min(steps[i - 1][j - 1] + change, Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        steps[i][j] = swapped ? Math.min(best, steps[i - 2][j - 2] + 1) : best;
      }
    }
    return steps[a.length()][b.length()];
  }

  private static Option flag(BiConsumer<JobDraft, Boolean> read, Function<Job, Boolean> write) {
    return new Option(true, (d, v) -> read.accept(d, bool(v)), job -> write.apply(job) ? "1" : "0");
  }

  private static Option bool(BiConsumer<JobDraft, Boolean> read, Function<Job, Boolean> write) {
    return new Option(
        false, (d, v) -> read.accept(d, bool(v)), job -> write.apply(job) ? "1" : "0");
  }

  private static boolean bool(String value) {
    return switch (value) {
      case "0" -> false;
      case "1" -> true;
      default -> throw new IllegalArgumentException("it is 0 or 1");
    };
  }

  private static Direction direction(String value) {
    String word = value.equals("rw") ? "readwrite" : value;
    for (Direction direction : Direction.values()) {
      if (direction.word().equals(word)) {
        return direction;
      }
    }
    throw new IllegalArgumentException(
        "it is read, write, randread, randwrite, readwrite (or rw), or randrw");
  }

  private static int integer(String value, int least, int most) {
    return Numbers.bytes(value)
        .filter(number -> number >= least && number <= most)
        .orElseThrow(
            () ->
                new IllegalArgumentException("it is a whole number from " + least + " to " + most))
        .intValue();
  }

  private static long limit(String value) {
    return Numbers.bytes(value)
        .orElseThrow(
            () -> new IllegalArgumentException("it is a whole number like 500, 64k or 10m"));
  }

  private static long block(String value) {
    return Numbers.bytes(value)
        .filter(bytes -> bytes > 0 && bytes <= LARGEST_BLOCK)
        .orElseThrow(
            () -> new IllegalArgumentException("it is a size from 1 byte to 1g, like 4k or 1m"));
  }

  private static Amount amount(String value) {
    if (value.endsWith("%")) {
      return new Amount.Percent(
          Numbers.percent(value)
              .orElseThrow(
                  () -> new IllegalArgumentException("a percentage is whole, from 0% to 100%")));
    }
    return new Amount.Bytes(
        Numbers.bytes(value)
            .orElseThrow(() -> new IllegalArgumentException("it is a size like 64k, 10g or 50%")));
  }

  private static Amount positive(Amount amount) {
    if (amount.of(100) == 0) {
      throw new IllegalArgumentException("it is more than zero");
    }
    return amount;
  }

  private static Duration positive(Duration time) {
    if (time.isZero()) {
      throw new IllegalArgumentException("it is more than zero");
    }
    return time;
  }

  private static Duration time(String value, String unit) {
    return Numbers.time(value, unit)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "it is a time like 30, 500ms or 2m (a bare number is in " + unit + ")"));
  }

  private static String micros(Duration time) {
    return time.toNanos() / 1_000 + "us";
  }

  private static Sides sides(String value, Sides before, Function<String, Long> number) {
    String[] parts = value.split(",", -1);
    if (parts.length == 1) {
      return Sides.both(number.apply(value));
    }
    if (parts.length != 2) {
      throw new IllegalArgumentException("it is one value, or READ,WRITE");
    }
    String read = parts[0].trim();
    String write = parts[1].trim();
    return new Sides(
        read.isEmpty() ? before.read() : number.apply(read),
        write.isEmpty() ? before.write() : number.apply(write));
  }

  private static Distribution distribution(String value) {
    String[] parts = value.split(":", -1);
    if (value.equals("random")) {
      return new Distribution.Uniform();
    }
    if (parts.length == 2 && parts[0].equals("zipf")) {
      double theta = decimal(parts[1]);
      if (theta > 0 && theta != 1 && theta <= 10) {
        return new Distribution.Zipf(theta);
      }
      throw new IllegalArgumentException("theta of zipf is above 0, at most 10, and not 1");
    }
    if (parts.length == 2 && parts[0].equals("pareto")) {
      double h = decimal(parts[1]);
      if (h > 0 && h < 1) {
        return new Distribution.Pareto(h);
      }
      throw new IllegalArgumentException("h of pareto lies between 0 and 1");
    }
    throw new IllegalArgumentException("it is random, zipf:THETA or pareto:H");
  }

  private static double decimal(String value) {
    if (!value.matches("\\d{1,9}(\\.\\d{1,9})?")) {
      throw new IllegalArgumentException("its parameter is a number like 1.2");
    }
    return Double.parseDouble(value);
  }

  private static String nonEmpty(String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("it is empty");
    }
    return value;
  }

  private static String jobName(String value) {
    if (value.equals(JobParser.GLOBAL)) {
      throw new IllegalArgumentException("global is the section of common options");
    }
    return nonEmpty(value);
  }

  private static String fileName(String value) {
    if (nonEmpty(value).contains(":")) {
      throw new IllegalArgumentException("the embedded engine works on one file for each job");
    }
    return value;
  }

  private static boolean checksum(String value) {
    return switch (value) {
      case "0" -> false;
      case "crc32c", "crc32c-intel" -> true;
      default -> throw new IllegalArgumentException("it is crc32c, or 0 for none");
    };
  }

  private static void ioEngine(String value) {
    List<String> meant = new ArrayList<>(List.of("io_uring", "libaio", "psync", "sync"));
    if (!meant.contains(value.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "the embedded engine stands in for "
              + String.join(", ", meant)
              + " only; use engine=fio for others");
    }
  }
}
