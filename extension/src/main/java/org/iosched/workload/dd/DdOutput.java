package org.iosched.workload.dd;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.workload.RecordException;

/**
 * What dd says of a copy in its last line, whose words are translated and whose order differs:
 * {@code 104857600 bytes (105 MB, 100 MiB) copied, 0.123 s, 853 MB/s} of GNU and others, {@code
 * 104857600 bytes transferred in 0.040 secs (2597426137 bytes/sec)} of the BSDs.
 *
 * <p>Whatever the language, the bytes come first and the time before the rate, so these are taken;
 * the rate, which is rounded, only has to agree with them.
 *
 * @param bytes how many bytes were copied; zero or more
 * @param seconds how long it took; more than zero
 */
public record DdOutput(long bytes, double seconds) {

  /** A number as C prints it with {@code %g}, with the point or comma of the language. */
  private static final String NUMBER = "\\d{1,18}(?:[.,]\\d{1,18})?(?:[eE][+-]?\\d{1,3})?";

  /** A word of any language, also one whose letters could not be read. */
  private static final String WORD = "[^\\s\\d()/,;:，、]";

  private static final Pattern SUMMARY =
      Pattern.compile(
          // The bytes, and their words; GNU adds sizes for people.
          "(?<![\\d.,+:])(?<bytes>\\d{1,19})[\\s\\u00a0]*"
              + WORD
              + "[^\\d()\\r\\n]{0,60}(?:\\([^()/]{0,60}\\))?[^\\d()\\r\\n]{0,60}?"
              // The time and its unit.
              + "(?<seconds>"
              + NUMBER
              + ")[\\s\\u00a0]?(?<unit>"
              + WORD
              + "{1,16})[\\s,;，、(]{1,4}"
              // The rate.
              + "(?<rate>"
              + NUMBER
              + "|[Ii]nf\\w{0,6})[\\s\\u00a0]?(?<prefix>"
              + WORD
              + "{0,16})/"
              + WORD);

  private static final List<String> OTHER_TIMES = List.of("ns", "us", "µs", "ms", "m", "min", "h");

  private static final Map<Character, Double> DECIMAL =
      Map.of('k', 1e3, 'm', 1e6, 'g', 1e9, 't', 1e12, 'p', 1e15, 'e', 1e18);

  /**
   * By how much a rate of two digits may differ from what it was rounded from, and 1024 to 1000.
   */
  private static final double TOLERANCE = 1.2;

  /** Checks the ranges. */
  public DdOutput {
    if (bytes < 0 || !(seconds > 0) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException("no copy of " + bytes + " bytes in " + seconds + " s");
    }
  }

  /**
   * Reads the last line that tells of a copy.
   *
   * @param text what dd wrote, in any language; letters that could not be read do no harm
   * @throws RecordException if no line does, or if it tells of no time
   */
  public static DdOutput read(String text) {
    // With status=progress, lines are overwritten by way of \r.
    List<String> lines = List.of(text.split("[\\r\\n]+", -1));
    for (int i = lines.size() - 1; i >= 0; i--) {
      Matcher summary = SUMMARY.matcher(lines.get(i));
      if (summary.find()) {
        return of(summary, lines.get(i).strip());
      }
    }
    throw new RecordException(
        "dd's output tells of no copy; its last line is such as \"104857600 bytes (105 MB, 100 MiB)"
            + " copied, 0.123 s, 853 MB/s\", unless status= suppresses it.");
  }

  private static DdOutput of(Matcher summary, String line) {
    String unit = summary.group("unit").toLowerCase(Locale.ROOT);
    if (OTHER_TIMES.contains(unit)) {
      throw new RecordException("dd's line \"" + line + "\" tells of no time in seconds.");
    }
    long bytes;
    try {
      bytes = Long.parseLong(summary.group("bytes"));
    } catch (NumberFormatException e) {
      throw new RecordException(
          "dd's line \"" + line + "\" tells of more bytes than there can be.");
    }
    double seconds = number(summary.group("seconds"));
    if (!(seconds > 0) || Double.isInfinite(seconds)) {
      throw new RecordException(
          "dd's line \"" + line + "\" tells of no time; give it more to copy with count=.");
    }
    if (disagrees(summary.group("rate"), summary.group("prefix"), bytes / seconds)) {
      throw new RecordException(
          "dd's line \""
              + line
              + "\" cannot be read: "
              + bytes
              + " bytes in "
              + seconds
              + " s are not the rate that it tells.");
    }
    return new DdOutput(bytes, seconds);
  }

  /** Tells whether a rate in a unit that is known is another one. */
  private static boolean disagrees(String shown, String prefix, double rate) {
    if (!Character.isDigit(shown.charAt(0)) || prefix.isEmpty()) {
      return false;
    }
    boolean bytes = prefix.toLowerCase(Locale.ROOT).startsWith("byte") || prefix.equals("B");
    double scale =
        bytes ? 1 : DECIMAL.getOrDefault(prefix.toLowerCase(Locale.ROOT).charAt(0), Double.NaN);
    double told = number(shown) * scale;
    // A small number has few digits: 0.1 kB/s may be 0.05 or 0.15.
    return told >= scale * 10
        && !Double.isNaN(told)
        && (rate > told * TOLERANCE || rate < told / TOLERANCE);
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(',', '.'));
  }
}
