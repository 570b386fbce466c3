package org.iosched.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the sections and lines of a job text by the rules of fio's job files. Where fio's rules
 * would give a meaning that nobody writes down on purpose (a blank behind {@code =} makes {@code
 * bs= 4k} four bytes), the line is refused.
 */
final class JobTextReader {

  /**
   * fio reads lines into a buffer of 8192 bytes, the line's end and a zero included, and takes what
   * is beyond for another line, in comments as well.
   */
  private static final int LONGEST_LINE = 8_190;

  /** fio's own limit (REAL_MAX_JOBS in fio.h). */
  private static final int MOST_JOBS = 4_096;

  private static final int MOST_OPTIONS = 2_000;
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  private static final int LONGEST_NAME = 200;

  private final Function<String, Optional<String>> environment;
  private final Function<String, Optional<Long>> figures;
  private final List<JobText.Option> globals = new ArrayList<>();
  private final List<JobText.Section> jobs = new ArrayList<>();

  /** The section being read, or null before the first. */
  private JobText.@Nullable Section section;

  private List<JobText.Option> options = new ArrayList<>();

  /** The first line of options that no job comes after, or 0. */
  private int idleLine;

  JobTextReader(
      Function<String, Optional<String>> environment, Function<String, Optional<Long>> figures) {
    this.environment = environment;
    this.figures = figures;
  }

  JobText read(String text) {
    String[] lines = (text.startsWith("\uFEFF") ? text.substring(1) : text).split("\n", -1);
    if (!isText(text)) {
      refuseCharacters(lines);
    }
    for (int i = 0; i < lines.length; i++) {
      read(i + 1, lines[i]);
    }
    endSection();
    if (jobs.isEmpty()) {
      throw new JobException("the job text has no job; begin one with a line like [reader]");
    }
    if (idleLine > 0) {
      throw new JobException(
          place(idleLine)
              + "no job comes after these options of [global], so they would have no effect; move"
              + " them before the jobs");
    }
    return new JobText(jobs);
  }

  private void read(int number, String raw) {
    checkLength(number, raw);
    String line = stripped(withoutComment(raw));
    if (line.isEmpty()) {
      return;
    }
    if (line.startsWith("[")) {
      endSection();
      beginSection(number, line);
      return;
    }
    if (line.startsWith("include")) {
      throw new JobException(
          place(number)
              + line
              + " is not followed; put the lines of that file into this text in its place");
    }
    JobText.Option option = option(number, line);
    if (section == null) {
      throw new JobException(
          place(number)
              + option.key()
              + " stands before the first section, such as [global] or [reader]");
    }
    options.add(option);
  }

  private static void checkLength(int number, String line) {
    if (line.length() > LONGEST_LINE / 3
        && line.getBytes(StandardCharsets.UTF_8).length > LONGEST_LINE) {
      throw new JobException(
          place(number) + "it has more than " + LONGEST_LINE + " bytes, where fio would cut it");
    }
  }

  private static boolean isText(String text) {
    return text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private static void refuseCharacters(String[] lines) {
    for (int i = 0; i < lines.length; i++) {
      if (!isText(lines[i])) {
        throw new JobException(
            place(i + 1) + "it has a character that no text file can hold; this is no job text");
      }
    }
  }

  private void beginSection(int number, String line) {
    if (!line.endsWith("]") || line.length() < 2) {
      throw new JobException(place(number) + line + " is not a section; write it as [name]");
    }
    String name = stripped(line.substring(1, line.length() - 1));
    if (name.isEmpty()) {
      throw new JobException(place(number) + "a job needs a name, as in [reader]");
    }
    if (name.length() > LONGEST_NAME) {
      throw new JobException(
          place(number) + "the name has more than " + LONGEST_NAME + " characters; shorten it");
    }
    if (jobs.size() >= MOST_JOBS && !isGlobal(name)) {
      throw new JobException(
          place(number) + "the text has more than " + MOST_JOBS + " jobs, which is fio's limit");
    }
    section = new JobText.Section(number, name, List.of());
    options = new ArrayList<>();
  }

  private void endSection() {
    JobText.Section ended = section;
    if (ended == null) {
      return;
    }
    if (isGlobal(ended.name())) {
      globals.addAll(options);
      if (!options.isEmpty() && idleLine == 0) {
        idleLine = options.get(0).line();
      }
      return;
    }
    if (globals.size() + options.size() > MOST_OPTIONS) {
      throw new JobException(
          place(ended.line())
              + ended.name()
              + " has more than "
              + MOST_OPTIONS
              + " options, those of [global] included; leave out those that others replace");
    }
    List<JobText.Option> all = new ArrayList<>();
    String name = ended.name();
    for (JobText.Option global : globals) {
      // fio gives the name of a [global] section to no job.
      if (!global.key().equals("name")) {
        all.add(global);
      }
    }
    for (JobText.Option own : options) {
      if (own.key().equals("name")) {
        name = jobName(own);
      } else {
        all.add(own);
      }
    }
    jobs.add(new JobText.Section(ended.line(), name, all));
    idleLine = 0;
  }

  private static String jobName(JobText.Option option) {
    String name = stripped(option.value().orElse(""));
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw invalid(option.line(), "name=" + name, "it has 1 to " + LONGEST_NAME + " characters");
    }
    if (isGlobal(name)) {
      throw invalid(
          option.line(),
          "name=" + name,
          "sections whose names begin with global hold common options");
    }
    return name;
  }

  private JobText.Option option(int number, String line) {
    String text = substituted(number, line);
    checkLength(number, text);
    int equals = text.indexOf('=');
    String key = stripped(equals < 0 ? text : text.substring(0, equals));
    if (key.isEmpty()) {
      throw new JobException(place(number) + text + " has no option before =");
    }
    if (equals < 0) {
      return new JobText.Option(number, key, Optional.empty());
    }
    String value;
    try {
      value = FioKeywords.replaced(text.substring(equals + 1), figures);
    } catch (IllegalArgumentException e) {
      throw invalid(number, line, e.getMessage());
    }
    return new JobText.Option(number, key, Optional.of(withoutBlank(number, key, value)));
  }

  /** fio takes blanks behind {@code =} into the value, where only plain numbers survive them. */
  private static String withoutBlank(int number, String key, String value) {
    String stripped = stripped(value);
    boolean harmless =
        !startsBlank(value)
            || stripped.isEmpty()
            || DIGITS.matcher(stripped).matches()
            || key.equals("description")
            || key.equals("name");
    if (!harmless) {
      throw invalid(
          number,
          key + "=" + value,
          "fio takes the blank behind = into the value; write " + key + "=" + stripped);
    }
    return stripped;
  }

  private String substituted(int number, String line) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (true) {
      int begin = line.indexOf("${", at);
      int end = begin < 0 ? -1 : line.indexOf('}', begin);
      if (end < 0) {
        return text.append(line.substring(at)).toString();
      }
      text.append(line, at, begin).append(variable(number, line, line.substring(begin + 2, end)));
      at = end + 1;
    }
  }

  private String variable(int number, String line, String name) {
    String value =
        environment
            .apply(name)
            .orElseThrow(
                () ->
                    new JobException(
                        place(number)
                            + "the environment has no variable "
                            + name
                            + ", which "
                            + line
                            + " asks for; set it, or write its value"));
    if (value.contains("${") || value.chars().anyMatch(c -> c < ' ' || c == '#' || c == ';')) {
      throw new JobException(
          place(number)
              + "the environment variable "
              + name
              + " has a value that no line of a job file can hold (# ; ${ or a line's end)");
    }
    return value;
  }

  private static JobException invalid(int number, String option, @Nullable String expected) {
    return new JobException(place(number) + option + " is not valid: " + expected);
  }

  static boolean isGlobal(String name) {
    return name.startsWith("global");
  }

  static String place(int number) {
    return "line " + number + ": ";
  }

  private static String withoutComment(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '#' || line.charAt(i) == ';') {
        return line.substring(0, i);
      }
    }
    return line;
  }

  private static boolean startsBlank(String text) {
    return !text.isEmpty() && isBlank(text.charAt(0));
  }

  /** Blanks and control characters, as in the C locale that fio reads by. */
  private static boolean isBlank(char c) {
    return c <= ' ' || c == 0x7f;
  }

  private static String stripped(String text) {
    int begin = 0;
    int end = text.length();
    while (begin < end && isBlank(text.charAt(begin))) {
      begin++;
    }
    while (end > begin && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(begin, end);
  }
}
