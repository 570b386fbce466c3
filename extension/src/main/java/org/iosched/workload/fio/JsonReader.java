package org.iosched.workload.fio;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;

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
  record Whole(Members members, int end) implements Outcome {}

  /**
   * No object was read.
   *
   * @param at the place that does not fit
   * @param truncated whether that is the end of the text
   * @param fio whether a member was seen until there that marks fio's documents
   */
  record Broken(int at, boolean truncated, boolean fio) implements Outcome {}

  private static final int DEEPEST = 32;

  private static final ObjectReader READER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build()
          .reader();

  private static final Pattern FIO_MEMBER =
      Pattern.compile("\"(fio version|jobs|client_stats)\"\\s*:");

  /** What C prints for what is no number, behind a colon and perhaps a minus. */
  private static final List<String> NO_NUMBERS = List.of("nan", "inf");

  private JsonReader() {}

  /**
   * Writes C's {@code nan} and {@code inf} as the reader knows what is no number, every place of
   * the text staying where it is.
   */
  static String withNumbersOfC(String text) {
    StringBuilder changed = null;
    for (String word : NO_NUMBERS) {
      for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        int start = at > 0 && text.charAt(at - 1) == '-' ? at - 1 : at;
        int end = at + word.length();
        if (followsColon(text, start) && endsValue(text, end)) {
          changed = changed == null ? new StringBuilder(text) : changed;
          changed.replace(start, end, " NaN".substring(start == at ? 1 : 0));
        }
      }
    }
    return changed == null ? text : changed.toString();
  }

  private static boolean followsColon(String text, int start) {
    int at = start - 1;
    while (at >= 0 && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at--;
    }
    return at >= 0 && text.charAt(at) == ':';
  }

  private static boolean endsValue(String text, int end) {
    int at = end;
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at < text.length() && ",}]".indexOf(text.charAt(at)) >= 0;
  }

  /** Reads the object that begins with the brace at a place of the text. */
  static Outcome read(String text, int brace) {
    try (StringReader from = new StringReader(text)) {
      long unused = from.skip(brace);
      try (JsonParser parser = READER.getFactory().createParser(from)) {
        JsonNode node = READER.readTree(parser);
        int end = brace + (int) parser.currentLocation().getCharOffset();
        return new Whole(new Members(node), end);
      }
    } catch (JsonProcessingException e) {
      long offset = e.getLocation() == null ? 0 : e.getLocation().getCharOffset();
      int at = (int) Math.max(brace, Math.min(text.length(), brace + offset));
      boolean truncated = e instanceof JsonEOFException || at >= text.length();
      boolean fio = FIO_MEMBER.matcher(text).region(brace, at).find();
      return new Broken(at, truncated, fio);
    } catch (IOException e) {
      throw new UncheckedIOException("a text cannot be read from memory", e);
    }
  }
}
