package org.iosched.engine;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Requests and replies as lines of JSON. */
public final class Wire {

  /** The version of the protocol; it changes when a client has to change. */
  public static final int PROTOCOL = 3;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.USE_DEFAULTS))
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private Wire() {}

  /** Returns a request or a reply as one line, without its end. */
  public static String line(Record message) {
    try {
      return MAPPER.writeValueAsString(message);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a message: " + message, e);
    }
  }

  /**
   * Reads a line.
   *
   * @throws JsonProcessingException if it is no message of that kind, {@code null} included
   */
  public static <T extends Record> T read(String line, Class<T> kind)
      throws JsonProcessingException {
    T message = MAPPER.readValue(line, kind);
    if (message == null) {
      throw new JsonMappingException(null, "it is null");
    }
    return message;
  }
}
