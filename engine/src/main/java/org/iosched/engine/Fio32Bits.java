package org.iosched.engine;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The options that fio keeps in 32 bits (FIO_OPT_INT in its options.c): of a larger number it keeps
 * the lower bits without a word, so that no engine would run what the text says.
 */
final class Fio32Bits {
  private static final Set<String> NUMBERS =
      Set.of(
          "fdatasync",
          "fsync",
          "iodepth",
          "iodepth_batch",
          "iodepth_batch_complete_max",
          "iodepth_batch_complete_min",
          "iodepth_low",
          "loops",
          "nrfiles",
          "numjobs",
          "openfiles",
          "rate_cycle",
          "rate_iops",
          "rate_iops_min",
          "thinktime_blocks",
          "write_barrier");

  /** Times in microseconds, by the unit of a bare number. */
  private static final Map<String, String> TIMES =
      Map.of("thinktime", "us", "thinktime_iotime", "us", "thinktime_spin", "us");

  private Fio32Bits() {}

  /**
   * Refuses a value that fio would read as another one; what is no number at all is none of its
   * business.
   *
   * @param key the option's name, no alias
   * @throws IllegalArgumentException with what was expected
   */
  static void check(String key, String value) {
    String unit = TIMES.get(key);
    if (unit != null) {
      Optional<Long> micros = Numbers.time(value, unit).map(Fio32Bits::micros);
      refuse(micros, "us (about 71m)");
    } else if (NUMBERS.contains(key)) {
      for (String side : value.split(",", -1)) {
        refuse(Numbers.bytes(side.strip()), "");
      }
    }
  }

  private static long micros(Duration time) {
    return time.toNanos() / 1_000;
  }

  private static void refuse(Optional<Long> number, String unit) {
    if (number.filter(value -> value > Numbers.LARGEST_OF_32_BITS).isPresent()) {
      throw new IllegalArgumentException(
          "it is at most " + Numbers.LARGEST_OF_32_BITS + unit + ", since fio keeps it in 32 bits");
    }
  }
}
