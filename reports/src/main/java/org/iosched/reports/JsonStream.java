package org.iosched.reports;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Walks through a JSON document without keeping it. */
final class JsonStream {

  private JsonStream() {}

  /** What to do with one field or element; it must consume the value that the parser stands on. */
  @FunctionalInterface
  interface Step {
    void read(String name) throws IOException;
  }

  /**
   * Hands over each field of the object that the parser stands on (or is about to read), by name.
   *
   * @param place where the object stands, for messages; empty for the document itself
   * @throws IllegalArgumentException where there is no object
   */
  static void fields(JsonParser parser, String place, Step field) throws IOException {
    JsonToken first = parser.hasCurrentToken() ? parser.currentToken() : parser.nextToken();
    if (first != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException(
          (place.isEmpty() ? "the document" : place) + " must be an object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      field.read(name);
    }
  }

  /**
   * Hands over each element of the list that the parser stands on, by its place, e.g. {@code
   * benchmarks[2]}.
   */
  static void elements(JsonParser parser, String place, Step element) throws IOException {
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      element.read(place + "[" + i + "]");
    }
  }
}
