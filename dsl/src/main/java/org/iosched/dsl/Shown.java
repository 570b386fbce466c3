package org.iosched.dsl;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Writes numbers as people read them: three significant digits and a fitting unit. */
public final class Shown {
  private static final int DIGITS = 3;

  private Shown() {}

  /**
   * Writes a value with its unit, e.g. {@code 1.38 s}, {@code 3m30s}, {@code 41.2 MB/s}, {@code
   * 12.3k io/s}, {@code 85 µs}. Prefixes are decimal: 1 MB is 1,000,000 bytes.
   *
   * @param value in the base unit {@code unit}
   * @param unit the base unit
   */
  public static String of(double value, Unit unit) {
    return of(value, unit, DIGITS);
  }

  /** Writes a measured number with its unit, see {@link #of(double, Unit)}. */
  public static String of(Measured measured) {
    return of(measured.value(), measured.unit());
  }

  /**
   * Writes a ratio, e.g. {@code 0.717}, {@code 1.10}, {@code 48.2}.
   *
   * @param ratio any number; infinity is written as {@code ∞}
   */
  public static String ratio(double ratio) {
    return ratio(ratio, DIGITS);
  }

  /**
   * Writes a share as a percentage, e.g. {@code 90%} for 0.9 and {@code 96.6%} for 0.9662.
   *
   * @param share 1 for all
   */
  public static String percent(double share) {
    BigDecimal percent =
        BigDecimal.valueOf(share * 100).setScale(share > 0.999 ? 3 : 1, RoundingMode.HALF_UP);
    return percent.stripTrailingZeros().toPlainString() + "%";
  }

  static String ratio(double ratio, int digits) {
    return number(ratio, digits, false);
  }

  static String of(double value, Unit unit, int digits) {
    if (Double.isNaN(value)) {
      return "unknown";
    }
    return switch (unit) {
      case SECONDS -> seconds(value, digits);
      case NANOSECONDS -> seconds(value / 1e9, digits);
      case IO_PER_SECOND -> prefixed(value, digits, " io/s", "k io/s", "M io/s", "G io/s");
      case BYTES_PER_SECOND -> prefixed(value, digits, " B/s", " kB/s", " MB/s", " GB/s");
      case PERCENT -> number(value, digits, true) + "%";
    };
  }

  private static String seconds(double value, int digits) {
    double size = Math.abs(rounded(value, digits));
    if (Double.isInfinite(value) || (size >= 1 && size < 100)) {
      return number(value, digits, true) + " s";
    }
    if (size >= 100) {
      return clock(value);
    }
    return prefixed(value * 1e9, digits, " ns", " µs", " ms", " s");
  }

  private static String clock(double value) {
    long seconds = Math.round(value);
    if (seconds < 3600) {
      return String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60);
    }
    return String.format(
        Locale.ROOT, "%dh%02dm%02ds", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  private static String prefixed(double value, int digits, String... units) {
    double scaled = value;
    List<String> names = List.of(units);
    int unit = 0;
    while (unit + 1 < names.size() && Math.abs(rounded(scaled, digits)) >= 1000) {
      scaled /= 1000;
      unit++;
    }
    return number(scaled, digits, true) + names.get(unit);
  }

  private static double rounded(double value, int digits) {
    return Double.isInfinite(value)
        ? value
        : new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_UP)).doubleValue();
  }

  /** Writes significant digits, and whole numbers without a fraction where {@code wholeAsIs}. */
  private static String number(double value, int digits, boolean wholeAsIs) {
    if (Double.isNaN(value)) {
      return "unknown";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "-∞";
    }
    if (value == 0) {
      return "0";
    }
    if (Math.abs(value) >= Math.pow(10, digits - 1)) {
      return new BigDecimal(value).setScale(0, RoundingMode.HALF_UP).toPlainString();
    }
    if (wholeAsIs && Math.abs(value - Math.rint(value)) < 1e-9) {
      return Long.toString(Math.round(value));
    }
    // Through the shortest decimal, so that 0.085 × 1000 is not 84.99999.
    BigDecimal exact = BigDecimal.valueOf(value);
    BigDecimal first = exact.round(new MathContext(digits, RoundingMode.HALF_UP));
    int decimals = digits - (first.precision() - first.scale());
    return first.setScale(Math.max(0, decimals), RoundingMode.HALF_UP).toPlainString();
  }
}
