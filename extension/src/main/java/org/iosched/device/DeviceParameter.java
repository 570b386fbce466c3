package org.iosched.device;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parameter of a device that a run makes.
 *
 * @param name as the driver calls it
 * @param valid what its values are, in words that follow "is not"
 * @param accepts tells whether a value is valid
 * @param meaning the size in bytes that a valid value means; empty if it is no size
 */
record DeviceParameter(
    String name, String valid, Predicate<String> accepts, Function<String, OptionalLong> meaning) {

  /** A bare number would be bytes to one reader and MiB to null_blk; nobody shall guess. */
  private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([mgt])(?:i?b)?");

  /** A size with a unit, at least the smallest that can be measured on. */
  static DeviceParameter size(String name) {
    return ofSize(name, "a size with its unit, such as 512m or 4g", DeviceParameter::withUnit);
  }

  /** A size in MiB, at least the smallest that can be measured on. */
  static DeviceParameter megabytes(String name) {
    return ofSize(
        name,
        "a number of MiB",
        value -> value.matches("\\d{1,12}") ? Long.parseLong(value) << 20 : -1);
  }

  private static DeviceParameter ofSize(
      String name, String valid, Function<String, Long> bytesOrNegative) {
    return new DeviceParameter(
        name,
        valid,
        value -> bytesOrNegative.apply(value) >= 0,
        value -> OptionalLong.of(bytesOrNegative.apply(value)));
  }

  /** Returns bytes, or -1 for what is no size. */
  private static long withUnit(String value) {
    Matcher matcher = SIZE.matcher(value.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return -1;
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "m" -> count << 20;
      case "g" -> count << 30;
      default -> count << 40;
    };
  }

  /** A whole number from {@code least} to {@code most}. */
  static DeviceParameter number(String name, long least, long most) {
    return new DeviceParameter(
        name,
        "a whole number from " + least + " to " + most,
        value ->
            value.matches("\\d{1,12}")
                && Long.parseLong(value) >= least
                && Long.parseLong(value) <= most,
        value -> OptionalLong.empty());
  }

  /** One of some words. */
  static DeviceParameter choice(String name, String... words) {
    List<String> possible = List.of(words);
    return new DeviceParameter(
        name,
        possible.size() == 1
            ? possible.get(0) + ", the only one with schedulers"
            : "one of " + String.join(", ", possible),
        possible::contains,
        value -> OptionalLong.empty());
  }

  /** An absolute path. */
  static DeviceParameter directory(String name) {
    return new DeviceParameter(
        name,
        "an absolute path of a directory, such as /mnt/data",
        value -> value.startsWith("/"),
        value -> OptionalLong.empty());
  }

  /**
   * Checks a value.
   *
   * @throws DeviceException with what it may be
   */
  void check(String driver, String value) {
    if (!accepts.test(value)) {
      throw new DeviceException(driver + ": " + name + "=" + value + " is not " + valid);
    }
    bytes(value)
        .ifPresent(
            size -> {
              if (size < DeviceRequest.SMALLEST_BYTES) {
                throw new DeviceException(
                    driver
                        + ": "
                        + name
                        + "="
                        + value
                        + " is too small to measure on; give at least 64 MiB");
              }
            });
  }

  /** Returns the size in bytes that a valid value means; empty if the parameter is no size. */
  OptionalLong bytes(String value) {
    return meaning.apply(value);
  }
}
