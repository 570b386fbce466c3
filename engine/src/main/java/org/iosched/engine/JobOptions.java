package org.iosched.engine;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The options of a job: how each is read, and how it is written again. */
final class JobOptions {

  /** More I/Os in flight than a kernel ring takes. */
  private static final int LARGEST_DEPTH = 32_768;

  private static final int LARGEST_CLONES = 1_024;
  private static final int LARGEST_LOOPS = 1_000_000;
  private static final int LARGEST_FILES = 100_000;
  private static final long LARGEST_BLOCK = 1L << 30;

  /** What fio takes where zipf or pareto has no parameter. */
  private static final double DEFAULT_THETA = 1.1;

  private static final double DEFAULT_H = 0.2;

  private static final Set<String> FIO_DISTRIBUTIONS =
      Set.of("zipf", "pareto", "normal", "zoned", "zoned_abs", "sequence");

  private static final Set<String> FIO_CHECKSUMS =
      Set.of(
          "meta",
          "md5",
          "crc64",
          "crc32",
          "crc16",
          "crc7",
          "xxhash",
          "sha1",
          "sha256",
          "sha512",
          "sha3-224",
          "sha3-256",
          "sha3-384",
          "sha3-512",
          "null",
          "pattern",
          "pattern_hdr",
          "header_only");

  private static final Pattern ZONES = Pattern.compile("[0-9]+z");
  private static final Pattern RANGE = Pattern.compile("[0-9]+[a-zA-Z]*-[0-9]+[a-zA-Z]*");
  private static final Pattern NOTHING = Pattern.compile("[, ]*");
  private static final Pattern BLANK_AND_DIGITS = Pattern.compile(" +[0-9]+");
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

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

  private static final Map<String, String> DEFAULT_TEXTS =
      KNOWN.entrySet().stream()
          .collect(
              Collectors.toMap(
                  Map.Entry::getKey, option -> option.getValue().write().apply(DEFAULTS)));

  /** What to do instead of options that only fio runs. */
  private static final Map<String, String> INSTEAD =
      Map.of(
          "bsrange", "bs",
          "bssplit", "bs",
          "sync", "fsync=1 or fdatasync=1",
          "kb_base", "suffixes, which are those of kb_base=1024",
          "number_ios", "io_size");

  /** A value that fio runs and the embedded engine does not; the message says what it runs. */
  private static final class OnlyFio extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    OnlyFio(String runs) {
      super(runs);
    }
  }

  private JobOptions() {}

  private static Map<String, Option> known() {
    Map<String, Option> options = new LinkedHashMap<>();
    options.put(
        "rw",
        new Option(false, (d, v) -> d.direction = direction(v), job -> job.direction().word()));
    options.put(
        "rwmixread",
        new Option(
            false,
            (d, v) -> d.readPercent = percentage(v),
            job -> Integer.toString(job.readPercent())));
    options.put(
        "rwmixwrite", new Option(false, (d, v) -> d.readPercent = 100 - percentage(v), job -> ""));
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
            (d, v) -> d.size = unlessZero(amount(v)),
            job -> job.size().map(Amount::text).orElse("")));
    options.put(
        "offset", new Option(false, (d, v) -> d.offset = amount(v), job -> job.offset().text()));
    options.put(
        "io_size",
        new Option(
            false,
            (d, v) -> d.ioSize = unlessZero(amount(v)),
            job -> job.ioSize().map(Amount::text).orElse("")));
    options.put(
        "runtime",
        new Option(
            false,
            (d, v) -> d.runtime = unlessZero(time(v, "s")),
            job -> job.runtime().map(JobOptions::micros).orElse("")));
    options.put("time_based", flag((d, v) -> d.timeBased = v, Job::timeBased));
    options.put(
        "ramp_time",
        new Option(false, (d, v) -> d.rampTime = time(v, "s"), job -> micros(job.rampTime())));
    options.put(
        "startdelay",
        new Option(false, (d, v) -> d.startDelay = startDelay(v), job -> micros(job.startDelay())));
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
    options.put("buffered", new Option(false, (d, v) -> d.direct = !Numbers.flag(v), job -> ""));
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
            (d, v) -> d.compressPercent = percentage(v),
            job -> Integer.toString(job.compressPercent())));
    options.put(
        "directory",
        new Option(false, (d, v) -> d.directory = path(v), job -> job.directory().orElse("")));
    options.put(
        "filename", new Option(false, JobOptions::filename, job -> job.filename().orElse("")));
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
    options.put("group_reporting", new Option(true, (d, v) -> Numbers.flag(v), job -> ""));
    options.put(
        "loops", new Option(false, (d, v) -> d.loops = integer(v, 1, LARGEST_LOOPS), job -> ""));
    options.put("do_verify", only("1", "what is to be verified is verified after writing"));
    options.put("verify_fatal", new Option(false, (d, v) -> Numbers.flag(v), job -> ""));
    options.put("rate_process", only("linear", "I/Os are due at equal intervals"));
    options.put(
        "randrepeat", only("1", "offsets are the same in each run unless randseed changes"));
    options.put(
        "allrandrepeat", only("1", "offsets are the same in each run unless randseed changes"));
    options.put("overwrite", only("1", "files are laid out in full before the clock starts"));
    options.put("thread", new Option(true, (d, v) -> Numbers.flag(v), job -> ""));
    options.put("description", new Option(false, (d, v) -> nonEmpty(v), job -> ""));
    return options;
  }

  /** An option that is accepted at one value, which changes nothing; fio has others. */
  private static Option only(String accepted, String why) {
    return new Option(
        false,
        (d, v) -> {
          if (!v.equals(accepted)) {
            throw new OnlyFio("it is " + accepted + ": " + why);
          }
        },
        job -> "");
  }

  /** Tells whether the engine runs an option, by its name or alias. */
  static boolean runs(String key) {
    return KNOWN.containsKey(FioNames.canonical(key));
  }

  /**
   * Puts one option into a draft.
   *
   * @throws JobException if the option or its value is not run
   */
  static void apply(JobDraft draft, JobText.Option line) {
    Optional<Forbidden> forbidden = Forbidden.in(line);
    if (forbidden.isPresent()) {
      throw new JobException(forbidden.get().message());
    }
    String place = JobTextReader.place(line.line());
    String key = line.key();
    Option option = KNOWN.get(FioNames.canonical(key));
    if (option == null) {
      throw FioNames.knows(key)
          ? JobException.onlyFio(place + key + " is not run by the embedded engine" + instead(key))
          : new JobException(place + unknown(key));
    }
    if (line.value().isEmpty() && !option.flag()) {
      throw new JobException(place + key + " needs a value, as in " + key + "=VALUE");
    }
    String value = line.value().orElse("1");
    try {
      Fio32Bits.check(FioNames.canonical(key), value);
      option.read().accept(draft, value);
    } catch (OnlyFio e) {
      throw JobException.onlyFio(
          place
              + key
              + "="
              + value
              + " is not run by the embedded engine; there "
              + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw new JobException(
          place + key + "=" + value + " is not valid: " + e.getMessage(), e, false);
    }
  }

  private static String instead(String key) {
    String other = INSTEAD.get(FioNames.canonical(key));
    return other == null ? "" : "; it has " + other;
  }

  /** Returns the section of a job with every option that is not at its default. */
  static String text(Job job) {
    StringBuilder text = new StringBuilder("[" + job.name() + "]\n");
    KNOWN.forEach(
        (key, option) -> {
          String value = option.write().apply(job);
          if (!value.isEmpty() && !value.equals(DEFAULT_TEXTS.get(key))) {
            text.append(key).append('=').append(value).append('\n');
          }
        });
    return text.toString();
  }

  private static String unknown(String key) {
    return key
        + " is not known to the embedded engine nor to fio"
        + FioNames.nearest(key)
            .map(near -> " (did you mean " + near + "?)")
            .orElse("; the embedded engine knows " + String.join(", ", KNOWN.keySet()));
  }

  private static Option flag(BiConsumer<JobDraft, Boolean> read, Function<Job, Boolean> write) {
    return new Option(
        true, (d, v) -> read.accept(d, Numbers.flag(v)), job -> write.apply(job) ? "1" : "0");
  }

  private static Option bool(BiConsumer<JobDraft, Boolean> read, Function<Job, Boolean> write) {
    return new Option(
        false, (d, v) -> read.accept(d, Numbers.flag(v)), job -> write.apply(job) ? "1" : "0");
  }

  private static Direction direction(String value) {
    FioDirection fio = FioDirection.of(value);
    String word = fio.word().equals("rw") ? "readwrite" : fio.word();
    for (Direction direction : Direction.values()) {
      if (direction.word().equals(word) && fio.sequence().isEmpty()) {
        return direction;
      }
    }
    throw new OnlyFio(
        "it is read, write, randread, randwrite, readwrite (or rw), or randrw, without a sequence");
  }

  private static int integer(String value, int least, int most) {
    return (int) integer(value, least, (long) most);
  }

  private static long integer(String value, long least, long most) {
    return number(value, "it is a whole number from " + least + " to " + most, least, most);
  }

  /** Reads a number; what fio would read as one and lies above {@code most} is for fio only. */
  private static long number(String value, String expected, long least, long most) {
    if (value.startsWith("(") && value.endsWith(")")) {
      throw new OnlyFio("it is a number without arithmetic");
    }
    long number = Numbers.bytes(value).orElseThrow(() -> new IllegalArgumentException(expected));
    if (number < least) {
      throw new IllegalArgumentException(expected);
    }
    if (number > most) {
      throw new OnlyFio(expected);
    }
    return number;
  }

  private static int percentage(String value) {
    return Numbers.bytes(value)
        .filter(number -> number <= 100)
        .orElseThrow(() -> new IllegalArgumentException("it is a whole number from 0 to 100"))
        .intValue();
  }

  private static long limit(String value) {
    return number(value, "it is a whole number like 500, 64k or 10m", 0, Long.MAX_VALUE);
  }

  private static long block(String value) {
    return number(value, "it is a size from 1 byte to 1g, like 4k or 1m", 1, LARGEST_BLOCK);
  }

  private static Amount amount(String value) {
    if (ZONES.matcher(value).matches()) {
      throw new OnlyFio("it is a size or a share, not a number of zones");
    }
    if (value.endsWith("%")) {
      return new Amount.Percent(
          Numbers.percent(value)
              .orElseThrow(
                  () -> new IllegalArgumentException("a percentage is whole, from 0% to 100%")));
    }
    return new Amount.Bytes(number(value, Numbers.EXPECTED_SIZE, 0, Long.MAX_VALUE));
  }

  /** fio takes a size of 0 as none given. */
  private static @Nullable Amount unlessZero(Amount amount) {
    return amount.of(100) == 0 ? null : amount;
  }

  private static @Nullable Duration unlessZero(Duration time) {
    return time.isZero() ? null : time;
  }

  private static Duration startDelay(String value) {
    if (RANGE.matcher(value).matches()) {
      throw new OnlyFio("it is one time, not a range");
    }
    return time(value, "s");
  }

  private static Duration time(String value, String unit) {
    if (value.startsWith("(") && value.endsWith(")")) {
      throw new OnlyFio("it is a number without arithmetic");
    }
    return Numbers.time(value, unit)
        .orElseThrow(() -> new IllegalArgumentException(Numbers.expectedTime(unit)));
  }

  private static String micros(Duration time) {
    return time.toNanos() / 1_000 + "us";
  }

  /** Reads READ,WRITE,TRIM; an empty part keeps what was there, a missing one is as the last. */
  private static Sides sides(String value, Sides before, ToLongFunction<String> number) {
    String[] parts = value.split(",", -1);
    if (parts.length == 1) {
      return Sides.both(number.applyAsLong(value));
    }
    if (parts.length > 3 || NOTHING.matcher(value).matches()) {
      throw new IllegalArgumentException("it is one value, READ,WRITE or READ,WRITE,TRIM");
    }
    long read = side(parts[0], before.read(), number);
    long write = side(parts[1], before.write(), number);
    if (parts.length == 3) {
      side(parts[2], 0, number);
    }
    return new Sides(read, write);
  }

  private static long side(String part, long before, ToLongFunction<String> number) {
    if (part.isEmpty()) {
      return before;
    }
    // fio reads no suffix behind a leading blank.
    return number.applyAsLong(
        BLANK_AND_DIGITS.matcher(part).matches() ? part.strip() : part.stripTrailing());
  }

  private static Distribution distribution(String value) {
    String[] parts = value.split(":", -1);
    if (value.equals("random")) {
      return new Distribution.Uniform();
    }
    if (parts.length <= 2 && parts[0].equals("zipf")) {
      double theta = parts.length == 1 ? DEFAULT_THETA : decimal(parts[1]);
      if (theta > 0 && theta != 1 && theta <= 10) {
        return new Distribution.Zipf(theta);
      }
      throw new IllegalArgumentException("theta of zipf is above 0, at most 10, and not 1");
    }
    if (parts.length <= 2 && parts[0].equals("pareto")) {
      double h = parts.length == 1 ? DEFAULT_H : decimal(parts[1]);
      if (h > 0 && h < 1) {
        return new Distribution.Pareto(h);
      }
      throw new IllegalArgumentException("h of pareto lies between 0 and 1");
    }
    String runs = "it is random, zipf:THETA or pareto:H";
    if (FIO_DISTRIBUTIONS.contains(parts[0])) {
      throw new OnlyFio(runs);
    }
    throw new IllegalArgumentException(runs);
  }

  private static double decimal(String value) {
    if (!DECIMAL.matcher(value).matches()) {
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

  /** fio works on all the files that a job and its [global] name. */
  private static void filename(JobDraft draft, String value) {
    String path = path(value);
    if (draft.filename != null) {
      throw new OnlyFio("a job has one filename, that of [global] included; fio adds them up");
    }
    draft.filename = path;
  }

  private static String path(String value) {
    if (nonEmpty(value).contains(":")) {
      throw new OnlyFio("it is one path, without a colon");
    }
    return value;
  }

  private static boolean checksum(String value) {
    String runs = "it is crc32c, or 0 for none";
    return switch (value) {
      case "0" -> false;
      case "crc32c", "crc32c-intel" -> true;
      default -> {
        if (FIO_CHECKSUMS.contains(value)) {
          throw new OnlyFio(runs);
        }
        throw new IllegalArgumentException(runs);
      }
    };
  }

  private static void ioEngine(String value) {
    List<String> meant = List.of("io_uring", "libaio", "psync", "sync");
    if (!meant.contains(value)) {
      throw new OnlyFio("it is one of " + String.join(", ", meant) + ", for which it stands in");
    }
  }
}
