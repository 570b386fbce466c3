package org.iosched.workload.fio;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An object of a JSON document. Of members with the same name the last one counts, as it does where
 * fio reads the options that it prints here.
 *
 * @param node the object
 */
record Members(JsonNode node) {

  /** Returns the names of all members. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Returns a member that is an object. */
  Optional<Members> members(String name) {
    return Optional.of(node.path(name)).filter(JsonNode::isObject).map(Members::new);
  }

  /** Returns the objects in a member that is an array. */
  Optional<List<Members>> array(String name) {
    if (!node.path(name).isArray()) {
      return Optional.empty();
    }
    List<Members> objects = new ArrayList<>();
    for (JsonNode value : node.path(name)) {
      if (value.isObject()) {
        objects.add(new Members(value));
      }
    }
    return Optional.of(objects);
  }

  /** Returns a member that is a string. */
  Optional<String> text(String name) {
    return Optional.of(node.path(name)).filter(JsonNode::isTextual).map(JsonNode::textValue);
  }

  /** Returns a number that is one; empty for NaN, infinities and values of another type. */
  Optional<Double> number(String name) {
    return Optional.of(node.path(name))
        .filter(JsonNode::isNumber)
        .map(JsonNode::doubleValue)
        .filter(number -> !number.isNaN() && !number.isInfinite());
  }
}
