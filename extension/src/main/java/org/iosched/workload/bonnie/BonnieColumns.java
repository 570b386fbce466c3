package org.iosched.workload.bonnie;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * How a version of bonnie++ orders the columns of its CSV lines. Sources: what {@code bon_time.cpp}
 * of 1.93c, 1.96 and 2.00a prints, the column numbers in {@code bon_csv2html} of 2.00a, and for the
 * other versions lines that people have posted.
 *
 * <p>Machine names may hold commas, which nothing quotes. So the columns are counted from the end,
 * and what is left between the version and the first of them is the name.
 *
 * @param format what may be in the first column; empty where the line begins with the name
 * @param kinds the columns after the name
 */
record BonnieColumns(Optional<Pattern> format, List<Kind> kinds) {

  /** What may stand in a column. */
  enum Kind {
    SIZE("(\\d{1,9}[MG]?(:\\d{1,9}[kKM]?)?)?"),
    NUMBER("\\d{0,9}"),
    SEEKS("\\d{0,9}"),
    /** Until 1.03 the largest and smallest size and the directories follow in the same column. */
    FILES("(\\d{1,9}(:(\\d{1,9}|link|symlink))*(/\\d{1,9})?)?"),
    TEXT("[^,]*"),
    NOTHING(""),
    RATE("(\\d{1,15}(\\.\\d{1,9})?|\\++)?"),
    CPU("(\\d{1,9}|\\++)?"),
    LATENCY("(\\d{1,12}(us|ms|s))?");

    private final Pattern pattern;

    Kind(String pattern) {
      this.pattern = Pattern.compile(pattern);
    }

    private boolean fits(String field) {
      return pattern.matcher(field).matches();
    }
  }

  private static final String BEFORE_1_98 = "1\\.9[0-7]\\d?[a-z]?";

  /** Until 1.03. The chunk is part of the size. */
  static final BonnieColumns UNVERSIONED =
      new BonnieColumns(
          Optional.empty(),
          kinds(List.of(List.of(Kind.SIZE), rates(6), List.of(Kind.FILES), rates(6))));

  private static final List<BonnieColumns> VERSIONED =
      List.of(
          // 1.91 to 1.93.
          versioned(
              "2",
              kinds(
                  List.of(
                      List.of(Kind.SIZE, Kind.TEXT),
                      rates(6),
                      List.of(Kind.FILES, Kind.TEXT, Kind.TEXT, Kind.TEXT),
                      rates(6),
                      latencies()))),
          // 1.94 to 1.97: with concurrency and seed.
          versioned(
              BEFORE_1_98,
              kinds(
                  List.of(
                      List.of(Kind.NUMBER, Kind.TEXT, Kind.SIZE, Kind.TEXT),
                      rates(6),
                      filesOf(),
                      rates(6),
                      latencies()))),
          // 1.96 with -s 0 has a comma too few, which 1.97 mended.
          versioned(
              BEFORE_1_98,
              kinds(
                  List.of(
                      List.of(Kind.NUMBER, Kind.TEXT),
                      Collections.nCopies(13, Kind.NOTHING),
                      filesOf(),
                      rates(6),
                      latencies()))),
          // From 1.98 on, 2.00a among them: with the numbers of seeks and of seeking processes.
          versioned(
              "1\\.9[89]\\d?[a-z]?|[2-9]\\.\\d{1,2}[a-z]?",
              kinds(
                  List.of(
                      List.of(
                          Kind.NUMBER, Kind.TEXT, Kind.SIZE, Kind.TEXT, Kind.SEEKS, Kind.NUMBER),
                      rates(6),
                      filesOf(),
                      rates(6),
                      latencies()))));

  /** Returns those whose first column may hold {@code format}. */
  static List<BonnieColumns> of(String format) {
    return VERSIONED.stream()
        .filter(columns -> columns.format.filter(f -> f.matcher(format).matches()).isPresent())
        .toList();
  }

  /** Returns how many fields a line has whose machine name holds no comma. */
  int fields() {
    return (format.isPresent() ? 2 : 0) + 1 + kinds.size();
  }

  /** Tells whether a line has this shape. */
  boolean fit(List<String> line) {
    return line.size() >= fields() && misfit(line).isEmpty();
  }

  /** Returns the index of the first field of a complete line that cannot stand where it stands. */
  OptionalInt misfit(List<String> line) {
    int first = line.size() - kinds.size();
    for (int i = 0; i < kinds.size(); i++) {
      if (!kinds.get(i).fits(line.get(first + i))) {
        return OptionalInt.of(first + i);
      }
    }
    return OptionalInt.empty();
  }

  /** Returns the fields of one kind of a complete line, in their order. */
  List<String> fields(List<String> line, Kind kind) {
    int first = line.size() - kinds.size();
    List<String> found = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      if (kinds.get(i) == kind) {
        found.add(line.get(first + i));
      }
    }
    return found;
  }

  private static BonnieColumns versioned(String format, List<Kind> kinds) {
    return new BonnieColumns(Optional.of(Pattern.compile(format)), kinds);
  }

  private static List<Kind> kinds(List<List<Kind>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }

  private static List<Kind> rates(int tests) {
    return Collections.nCopies(tests, List.of(Kind.RATE, Kind.CPU)).stream()
        .flatMap(List::stream)
        .toList();
  }

  /** Number of files, largest and smallest size, directories and chunk. */
  private static List<Kind> filesOf() {
    return List.of(Kind.FILES, Kind.TEXT, Kind.TEXT, Kind.TEXT, Kind.TEXT);
  }

  private static List<Kind> latencies() {
    return Collections.nCopies(BonnieTest.values().length, Kind.LATENCY);
  }
}
