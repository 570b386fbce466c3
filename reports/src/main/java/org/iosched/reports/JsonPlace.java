package org.iosched.reports;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A value in a JSON document together with where it stands, so that a complaint can name the place.
 *
 * @param path e.g. {@code benchmarks[2].samples[5].seconds}; empty for the document itself
 * @param node the value; missing where the document has none
 */
record JsonPlace(String path, JsonNode node) {

  JsonPlace at(String field) {
    return new JsonPlace(path.isEmpty() ? field : path + "." + field, node.path(field));
  }

  String text() {
    return of(node.isTextual(), "a text").textValue();
  }

  boolean flag() {
    return of(node.isBoolean(), "true or false").booleanValue();
  }

  int count() {
    return of(node.isIntegralNumber() && node.canConvertToInt(), "a whole number").intValue();
  }

  long number() {
    return of(node.isIntegralNumber() && node.canConvertToLong(), "a whole number").longValue();
  }

  /** A number, or NaN where the document says null. */
  double real() {
    return of(node.isNumber() || node.isNull(), "a number or null").isNull()
        ? Double.NaN
        : node.doubleValue();
  }

  boolean isNull() {
    return node.isNull();
  }

  Optional<String> optionalText(String field) {
    return node.has(field) ? Optional.of(at(field).text()) : Optional.empty();
  }

  /** The value of a field, where the document has it. */
  Optional<JsonPlace> optional(String field) {
    return node.has(field) ? Optional.of(at(field)) : Optional.empty();
  }

  <T> List<T> list(Function<JsonPlace, T> element) {
    of(node.isArray(), "a list");
    List<T> list = new ArrayList<>(node.size());
    for (int i = 0; i < node.size(); i++) {
      list.add(element.apply(new JsonPlace(path + "[" + i + "]", node.get(i))));
    }
    return list;
  }

  Map<String, JsonPlace> fields() {
    of(node.isObject(), "an object");
    Map<String, JsonPlace> fields = new LinkedHashMap<>();
    node.fieldNames().forEachRemaining(name -> fields.put(name, at(name)));
    return fields;
  }

  /** Of the elements of this list one, or the earlier one that it says it is the same as. */
  JsonPlace original(JsonPlace element) {
    if (!element.node.has("sameAs")) {
      return element;
    }
    int place = element.at("sameAs").count();
    return new JsonPlace(path + "[" + place + "]", node.path(place));
  }

  Map<String, String> texts() {
    of(node.isObject(), "an object");
    Map<String, String> texts = new LinkedHashMap<>();
    node.fieldNames().forEachRemaining(name -> texts.put(name, at(name).text()));
    return texts;
  }

  <T> T parsed(Function<String, T> parser) {
    String text = text();
    try {
      return parser.apply(text);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          path + " cannot be \"" + text + "\": " + e.getMessage(), e);
    }
  }

  private JsonNode of(boolean expected, String kind) {
    if (!expected) {
      throw new IllegalArgumentException(
          (path.isEmpty() ? "the document" : path)
              + (node.isMissingNode() ? " is missing" : " must be " + kind + ", not " + shown()));
    }
    return node;
  }

  private String shown() {
    String text = node.toString();
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }
}
