package org.iosched.dsl;

/** One measured number with its unit. */
public sealed interface Measured {

  /** Returns the number as it is shown, in {@link #unit()}. */
  double value();

  /** Returns the unit of {@link #value()}. */
  Unit unit();

  /**
   * Returns the number as it enters a logarithm. A rate is taken as (count + ½) / time, so that a
   * run without a single I/O has a finite logarithm.
   */
  double forLogarithm();

  /**
   * A plain value such as a time or a latency.
   *
   * @param value the number; positive
   * @param unit its unit
   */
  record Value(double value, Unit unit) implements Measured {
    @Override
    public double forLogarithm() {
      return value;
    }
  }

  /**
   * A count over a time.
   *
   * @param count I/Os or bytes; zero or more
   * @param seconds how long they were counted; more than zero
   * @param unit {@link Unit#IO_PER_SECOND} or {@link Unit#BYTES_PER_SECOND}
   */
  record Rate(long count, double seconds, Unit unit) implements Measured {
    /** Checks the ranges. */
    public Rate {
      if (count < 0 || !(seconds > 0)) {
        throw new IllegalArgumentException(
            "a rate needs a count of zero or more over more than zero seconds, not "
                + count
                + " over "
                + seconds);
      }
    }

    @Override
    public double value() {
      return count / seconds;
    }

    @Override
    public double forLogarithm() {
      return (count + 0.5) / seconds;
    }
  }
}
