package org.iosched.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The words of the language, and what may be a name beside them. */
final class Vocabulary {

  /** The statistic before {@code latency} or {@code response}. */
  static final Map<String, Quantity> STATISTICS = statistics();

  /** The last word of a metric. Plain {@code latency} and {@code response} are means. */
  static final Map<String, Quantity> QUANTITIES = quantities();

  /** Which I/Os a metric counts. */
  static final Map<String, Side> SIDES = Map.of("read", Side.READ, "write", Side.WRITE);

  /** How two values differ. */
  static final Map<String, Direction> DIRECTIONS = directions();

  /** Every word a metric can hold, its job aside. */
  static final List<String> METRIC_WORDS = metricWords();

  /** What is offered for words that people use for something the language calls otherwise. */
  static final Map<String, String> OTHER_WORDS =
      Map.ofEntries(
          Map.entry("quicker", "faster"),
          Map.entry("better", "faster"),
          Map.entry("worse", "slower"),
          Map.entry("greater", "more"),
          Map.entry("bigger", "more"),
          Map.entry("larger", "more"),
          Map.entry("smaller", "lower"),
          Map.entry("longer", "more time"),
          Map.entry("shorter", "less time"),
          Map.entry("throughput", "bandwidth"),
          Map.entry("bw", "bandwidth"),
          Map.entry("elapsed", "time"),
          Map.entry("runtime", "time"),
          Map.entry("duration", "time"),
          Map.entry("lat", "latency"),
          Map.entry("clat", "latency"),
          Map.entry("avg", "mean"),
          Map.entry("p999", "p99.9"),
          Map.entry("minimum", "at least"),
          Map.entry("maximum", "at most"),
          Map.entry(">=", "at least"),
          Map.entry("<=", "at most"),
          Map.entry("≥", "at least"),
          Map.entry("≤", "at most"),
          Map.entry("equal", "within 5% of"),
          Map.entry("equals", "within 5% of"),
          Map.entry("during", "in the first"));

  private static final Set<String> STRUCTURE =
      Set.of(
          "every",
          "scheduler",
          "other",
          "the",
          "best",
          "baseline",
          "at",
          "least",
          "most",
          "within",
          "of",
          "than",
          "takes",
          "in",
          "first",
          "after",
          "percent",
          "times",
          "per");

  /** Words that follow a number as its unit, in the letter case that is meant. */
  private static final Pattern UNIT_WORD =
      Pattern.compile("ns|us|µs|μs|ms|s|m|min|h|x|X|[kKMGT]i?(B(/s)?)?|B(/s)?");

  private static final Pattern ARM_NAME = Pattern.compile("[A-Za-z0-9_.-]+(\\[[^\\s\\[\\]]+\\])?");
  private static final Pattern JOB_NAME = Pattern.compile("[A-Za-z0-9_.-]+");

  private Vocabulary() {}

  static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  static boolean isMetricWord(String word) {
    return METRIC_WORDS.contains(lower(word));
  }

  static boolean isUnitWord(String word) {
    return UNIT_WORD.matcher(word).matches();
  }

  /** Tells whether the language needs this word for itself, so that it can name nothing. */
  static boolean isReserved(String word) {
    String lower = lower(word);
    return STRUCTURE.contains(lower)
        || DIRECTIONS.containsKey(lower)
        || METRIC_WORDS.contains(lower);
  }

  static boolean isArmName(String word) {
    return ARM_NAME.matcher(word).matches() && !isReserved(word);
  }

  /** A job may stand after a number, so a unit cannot be its name. */
  static boolean isJobName(String word) {
    return JOB_NAME.matcher(word).matches() && !isReserved(word) && !isUnitWord(word);
  }

  /** Refuses what cannot stand in a sentence as the name of an arm. */
  static void requireArmName(String name) {
    if (!isArmName(name)) {
      throw new IllegalArgumentException(notAName(name, "scheduler"));
    }
  }

  static String notAName(String word, String what) {
    return isReserved(word) || isUnitWord(word)
        ? "\"" + word + "\" is a word of the language and cannot name a " + what
        : "\""
            + word
            + "\" cannot name a "
            + what
            + ": names consist of letters, digits, '_', '.' and '-'";
  }

  private static Map<String, Quantity> statistics() {
    Map<String, Quantity> map = new LinkedHashMap<>();
    map.put("mean", Quantity.MEAN_LATENCY);
    map.put("average", Quantity.MEAN_LATENCY);
    map.put("median", Quantity.P50_LATENCY);
    map.put("p50", Quantity.P50_LATENCY);
    map.put("p90", Quantity.P90_LATENCY);
    map.put("p95", Quantity.P95_LATENCY);
    map.put("p99", Quantity.P99_LATENCY);
    map.put("p99.9", Quantity.P999_LATENCY);
    map.put("max", Quantity.MAX_LATENCY);
    map.put("maximum", Quantity.MAX_LATENCY);
    return map;
  }

  private static Map<String, Quantity> quantities() {
    Map<String, Quantity> map = new LinkedHashMap<>();
    map.put("latency", Quantity.MEAN_LATENCY);
    map.put("response", Quantity.MEAN_RESPONSE);
    map.put("iops", Quantity.IOPS);
    map.put("bandwidth", Quantity.BANDWIDTH);
    map.put("time", Quantity.TIME);
    map.put("cpu", Quantity.CPU);
    map.put("speed", Quantity.SPEED);
    return map;
  }

  private static Map<String, Direction> directions() {
    Map<String, Direction> map = new LinkedHashMap<>();
    map.put("faster", Direction.FASTER);
    map.put("slower", Direction.SLOWER);
    map.put("more", Direction.MORE);
    map.put("less", Direction.LESS);
    map.put("higher", Direction.MORE);
    map.put("lower", Direction.LESS);
    map.put("fewer", Direction.LESS);
    return map;
  }

  private static List<String> metricWords() {
    List<String> words = new ArrayList<>(QUANTITIES.keySet());
    words.addAll(STATISTICS.keySet());
    words.addAll(List.of("read", "write"));
    return List.copyOf(words);
  }
}
