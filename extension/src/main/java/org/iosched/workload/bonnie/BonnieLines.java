package org.iosched.workload.bonnie;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.workload.RecordException;
import org.iosched.workload.WorkloadResult;

/**
 * Reads the CSV lines of bonnie++ 1.03 to 2.00 out of a text, such as a file of them or a message
 * to a mailing list: with prose around, quoted with {@code >}, and broken where a mail program
 * broke them.
 *
 * <p>Rates are in KiB/s in the lines and in bytes per second in the results. A test that was too
 * fast to be measured ({@code +++++}) or left out is absent from the results. Processor time is in
 * percent of one processor, cut to a whole number. A latency is the largest of its test.
 */
public final class BonnieLines {

  /** Format and program; what comes before is prose. */
  private static final Pattern VERSIONED =
      Pattern.compile("(?<![\\w.,:])([1-9]\\.\\d{1,3}[a-z]?|2),[1-9]\\.\\d{1,3}[a-z]?,");

  /** Name and size of a line until 1.03, and the first results. */
  private static final Pattern UNVERSIONED =
      Pattern.compile(
          "[^,\\s][^,]{0,200},(\\d{1,9}[MG](:\\d{1,9}[kKM]?)?,((\\d{1,15}|\\++)?,(\\d{1,9}|\\++)?,){2}"
              + "|,{13}\\d)");

  private static final Pattern QUOTE_MARKS = Pattern.compile("^[\\s>|]*");

  /** What ends the fields: fields after the machine's name hold none of it. */
  private static final Pattern END = Pattern.compile("[\\s\"'`<>|;()]");

  /** A piece of a line that a mail program broke. */
  private static final Pattern PIECE = Pattern.compile("[0-9A-Za-z+.,:/]+");

  private static final int COMMAS_BEFORE_END = 8;
  private static final int FEWEST_FIELDS = 12;
  private static final int MOST_PIECES = 12;

  private final List<String> lines;
  private final List<WorkloadResult> results = new ArrayList<>();

  private BonnieLines(List<String> lines) {
    this.lines = lines;
  }

  /**
   * Reads every line of a text.
   *
   * @param text the text; lines end in {@code \n} or {@code \r\n}
   * @return one result for each line, in their order; at least one
   * @throws RecordException if there is none, or if one begins that cannot be read to its end
   */
  public static List<WorkloadResult> read(String text) {
    BonnieLines reader =
        new BonnieLines(
            text.lines()
                .map(line -> QUOTE_MARKS.matcher(line).replaceFirst("").stripTrailing())
                .toList());
    reader.read();
    if (reader.results.isEmpty()) {
      throw new RecordException(
          "the text holds no CSV line of bonnie++; it is the last line that bonnie++ prints, such as"
              + " \"1.96,1.96,host,1,…\", or \"host,8G,…\" until 1.03.");
    }
    return List.copyOf(reader.results);
  }

  private void read() {
    int next = 0;
    while (next < lines.size()) {
      next = readAt(next);
    }
  }

  /** Reads the line of bonnie++ that begins in a line, and returns which line is next. */
  private int readAt(int index) {
    String line = lines.get(index);
    Matcher versioned = VERSIONED.matcher(line);
    if (versioned.find()) {
      String format = versioned.group(1);
      List<BonnieColumns> columns = BonnieColumns.of(format);
      return readAt(index, line.substring(versioned.start()), columns, "format " + format);
    }
    return UNVERSIONED.matcher(line).find()
        ? readAt(index, line, List.of(BonnieColumns.UNVERSIONED), "version 1.03")
        : index + 1;
  }

  private int readAt(int index, String start, List<BonnieColumns> possible, String version) {
    String joined = untilEnd(start);
    for (int last = index; ; last++) {
      Optional<BonnieLine> read = BonnieLine.read(joined, possible);
      Optional<String> piece = piece(last + 1);
      String longer = withoutSoftBreak(joined) + piece.orElse("");
      if (read.isPresent()) {
        boolean wholeWithNext = piece.isPresent() && BonnieLine.read(longer, possible).isPresent();
        if (!wholeWithNext) {
          results.add(read.get().result());
          return last + 1;
        }
        if (!joined.endsWith(",")) {
          throw new RecordException(
              place(index)
                  + " is a line of bonnie++, and whether \""
                  + piece.get()
                  + "\" in line "
                  + (last + 2)
                  + " belongs to it cannot be told; join the lines, or put an empty one between.");
        }
      }
      if (piece.isEmpty() || last - index >= MOST_PIECES) {
        refuse(index, joined, possible, version);
        return index + 1;
      }
      joined = longer;
    }
  }

  /** Refuses what began as a line of bonnie++, unless it is too short to be one. */
  private void refuse(int index, String line, List<BonnieColumns> possible, String version) {
    List<String> fields = List.of(line.split(",", -1));
    if (fields.size() < FEWEST_FIELDS) {
      return;
    }
    if (possible.isEmpty()) {
      if (fields.size() < BonnieColumns.UNVERSIONED.fields()) {
        return;
      }
      throw new RecordException(
          place(index)
              + " looks like a line of bonnie++ in "
              + version
              + ", whose columns are not known; known are 1.03, 1.93 to 1.97, and 1.98 to 2.00.");
    }
    BonnieColumns columns = possible.get(0);
    String problem =
        fields.size() < columns.fields()
            ? "ends after "
                + fields.size()
                + " of its "
                + columns.fields()
                + " fields; paste the whole line"
            : "cannot be read: "
                + columns.misfit(fields).stream()
                    .mapToObj(at -> "field " + (at + 1) + " is \"" + fields.get(at) + "\"")
                    .findFirst()
                    .orElse("no test was measured")
                + "; correct or remove the line";
    throw new RecordException(
        place(index) + " begins as a line of bonnie++ in " + version + " and " + problem + ".");
  }

  private static String place(int index) {
    return "line " + (index + 1);
  }

  /** Returns the piece of a broken line that a line begins with. */
  private Optional<String> piece(int index) {
    if (index >= lines.size()) {
      return Optional.empty();
    }
    String line = lines.get(index);
    if (VERSIONED.matcher(line).find() || UNVERSIONED.matcher(line).find()) {
      return Optional.empty();
    }
    Matcher end = END.matcher(line);
    String piece = withoutSoftBreak(end.find() ? line.substring(0, end.start()) : line);
    return PIECE.matcher(piece).matches() ? Optional.of(piece) : Optional.empty();
  }

  /** Takes off the sign with which quoted-printable text breaks a line. */
  private static String withoutSoftBreak(String line) {
    return line.endsWith("=") ? line.substring(0, line.length() - 1) : line;
  }

  /** Cuts off what follows the fields; the machine's name, near the beginning, may hold blanks. */
  private static String untilEnd(String line) {
    int commas = 0;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == ',') {
        commas++;
      } else if (commas >= COMMAS_BEFORE_END && END.matcher(line.substring(i, i + 1)).matches()) {
        return line.substring(0, i);
      }
    }
    return line;
  }
}
