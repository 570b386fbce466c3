package org.iosched.dsl;

/** What a {@link Measured} number counts. Values are always kept in the base unit named here. */
public enum Unit {
  /** Seconds of wall-clock or processor time. */
  SECONDS("s"),
  /** Nanoseconds; latencies and processor time per I/O. */
  NANOSECONDS("ns"),
  /** I/O operations per second. */
  IO_PER_SECOND("io/s"),
  /** Bytes per second. */
  BYTES_PER_SECOND("B/s"),
  /** Hundredths of one processor's time; what bonnie++ tells of processor time. */
  PERCENT("%");

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  /** Returns the symbol written to result files, e.g. {@code "ns"}. */
  public String symbol() {
    return symbol;
  }
}
