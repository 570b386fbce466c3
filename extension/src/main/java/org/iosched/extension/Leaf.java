package org.iosched.extension;

import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/** A leaf that measures, of which the next one waits for the end. */
interface Leaf extends TestTemplateInvocationContext {

  /**
   * Tells whether JUnit has taken this leaf to execute it, which it may still not do: when a
   * condition disables it, or no test instance can be made. What it leaves out because it was asked
   * for other leaves only it does not take.
   */
  boolean taken();

  /** Tells whether JUnit has begun to execute this leaf. */
  boolean begun();

  /** Tells whether JUnit has executed this leaf to its end. */
  boolean ended();

  /** Ends the benchmark, since JUnit has taken this leaf and not executed it. */
  void notCarriedOut();
}
