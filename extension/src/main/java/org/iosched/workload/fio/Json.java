package org.iosched.workload.fio;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value of a JSON document. */
sealed interface Json {

  /** A string. */
  record Text(String value) implements Json {}

  /** A number; NaN and the infinities among them, since fio prints those too. */
  record Figure(double value) implements Json {}

  /** What is written {@code true}, {@code false} or {@code null}. */
  record Constant(String word) implements Json {}

  /** An array. */
  record Array(List<Json> values) implements Json {}

  /**
   * An object. Of members with the same name the last one counts, as it does where fio reads the
   * options it prints here.
   */
  record Members(Map<String, Json> values) implements Json {

    Optional<Members> members(String name) {
      return values.get(name) instanceof Members members ? Optional.of(members) : Optional.empty();
    }

    Optional<List<Json>> array(String name) {
      return values.get(name) instanceof Array array ? Optional.of(array.values) : Optional.empty();
    }

    Optional<String> text(String name) {
      return values.get(name) instanceof Text text ? Optional.of(text.value) : Optional.empty();
    }

    /** Returns a number that is one; empty for NaN, infinities and values of another type. */
    Optional<Double> number(String name) {
      return values.get(name) instanceof Figure number && Double.isFinite(number.value)
          ? Optional.of(number.value)
          : Optional.empty();
    }
  }
}
