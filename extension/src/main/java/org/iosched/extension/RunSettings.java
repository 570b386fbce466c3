package org.iosched.extension;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.device.Destroy;
import org.iosched.device.DeviceException;
import org.iosched.device.DeviceRequest;

/**
 * What the user set for a run: JUnit configuration parameters {@code iosched.NAME}.
 *
 * @param suite the suite's name, for reports; empty outside the ready suites
 * @param device the device as the user named it; empty for an image file on a loop device
 * @param destroy which block device may be overwritten; empty for none
 * @param schedulers arms that take the place of the declared ones; empty for the declared ones
 * @param budget how long the whole run may measure
 * @param confidence the confidence of every verdict, above 0.5 and at most 0.9999
 * @param strict whether an expectation that stays open fails instead of being skipped
 * @param seed what the random orders are drawn from
 * @param engine which load generator runs jobs in fio's language
 * @param sampling how every benchmark is sampled, in place of what it says; empty for what it says
 * @param samplingCheck whether slices are followed by runs that check them
 * @param probe how long each scheduler is watched at least before slices are chosen
 * @param slice the length of a slice; empty for one that follows from the probe
 * @param repeats how many disturbed rounds are repeated at most; empty for a third of the rounds,
 *     and at least 3
 * @param control whether every benchmark has an A/A control
 * @param familywise whether the error is divided among the expectations of the run
 * @param imageDirectory where the image file and mounts are made
 * @param imageBytes the size of the image or the prepared file
 * @param treeFiles how many files the generated source tree has
 * @param output where result files are written
 * @param allureResults where Allure's files are written
 */
record RunSettings(
    String suite,
    String device,
    String destroy,
    List<String> schedulers,
    Duration budget,
    double confidence,
    boolean strict,
    long seed,
    EngineChoice engine,
    Optional<Sampling> sampling,
    boolean samplingCheck,
    Duration probe,
    Optional<Duration> slice,
    OptionalInt repeats,
    boolean control,
    boolean familywise,
    Path imageDirectory,
    long imageBytes,
    int treeFiles,
    Path output,
    Path allureResults) {

  /** The names of all settings, without the {@code iosched.} before them. */
  static final List<String> NAMES =
      List.of(
          "allure",
          "baseline",
          "budget",
          "confidence",
          "control",
          "destroy",
          "device",
          "engine",
          "familywise",
          "image.dir",
          "image.size",
          "output",
          "probe",
          "record",
          "repeats",
          "sampling",
          "sampling.check",
          "schedulers",
          "seed",
          "slice",
          "strict",
          "suite",
          "tree.files");

  private static final Pattern DURATION_PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h)");

  /** Beyond it the levels of looks are lost in the rounding errors of their integrals. */
  private static final double MOST_CONFIDENCE = 0.9999;

  /** Above the boost of 2.5 to 3 s that bfq gives to what it takes for interactive. */
  private static final Duration USUAL_PROBE = Duration.ofSeconds(5);

  private static final Duration SHORTEST_PROBE = Duration.ofMillis(300);
  private static final Duration LONGEST_PROBE = Duration.ofMinutes(5);

  /** Levels of looks are exact to 0.01% up to here. */
  static final double MOST_DIVIDED_CONFIDENCE = 0.999999;

  private static final Duration SHORTEST_SLICE = Duration.ofMillis(200);
  private static final Duration LONGEST_SLICE = Duration.ofSeconds(10);

  private static final int DEFAULT_TREE_FILES = 20_000;

  /**
   * Reads the settings.
   *
   * @param parameters looks up one configuration parameter; blank counts as not set, since Maven
   *     passes an unset property as an empty one
   * @throws PlanException naming the parameter, its value and what it may be
   */
  static RunSettings read(Function<String, Optional<String>> parameters) {
    Function<String, Optional<String>> set =
        name -> parameters.apply("iosched." + name).map(String::strip).filter(v -> !v.isEmpty());
    for (String name : List.of("baseline", "record")) {
      set.apply(name).ifPresent(value -> refuseRecorded(name, value));
    }
    Path output = Path.of(set.apply("output").orElse("target/iosched"));
    return new RunSettings(
        set.apply("suite").filter(name -> !name.equals("none")).orElse(""),
        set.apply("device").orElse(""),
        set.apply("destroy").map(RunSettings::destroy).orElse(""),
        set.apply("schedulers").map(RunSettings::list).orElse(List.of()),
        set.apply("budget").map(v -> duration("budget", v)).orElse(Duration.ofMinutes(6)),
        set.apply("confidence").map(RunSettings::confidence).orElse(0.95),
        set.apply("strict").map(v -> bool("strict", v)).orElse(false),
        set.apply("seed")
            .map(v -> number("seed", v))
            .orElseGet(() -> ThreadLocalRandom.current().nextLong(1_000_000_000)),
        set.apply("engine").map(RunSettings::engine).orElse(EngineChoice.AUTO),
        set.apply("sampling").map(RunSettings::sampling),
        set.apply("sampling.check").map(v -> bool("sampling.check", v)).orElse(false),
        set.apply("probe").map(RunSettings::probe).orElse(USUAL_PROBE),
        set.apply("slice").map(RunSettings::slice),
        set.apply("repeats").stream().mapToInt(RunSettings::repeats).findFirst(),
        set.apply("control").map(v -> bool("control", v)).orElse(false),
        set.apply("familywise").map(v -> bool("familywise", v)).orElse(false),
        Path.of(set.apply("image.dir").orElse(output.toString())).toAbsolutePath(),
        set.apply("image.size").map(RunSettings::imageBytes).orElse(2L << 30),
        set.apply("tree.files").map(v -> files(v)).orElse(DEFAULT_TREE_FILES),
        output.toAbsolutePath(),
        Path.of(set.apply("allure").orElse("target/allure-results")).toAbsolutePath());
  }

  private static List<String> list(String value) {
    // A comma inside brackets separates tunables, not schedulers.
    return Arrays.stream(value.split(",(?![^\\[]*\\])"))
        .map(String::strip)
        .filter(v -> !v.isEmpty())
        .toList();
  }

  private static EngineChoice engine(String value) {
    for (EngineChoice engine : EngineChoice.values()) {
      if (engine.name().equalsIgnoreCase(value)) {
        return engine;
      }
    }
    throw new PlanException(
        "iosched.engine=" + value + " is not an engine; available: auto, embedded, fio.");
  }

  private static Sampling sampling(String value) {
    for (Sampling sampling : Sampling.values()) {
      if (sampling.name().equalsIgnoreCase(value)) {
        return sampling;
      }
    }
    throw new PlanException(
        "iosched.sampling=" + value + " is not a way to sample; available: auto, runs, slices.");
  }

  private static Duration probe(String value) {
    Duration probe = duration("probe", value);
    if (probe.compareTo(SHORTEST_PROBE) < 0 || probe.compareTo(LONGEST_PROBE) > 0) {
      throw new PlanException(
          "iosched.probe="
              + value
              + " is not between 300ms and 5m; the usual length is 5s, which is beyond the boost that bfq"
              + " gives to interactive work.");
    }
    return probe;
  }

  private static int repeats(String value) {
    long repeats = number("repeats", value);
    if (repeats < 0 || repeats > BenchmarkPlan.MOST_ROUNDS) {
      throw new PlanException(
          "iosched.repeats="
              + value
              + " is not between 0 and "
              + BenchmarkPlan.MOST_ROUNDS
              + "; it says how many disturbed rounds are repeated at most.");
    }
    return (int) repeats;
  }

  private static Duration slice(String value) {
    Duration slice = duration("slice", value);
    if (slice.compareTo(SHORTEST_SLICE) < 0 || slice.compareTo(LONGEST_SLICE) > 0) {
      throw new PlanException(
          "iosched.slice=" + value + " is not between 200ms, which is the usual length, and 10s.");
    }
    return slice;
  }

  private static void refuseRecorded(String name, String value) {
    throw new PlanException(
        "iosched."
            + name
            + "="
            + value
            + " is not available in this version, which compares schedulers within one run only;"
            + " leave it out (results.json of each run can be kept).");
  }

  private static String destroy(String value) {
    try {
      return Destroy.parse(value).value();
    } catch (DeviceException e) {
      throw new PlanException("iosched." + e.getMessage() + ".");
    }
  }

  static Duration duration(String name, String value) {
    Matcher part = DURATION_PART.matcher(value);
    double seconds = 0;
    int end = 0;
    while (part.find() && part.start() == end) {
      double amount = Double.parseDouble(part.group(1));
      seconds +=
          switch (part.group(2)) {
            case "ms" -> amount / 1000;
            case "m" -> amount * 60;
            case "h" -> amount * 3600;
            default -> amount;
          };
      end = part.end();
    }
    if (end == value.length() && end > 0 && seconds == 0) {
      throw new PlanException(
          "iosched." + name + "=" + value + " leaves no time to measure; 90s is a short run.");
    }
    if (end != value.length() || !(seconds > 0)) {
      throw new PlanException(
          "iosched." + name + "=" + value + " is not a time; write it like 90s, 10m or 1h30m.");
    }
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private static double confidence(String value) {
    try {
      double confidence = Double.parseDouble(value);
      if (confidence > 0.5 && confidence <= MOST_CONFIDENCE) {
        return confidence;
      }
    } catch (NumberFormatException e) {
      // falls through to the one sentence for every bad value
    }
    throw new PlanException(
        "iosched.confidence="
            + value
            + " is not above 0.5 and at most "
            + MOST_CONFIDENCE
            + "; the usual value is 0.95.");
  }

  private static boolean bool(String name, String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new PlanException("iosched." + name + "=" + value + " is neither true nor false.");
    };
  }

  private static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new PlanException("iosched." + name + "=" + value + " is not a whole number.");
    }
  }

  private static int files(String value) {
    long files = number("tree.files", value);
    if (files < 1 || files > 1_000_000) {
      throw new PlanException("iosched.tree.files=" + value + " is not between 1 and 1000000.");
    }
    return (int) files;
  }

  private static long imageBytes(String value) {
    long bytes = Sizes.bytes("iosched.image.size", value);
    if (bytes < DeviceRequest.SMALLEST_BYTES) {
      throw new PlanException(
          "iosched.image.size="
              + value
              + " is too small to measure on; give at least "
              + (DeviceRequest.SMALLEST_BYTES >> 20)
              + "m.");
    }
    return bytes;
  }
}
