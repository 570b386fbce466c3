package org.iosched.workload.fio;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads one JSON object out of a longer text, as leniently as fio writes: its strings may hold raw
 * tabs and line ends, its numbers may be {@code nan}, {@code -nan} and {@code inf} (C's {@code
 * %f}), and names may stand twice in an object (stat.c of fio up to 3.2 writes {@code "0.00" : 0}
 * for each percentile that it lacks; an option given twice is listed twice).
 */
final class JsonReader {

  /** How an attempt ended. */
  sealed interface Outcome {}

  /**
   * An object was read.
   *
   * @param members it
   * @param end the place behind it
   */
  record Whole(Json.Members members, int end) implements Outcome {}

  /**
   * No object was read.
   *
   * @param at the place that does not fit
   * @param truncated whether that is the end of the text
   * @param fio whether a member was seen until there that marks fio's documents
   */
  record Broken(int at, boolean truncated, boolean fio) implements Outcome {}

  private static final int DEEPEST = 32;
  private static final Set<String> FIO_MEMBERS = Set.of("fio version", "jobs", "client_stats");

  private final String text;
  private int at;
  private int depth;
  private boolean fio;

  private JsonReader(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /** Reads the object that begins with the brace at a place of the text. */
  static Outcome read(String text, int brace) {
    JsonReader reader = new JsonReader(text, brace);
    try {
      return new Whole(reader.members(), reader.at);
    } catch (Unreadable e) {
      return new Broken(reader.at, reader.at >= text.length(), reader.fio);
    }
  }

  private static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable() {
      super(null, null, false, false);
    }
  }

  private Json value() throws Unreadable {
    return switch (peek()) {
      case '{' -> members();
      case '[' -> array();
      case '"' -> new Json.Text(string());
      default -> word();
    };
  }

  private Json.Members members() throws Unreadable {
    enter();
    Map<String, Json> members = new LinkedHashMap<>();
    while (peek() != '}') {
      String name = string();
      fio |= depth == 1 && FIO_MEMBERS.contains(name);
      expect(':');
      members.put(name, value());
      if (peek() != '}') {
        expect(',');
      }
    }
    leave();
    return new Json.Members(members);
  }

  private Json.Array array() throws Unreadable {
    enter();
    List<Json> values = new ArrayList<>();
    while (peek() != ']') {
      values.add(value());
      if (peek() != ']') {
        expect(',');
      }
    }
    leave();
    return new Json.Array(values);
  }

  private void enter() throws Unreadable {
    if (++depth > DEEPEST) {
      throw new Unreadable();
    }
    at++;
  }

  private void leave() {
    depth--;
    at++;
  }

  private String string() throws Unreadable {
    expect('"');
    StringBuilder string = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return string.toString();
      }
      if (c == '\\' && at < text.length()) {
        c = escaped();
      }
      string.append(c);
    }
    throw new Unreadable();
  }

  private char escaped() throws Unreadable {
    char c = text.charAt(at++);
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> {
        if (at + 4 > text.length()) {
          throw new Unreadable();
        }
        int code = 0;
        for (int i = 0; i < 4; i++) {
          int digit = Character.digit(text.charAt(at + i), 16);
          if (digit < 0) {
            throw new Unreadable();
          }
          code = code * 16 + digit;
        }
        at += 4;
        yield (char) code;
      }
      default -> c;
    };
  }

  private Json word() throws Unreadable {
    int start = at;
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
    String word = text.substring(start, at).toLowerCase(Locale.ROOT);
    switch (word) {
      case "true", "false", "null" -> {
        return new Json.Constant(word);
      }
      case "nan", "-nan", "inf", "-inf", "infinity", "-infinity" -> {
        return new Json.Figure(Double.NaN);
      }
      default -> {
        try {
          // Java would also take 1f, 1d and 0x1p3.
          if (!word.isEmpty() && word.chars().noneMatch(c -> c > 'e' || c == 'd')) {
            return new Json.Figure(Double.parseDouble(word));
          }
        } catch (NumberFormatException e) {
          // Falls through to the refusal of everything that is no number.
        }
        if (at < text.length()) {
          at = start;
        }
        throw new Unreadable();
      }
    }
  }

  private static boolean isWordPart(char c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '.'
        || c == '-'
        || c == '+';
  }

  private char peek() throws Unreadable {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    if (at >= text.length()) {
      throw new Unreadable();
    }
    return text.charAt(at);
  }

  private void expect(char c) throws Unreadable {
    if (peek() != c) {
      throw new Unreadable();
    }
    at++;
  }
}
