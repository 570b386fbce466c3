package org.iosched.reports;

import java.time.Duration;
import java.util.Locale;
import org.iosched.dsl.Shown;
import org.iosched.dsl.Unit;

/** Writes numbers for the narrow places of tables and charts, in the language's own style. */
final class Figures {

  /** Stands where there is no number. */
  static final String NONE = "–";

  private Figures() {}

  /** Returns a value with its unit, e.g. {@code "41.2 MB/s"}, or a dash where there is none. */
  static String of(double value, Unit unit) {
    return Double.isNaN(value) ? NONE : Shown.of(value, unit);
  }

  static String time(Duration duration) {
    return Shown.of(duration.toNanos() / 1e9, Unit.SECONDS);
  }

  /** Returns an interval, e.g. {@code "[990 ms, 1.02 s]"}, or a dash where there is none. */
  static String interval(double low, double high, Unit unit) {
    return Double.isNaN(low) || Double.isNaN(high)
        ? NONE
        : "[" + of(low, unit) + ", " + of(high, unit) + "]";
  }

  /** Returns an interval in the unit of the median, where it stands: {@code "[12.7k, 12.9k]"}. */
  static String intervalBeside(String median, double low, double high, Unit unit) {
    String from = of(low, unit);
    String to = of(high, unit);
    int space = median.lastIndexOf(' ');
    String suffix = space < 0 ? "" : median.substring(space);
    if (Double.isNaN(low) || Double.isNaN(high)) {
      return NONE;
    }
    if (!suffix.isEmpty() && from.endsWith(suffix) && to.endsWith(suffix)) {
      return "["
          + from.substring(0, from.length() - suffix.length())
          + ", "
          + to.substring(0, to.length() - suffix.length())
          + "]";
    }
    double scale = scale(suffix, unit);
    // Two units in one narrow cell would widen its column for all rows.
    return Double.isNaN(scale) || Double.isInfinite(high)
        ? interval(low, high, unit)
        : "[" + Shown.ratio(low / scale) + ", " + Shown.ratio(high / scale) + "]";
  }

  /** Returns how much one of a shown unit is in base units; {@code NaN} for clock times. */
  private static double scale(String suffix, Unit unit) {
    double second = unit == Unit.NANOSECONDS ? 1e9 : 1;
    return switch (suffix) {
      case " s" -> second;
      case " ms" -> second / 1e3;
      case " µs" -> second / 1e6;
      case " ns" -> second / 1e9;
      case " GB/s" -> 1e9;
      case " MB/s" -> 1e6;
      case " kB/s" -> 1e3;
      case " B/s" -> 1;
      default -> Double.NaN;
    };
  }

  /**
   * Returns a ratio with three decimals below ten, e.g. {@code "1.107"}: people compare schedulers
   * that differ by one percent.
   */
  static String ratio(double ratio) {
    if (Double.isNaN(ratio)) {
      return NONE;
    }
    return Math.abs(ratio) < 10 ? String.format(Locale.ROOT, "%.3f", ratio) : Shown.ratio(ratio);
  }

  static String ratioInterval(double low, double high) {
    return Double.isNaN(low) || Double.isNaN(high)
        ? NONE
        : "[" + ratio(low) + ", " + ratio(high) + "]";
  }
}
