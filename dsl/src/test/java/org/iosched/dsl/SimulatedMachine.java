package org.iosched.dsl;

/** A machine as one benchmark meets it: what becomes of a rate from stretch to stretch. */
interface SimulatedMachine {

  /**
   * Measures the next stretch.
   *
   * @param lostSeconds time that passes before without being measured: harness or settle time
   * @param seconds how long is measured
   * @param factor how many times as fast this arm is
   * @return the logarithm of the rate
   */
  double logRate(double lostSeconds, double seconds, double factor);
}
