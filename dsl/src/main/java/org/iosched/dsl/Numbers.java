package org.iosched.dsl;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.regex.Pattern;

/** Numbers as sentences write them. */
final class Numbers {

  /** A decimal number. A sign is read too, so that it can be refused with a reason. */
  static final String DECIMAL = "-?(?:\\d{1,40}(?:\\.\\d{1,40})?|\\.\\d{1,40})";

  private static final Pattern NUMBER = Pattern.compile(DECIMAL);
  private static final int DIGITS = 15;
  private static final BigDecimal LARGEST = new BigDecimal("1e18");
  private static final BigDecimal SMALLEST = new BigDecimal("1e-12");

  private Numbers() {}

  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  /**
   * Returns the same number in the one form in which equal numbers are equal objects.
   *
   * @throws IllegalArgumentException if it is positive and beyond what can be measured
   */
  static BigDecimal checked(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    if (stripped.precision() > DIGITS
        || stripped.compareTo(LARGEST) > 0
        || stripped.compareTo(SMALLEST) < 0) {
      throw new IllegalArgumentException(
          "a number here has at most 15 digits and lies between 0.000000000001 and 10^18");
    }
    return stripped;
  }

  /** Returns the number with four significant digits, and with no zeros at its end. */
  static String rounded(double value) {
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}
