package org.iosched.reports;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import org.iosched.dsl.Unit;

/** Writes numbers the way people who measure disks read them, with three significant digits. */
final class Figures {

  /** Stands where there is no number. */
  static final String NONE = "–";

  private static final MathContext DIGITS = new MathContext(3, RoundingMode.HALF_UP);

  private Figures() {}

  /**
   * Returns a value with its unit, e.g. {@code "41.2 MB/s"}, {@code "12.8k iops"}, {@code "3m59s"}.
   */
  static String of(double value, Unit unit) {
    if (!Double.isFinite(value)) {
      return value == Double.POSITIVE_INFINITY ? "∞" : NONE;
    }
    return switch (unit) {
      case SECONDS -> time(value);
      case NANOSECONDS -> time(value / 1e9);
      case IO_PER_SECOND -> scaled(value, "k", "M") + " iops";
      case BYTES_PER_SECOND -> bandwidth(value);
    };
  }

  /**
   * Returns an interval, e.g. {@code "[12.7k iops, 12.9k iops]"}, or a dash where there is none.
   */
  static String interval(double low, double high, Unit unit) {
    return Double.isNaN(low) || Double.isNaN(high)
        ? NONE
        : "[" + of(low, unit) + ", " + of(high, unit) + "]";
  }

  /** Returns an interval, e.g. {@code "[12.7k, 12.9k]"}: the unit stands once, in the median. */
  static String intervalBeside(String median, double low, double high, Unit unit) {
    String from = of(low, unit);
    String to = of(high, unit);
    String suffix = suffix(median);
    boolean sharesUnit =
        !suffix.isEmpty() && suffix.equals(suffix(from)) && suffix.equals(suffix(to));
    return Double.isNaN(low) || Double.isNaN(high) || !sharesUnit
        ? interval(low, high, unit)
        : "["
            + from.substring(0, from.length() - suffix.length())
            + ", "
            + to.substring(0, to.length() - suffix.length())
            + "]";
  }

  private static String suffix(String figure) {
    int space = figure.lastIndexOf(' ');
    return space < 0 ? "" : figure.substring(space);
  }

  /** Returns a ratio with three decimals where they say something, e.g. {@code "1.107"}. */
  static String ratio(double ratio) {
    if (!Double.isFinite(ratio)) {
      return ratio == Double.POSITIVE_INFINITY ? "∞" : NONE;
    }
    return Math.abs(ratio) < 10 ? String.format(Locale.ROOT, "%.3f", ratio) : significant(ratio);
  }

  /** Returns a value as it stands at an axis: a round number without trailing zeros. */
  static String tick(double value, Unit unit) {
    return of(value, unit).replaceAll("(\\.\\d*?)0+(?=\\D|$)", "$1").replaceAll("\\.(?=\\D|$)", "");
  }

  static String ratioInterval(double low, double high) {
    return Double.isNaN(low) || Double.isNaN(high)
        ? NONE
        : "[" + ratio(low) + ", " + ratio(high) + "]";
  }

  /** Returns a part of one as a percentage, e.g. {@code "7.2%"}. */
  static String percent(double share) {
    return Double.isFinite(share) ? significant(share * 100) + "%" : NONE;
  }

  static String time(Duration duration) {
    return time(duration.toNanos() / 1e9);
  }

  private static String time(double seconds) {
    if (seconds >= 59.95) {
      long whole = Math.round(seconds);
      return whole >= 3600
          ? String.format(Locale.ROOT, "%dh%02dm", whole / 3600, whole % 3600 / 60)
          : String.format(Locale.ROOT, "%dm%02ds", whole / 60, whole % 60);
    }
    if (seconds >= 1 || seconds == 0) {
      return significant(seconds) + " s";
    }
    if (seconds >= 1e-3) {
      return significant(seconds * 1e3) + " ms";
    }
    return seconds >= 1e-6
        ? significant(seconds * 1e6) + " µs"
        : significant(seconds * 1e9) + " ns";
  }

  private static String bandwidth(double bytesPerSecond) {
    if (bytesPerSecond >= 1e9) {
      return significant(bytesPerSecond / 1e9) + " GB/s";
    }
    return bytesPerSecond >= 1e6
        ? significant(bytesPerSecond / 1e6) + " MB/s"
        : significant(bytesPerSecond / 1e3) + " kB/s";
  }

  private static String scaled(double value, String thousand, String million) {
    if (value >= 1e6) {
      return significant(value / 1e6) + million;
    }
    return value >= 1e3 ? significant(value / 1e3) + thousand : significant(value);
  }

  private static String significant(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS);
    if (rounded.signum() == 0) {
      return "0";
    }
    // Trailing zeros stay: 1.10 says more than 1.1.
    int scale = rounded.scale() + DIGITS.getPrecision() - rounded.precision();
    return rounded.setScale(Math.max(0, scale), RoundingMode.UNNECESSARY).toPlainString();
  }
}
