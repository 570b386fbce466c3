package org.iosched.dsl;

/** What an expectation is about. */
public sealed interface Subject {

  /**
   * One arm.
   *
   * @param arm the arm's name
   */
  record Named(String arm) implements Subject {
    /** Refuses what a sentence could not hold as a name. */
    public Named {
      Vocabulary.requireArmName(arm);
    }

    @Override
    public String toString() {
      return arm;
    }
  }

  /** Every arm of the benchmark. */
  record EveryScheduler() implements Subject {
    @Override
    public String toString() {
      return "every scheduler";
    }
  }
}
