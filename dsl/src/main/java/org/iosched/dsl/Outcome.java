package org.iosched.dsl;

/** What evidence says of an expectation. */
public enum Outcome {
  /** The evidence supports the claim. */
  MET,
  /** The evidence refutes the claim. */
  NOT_MET,
  /** The evidence does neither; never a pass. */
  INCONCLUSIVE
}
