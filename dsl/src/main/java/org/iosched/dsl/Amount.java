package org.iosched.dsl;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value that a bound is set at, e.g. {@code 5 ms}, {@code 50k} or {@code 200 MB/s}.
 *
 * @param value the value in the unit; more than zero, at most 15 digits
 * @param unit its unit
 */
public record Amount(BigDecimal value, Unit unit) {

  private static final Pattern DURATION_PART =
      Pattern.compile("(" + Numbers.DECIMAL + ")(ns|us|µs|μs|ms|s|min|m|h)");
  private static final Pattern RATE =
      Pattern.compile("(" + Numbers.DECIMAL + ")([kKMGT]?)(i?)(B?(?:/s)?)");
  private static final Pattern BLANKS = Pattern.compile("\\s");

  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000L);
  private static final BigDecimal MINUTE = BigDecimal.valueOf(60);
  private static final BigDecimal HOUR = BigDecimal.valueOf(3600);

  /** Nanoseconds in each unit, largest first. */
  private static final Map<String, BigDecimal> DURATIONS = durations();

  /** What the letter before the unit stands for, largest first; with an i for powers of 1024. */
  private static final Map<String, BigDecimal> PREFIXES = prefixes();

  /** Prefixes that are read, but written otherwise. */
  private static final Set<String> ALSO_READ = Set.of("K", "ki");

  /** Checks the range. */
  public Amount {
    if (value.signum() <= 0) {
      throw new IllegalArgumentException("a bound is more than zero, not " + value.toPlainString());
    }
    value = Numbers.checked(value);
  }

  /**
   * Reads an amount as the bound of a quantity. Times and latencies take ns, us, ms, s, m and h, or
   * several of them as in {@code 3m30s}; I/Os per second take k, M and G (thousands); bandwidths
   * take B/s with k, M, G (powers of 1000) or Ki, Mi, Gi (powers of 1024), the {@code B} and the
   * {@code /s} being optional. Processor time is in seconds, or {@code per io} for work that does
   * not end.
   *
   * @throws IllegalArgumentException with the units that can be had, if it is no such amount
   */
  public static Amount parse(String text, Quantity quantity) {
    String compact = BLANKS.matcher(text).replaceAll("");
    return switch (quantity) {
      case SPEED ->
          throw new IllegalArgumentException(
              "speed has no unit to set a bound in: say \"takes at most 3m30s\" of work that ends,"
                  + " or \"at least 200 MB/s bandwidth\"");
      case IOPS -> new Amount(rate(text, compact, false), Unit.IO_PER_SECOND);
      case BANDWIDTH -> new Amount(rate(text, compact, true), Unit.BYTES_PER_SECOND);
      case TIME -> seconds(nanos(text, compact));
      case CPU ->
          compact.endsWith("perio")
              ? new Amount(
                  nanos(text, compact.substring(0, compact.length() - "perio".length())),
                  Unit.NANOSECONDS)
              : seconds(nanos(text, compact));
      default -> new Amount(nanos(text, compact), Unit.NANOSECONDS);
    };
  }

  /** Returns a duration as the bound of a quantity that takes one. */
  static Amount of(Duration duration, Quantity quantity) {
    BigDecimal nanos =
        BigDecimal.valueOf(duration.getSeconds())
            .multiply(NANOS_PER_SECOND)
            .add(BigDecimal.valueOf(duration.getNano()));
    if (quantity.isLatency()) {
      return new Amount(nanos, Unit.NANOSECONDS);
    }
    if (quantity == Quantity.TIME || quantity == Quantity.CPU) {
      return seconds(nanos);
    }
    throw new IllegalArgumentException(quantity.words() + " has no bound in time units");
  }

  /** Returns how a sentence writes it, e.g. {@code "5 ms"}; it reads back as the same amount. */
  @Override
  public String toString() {
    return switch (unit) {
      case SECONDS -> duration(value.multiply(NANOS_PER_SECOND));
      case NANOSECONDS -> duration(value);
      case IO_PER_SECOND -> shortest("", false);
      case BYTES_PER_SECOND -> shortest("B/s", true);
      case PERCENT -> shortest("%", false);
    };
  }

  /** Reads a duration in nanoseconds, e.g. {@code 2 s} or {@code 1m30s}. */
  static BigDecimal nanos(String text) {
    return nanos(text, BLANKS.matcher(text).replaceAll(""));
  }

  /** Writes nanoseconds so that {@link #nanos(String)} reads them back. */
  static String duration(BigDecimal nanos) {
    BigDecimal seconds = nanos.divide(NANOS_PER_SECOND);
    if (seconds.compareTo(MINUTE) < 0) {
      for (String unit : new String[] {"s", "ms", "us"}) {
        BigDecimal size = size(DURATIONS, unit);
        if (nanos.compareTo(size) >= 0) {
          return plain(nanos.divide(size)) + " " + unit;
        }
      }
      return plain(nanos) + " ns";
    }
    BigDecimal[] hours = seconds.divideAndRemainder(HOUR);
    BigDecimal[] minutes = hours[1].divideAndRemainder(MINUTE);
    return part(hours[0], "h") + part(minutes[0], "m") + part(minutes[1], "s");
  }

  private static String part(BigDecimal value, String unit) {
    return value.signum() == 0 ? "" : plain(value) + unit;
  }

  private static Amount seconds(BigDecimal nanos) {
    return new Amount(nanos.divide(NANOS_PER_SECOND), Unit.SECONDS);
  }

  private static BigDecimal nanos(String text, String compact) {
    Matcher part = DURATION_PART.matcher(compact);
    BigDecimal sum = BigDecimal.ZERO;
    int end = 0;
    while (end < compact.length() && part.region(end, compact.length()).lookingAt()) {
      String unit = part.group(2).replace('µ', 'u').replace('μ', 'u').replace("min", "m");
      sum = sum.add(new BigDecimal(part.group(1)).multiply(size(DURATIONS, unit)));
      end = part.end();
    }
    if (end < compact.length() || end == 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no time: say it in ns, us, ms, s, m or h, as in 5 ms or 3m30s");
    }
    return sum;
  }

  private static BigDecimal rate(String text, String compact, boolean bytes) {
    Matcher rate = RATE.matcher(compact);
    boolean read = rate.matches();
    if (read && !bytes && rate.group(3).isEmpty() && rate.group(4).isEmpty()) {
      return new BigDecimal(rate.group(1)).multiply(size(PREFIXES, rate.group(2)));
    }
    String prefix = read ? rate.group(2) + rate.group(3) : "";
    if (read && bytes && prefix.length() + rate.group(4).length() > 0 && !prefix.equals("i")) {
      return new BigDecimal(rate.group(1)).multiply(size(PREFIXES, prefix));
    }
    throw new IllegalArgumentException(
        bytes
            ? "\""
                + text
                + "\" is no bandwidth: say it in B/s with k, M, G (powers of 1000) or Ki,"
                + " Mi, Gi (powers of 1024), as in 200 MB/s"
            : "\""
                + text
                + "\" is no rate of I/Os: say it as a number, with k, M or G for thousands,"
                + " as in 50k");
  }

  private String shortest(String suffix, boolean binary) {
    String best = "";
    for (Map.Entry<String, BigDecimal> prefix : PREFIXES.entrySet()) {
      String name = prefix.getKey();
      if (!ALSO_READ.contains(name) && (binary || !name.endsWith("i"))) {
        BigDecimal shown = value.divide(prefix.getValue());
        String text = plain(shown) + (suffix.isEmpty() ? name : " " + name + suffix);
        boolean readable = shown.compareTo(BigDecimal.ONE) >= 0 || name.isEmpty();
        if (readable && (best.isEmpty() || text.length() < best.length())) {
          best = text;
        }
      }
    }
    return best;
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private static BigDecimal size(Map<String, BigDecimal> sizes, String name) {
    return Optional.ofNullable(sizes.get(name)).orElseThrow();
  }

  private static Map<String, BigDecimal> durations() {
    Map<String, BigDecimal> map = new LinkedHashMap<>();
    map.put("h", HOUR.multiply(NANOS_PER_SECOND));
    map.put("m", MINUTE.multiply(NANOS_PER_SECOND));
    map.put("s", NANOS_PER_SECOND);
    map.put("ms", BigDecimal.valueOf(1_000_000));
    map.put("us", BigDecimal.valueOf(1_000));
    map.put("ns", BigDecimal.ONE);
    return map;
  }

  private static Map<String, BigDecimal> prefixes() {
    Map<String, BigDecimal> map = new LinkedHashMap<>();
    String[] letters = {"T", "G", "M", "k"};
    for (int i = 0; i < letters.length; i++) {
      int power = letters.length - i;
      map.put(letters[i], BigDecimal.valueOf(1000).pow(power));
      map.put(
          letters[i].equals("k") ? "Ki" : letters[i] + "i", BigDecimal.valueOf(1024).pow(power));
    }
    map.put("ki", BigDecimal.valueOf(1024));
    map.put("K", BigDecimal.valueOf(1000));
    map.put("", BigDecimal.ONE);
    return map;
  }
}
