package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;

/**
 * Maps values to pixels along one axis.
 *
 * @param low the value at {@code from}
 * @param high the value at {@code to}; more than {@code low}
 * @param from pixels
 * @param to pixels
 * @param logarithmic whether equal ratios, instead of equal differences, have equal lengths
 */
record Scale(double low, double high, double from, double to, boolean logarithmic) {

  private static final double[] STEPS = {1, 2, 5, 10};

  /** Returns a linear scale that holds all values, with its ends on ticks. */
  static Scale linear(double low, double high, double from, double to) {
    double span = high > low ? high - low : Math.max(Math.abs(high) * 0.1, 1e-9);
    double step = step(span);
    double first = Math.floor(low / step) * step;
    double last = Math.ceil(high / step) * step;
    return new Scale(first, last > first ? last : first + step, from, to, false);
  }

  /** Returns a logarithmic scale with a little room at both ends; the values are positive. */
  static Scale logarithmic(double low, double high, double from, double to) {
    double room = Math.pow(Math.max(high / low, 1.02), 0.06);
    return new Scale(low / room, high * room, from, to, true);
  }

  double at(double value) {
    double within = Math.max(low, Math.min(high, value));
    double part =
        logarithmic ? Math.log(within / low) / Math.log(high / low) : (within - low) / (high - low);
    return from + part * (to - from);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic && high / low > 4) {
      boolean wide = high / low > 300;
      for (int decade = (int) Math.floor(Math.log10(low)); decade <= Math.log10(high); decade++) {
        for (double digit : wide ? new double[] {1} : new double[] {1, 2, 5}) {
          add(ticks, digit * Math.pow(10, decade));
        }
      }
      return ticks;
    }
    double step = step(high - low);
    for (long i = Math.round(Math.ceil(low / step - 1e-9)); i * step <= high + step * 1e-9; i++) {
      add(ticks, i * step);
    }
    return ticks;
  }

  private void add(List<Double> ticks, double tick) {
    if (tick >= low * (1 - 1e-12) && tick <= high * (1 + 1e-12)) {
      ticks.add(tick);
    }
  }

  /** A step of 1, 2 or 5 times a power of ten that makes four to eight of the span. */
  private static double step(double span) {
    double rough = span / 5;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    for (double step : STEPS) {
      if (step * power >= rough * 0.999) {
        return step * power;
      }
    }
    return 10 * power;
  }
}
