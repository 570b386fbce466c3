package org.iosched.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the sections and lines of a job text. */
final class JobParser {

  static final String GLOBAL = "global";

  private final List<Line> globals = new ArrayList<>();
  private final List<Job> jobs = new ArrayList<>();
  private final Map<String, Integer> lineOfName = new HashMap<>();

  /** The section being read, or null before the first. */
  private @Nullable Section section;

  /**
   * An option as it stands in the text.
   *
   * @param number the line, counted from 1
   */
  private record Line(int number, String key, Optional<String> value) {}

  /**
   * A section of the text.
   *
   * @param number the line of its name, counted from 1
   */
  private record Section(int number, String name, List<Line> lines) {}

  private JobParser() {}

  static List<Job> parse(String text) {
    JobParser parser = new JobParser();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      parser.read(number, withoutComment(line).strip());
    }
    parser.endSection();
    if (parser.jobs.isEmpty()) {
      throw new JobException("the job text has no job; begin one with a line like [reader]");
    }
    return parser.jobs;
  }

  private void read(int number, String line) {
    if (line.isEmpty()) {
      return;
    }
    if (line.startsWith("[")) {
      endSection();
      if (!line.endsWith("]") || line.length() < 3) {
        throw new JobException(
            "line " + number + ": " + line + " is not a section; write it as [name]");
      }
      section =
          new Section(number, line.substring(1, line.length() - 1).strip(), new ArrayList<>());
      return;
    }
    int equals = line.indexOf('=');
    String key = (equals < 0 ? line : line.substring(0, equals)).strip();
    Optional<String> value =
        equals < 0 ? Optional.empty() : Optional.of(line.substring(equals + 1).strip());
    if (section == null) {
      throw new JobException(
          "line " + number + ": " + key + " stands before the first section, such as [reader]");
    }
    Line option = new Line(number, key, value);
    // Checked here as well, so that the first bad line of the text is the one that is named.
    JobOptions.apply(new JobDraft(), place(number), key, value);
    section.lines().add(option);
  }

  private void endSection() {
    Section ended = section;
    if (ended == null) {
      return;
    }
    if (ended.name().equals(GLOBAL)) {
      globals.addAll(ended.lines());
      return;
    }
    JobDraft draft = new JobDraft();
    globals.forEach(line -> apply(draft, line));
    draft.name = ended.name();
    ended.lines().forEach(line -> apply(draft, line));
    Job job = draft.job();
    check(ended, job);
    jobs.add(job);
  }

  private void check(Section ended, Job job) {
    String place = place(ended.number());
    if (job.name().isEmpty()) {
      throw new JobException(place + ": a job needs a name, as in [reader]");
    }
    Integer earlier = lineOfName.putIfAbsent(job.name(), ended.number());
    if (earlier != null) {
      throw new JobException(
          place
              + ": "
              + job.name()
              + " is already the name of the job in line "
              + earlier
              + "; results tell jobs apart by name");
    }
    if (job.timeBased() && job.runtime().isEmpty()) {
      throw new JobException(place + ": " + job.name() + " is time_based but has no runtime");
    }
    boolean byBytes = !job.rate().equals(Sides.both(0));
    boolean byIos = !job.rateIops().equals(Sides.both(0));
    if (byBytes && byIos) {
      throw new JobException(
          place + ": " + job.name() + " has rate and rate_iops; a job is limited by one of them");
    }
  }

  private static void apply(JobDraft draft, Line line) {
    JobOptions.apply(draft, place(line.number()), line.key(), line.value());
  }

  private static String place(int number) {
    return "line " + number;
  }

  private static String withoutComment(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '#' || line.charAt(i) == ';') {
        return line.substring(0, i);
      }
    }
    return line;
  }
}
