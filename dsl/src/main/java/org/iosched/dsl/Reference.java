package org.iosched.dsl;

/** What the subject of an expectation is held against: its object. */
public sealed interface Reference {

  /**
   * Another arm.
   *
   * @param arm the arm's name
   */
  record Other(String arm) implements Reference {
    /** Refuses what a sentence could not hold as a name. */
    public Other {
      Vocabulary.requireArmName(arm);
    }

    @Override
    public String toString() {
      return arm;
    }
  }

  /** Each other arm. */
  record EveryOther() implements Reference {
    @Override
    public String toString() {
      return "every other";
    }
  }

  /** The best arm, never picked from the data: each other arm is treated as if it were the best. */
  record TheBest() implements Reference {
    @Override
    public String toString() {
      return "the best";
    }
  }

  /** Recorded results of the same arm. */
  record Baseline() implements Reference {
    @Override
    public String toString() {
      return "baseline";
    }
  }

  /**
   * A value.
   *
   * @param amount the value
   */
  record Bound(Amount amount) implements Reference {
    @Override
    public String toString() {
      return amount.toString();
    }
  }
}
