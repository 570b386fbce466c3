package org.iosched.workload.fio;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.iosched.workload.RecordException;

/**
 * Reads the figures of one document, none of which may be negative or beyond what any machine can
 * do.
 *
 * @param where the document, for messages, e.g. {@code "the fio document at line 3"}
 */
record Figures(String where) {

  /** 2^52: no run has more I/Os, bytes or nanoseconds, and sums of two thousand still fit. */
  private static final double LARGEST = 1L << 52;

  private static final int LONGEST_NUMBER = 20;

  /** Returns a whole number; empty where it is missing, or no number. */
  OptionalLong count(Members members, String name) {
    OptionalDouble size = size(members, name);
    return size.isPresent()
        ? OptionalLong.of(Math.round(size.getAsDouble()))
        : OptionalLong.empty();
  }

  /**
   * Returns a number of zero or more; empty where it is missing, or no number.
   *
   * @throws RecordException if it is negative or beyond reason
   */
  OptionalDouble size(Members members, String name) {
    if (members.number(name).isEmpty()) {
      return OptionalDouble.empty();
    }
    double number = members.number(name).get();
    if (number < 0 || number > LARGEST) {
      throw new RecordException(
          where
              + " says \""
              + name
              + "\" : "
              + number
              + ", which no run can have; record the document anew.");
    }
    return OptionalDouble.of(number);
  }

  /**
   * Returns the share that a percentile's name such as {@code "99.900000"} stands for; 0 if none.
   */
  static double share(String percent) {
    double share = decimal(percent) / 100;
    return share > 0 && share <= 1 ? share : 0;
  }

  /** Returns the largest nanosecond of the unit that a bin's name stands for; -1 if none. */
  long nanos(String units, long nanosPerUnit) {
    double value = decimal(units);
    return value >= 0 && value <= LARGEST / nanosPerUnit
        ? Math.round(value) * nanosPerUnit + nanosPerUnit - 1
        : -1;
  }

  private static double decimal(String digits) {
    boolean plain =
        !digits.isEmpty()
            && digits.length() <= LONGEST_NUMBER
            && digits.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.')
            && digits.indexOf('.') == digits.lastIndexOf('.')
            && !digits.equals(".");
    return plain ? Double.parseDouble(digits) : -1;
  }
}
