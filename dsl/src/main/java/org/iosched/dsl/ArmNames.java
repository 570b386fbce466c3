package org.iosched.dsl;

import java.util.List;
import java.util.Optional;

/** Holds the names in an expectation against the arms that there are. */
final class ArmNames {

  private ArmNames() {}

  static Optional<Soundness.Problem> problem(Expectation expectation, List<String> armNames) {
    if (expectation.subject() instanceof Subject.Named named && !armNames.contains(named.arm())) {
      return Optional.of(unknown(Soundness.Part.SUBJECT, named.arm(), armNames));
    }
    if (expectation.object() instanceof Reference.Other other && !armNames.contains(other.arm())) {
      return Optional.of(unknown(Soundness.Part.OBJECT, other.arm(), armNames));
    }
    boolean compares =
        !(expectation.object() instanceof Reference.Bound)
            && !(expectation.object() instanceof Reference.Baseline);
    if (armNames.size() < (compares ? 2 : 1)) {
      return Optional.of(
          new Soundness.Problem(
              Soundness.Part.OBJECT,
              "there is nothing to compare: the benchmark has "
                  + (armNames.isEmpty() ? "no scheduler" : "only " + armNames.get(0)),
              Optional.empty()));
    }
    return Optional.empty();
  }

  private static Soundness.Problem unknown(
      Soundness.Part part, String name, List<String> armNames) {
    return new Soundness.Problem(
        part,
        name
            + " is not among the benchmark's schedulers"
            + (armNames.isEmpty() ? "" : ": " + String.join(", ", armNames)),
        Nearest.to(name, armNames));
  }
}
