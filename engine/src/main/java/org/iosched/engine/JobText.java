package org.iosched.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A job text as it is written, whoever is to run it: its jobs with their options, those of the
 * {@code [global]} sections before a job standing in front of its own.
 *
 * @param jobs the jobs in the order of the text; at least one
 */
public record JobText(List<Section> jobs) {

  /**
   * An option of a job.
   *
   * @param line the line it stands in, counted from 1
   * @param key its name as written
   * @param value what stands behind {@code =}; empty where there is none
   */
  public record Option(int line, String key, Optional<String> value) {}

  /**
   * A job.
   *
   * @param line the line of its name, counted from 1
   * @param name its name
   * @param options what applies to it, in the order it is to be read: later ones win
   */
  public record Section(int line, String name, List<Option> options) {

    /** Copies the options. */
    public Section {
      options = List.copyOf(options);
    }
  }

  /** Copies the jobs. */
  public JobText {
    jobs = List.copyOf(jobs);
  }

  /**
   * Reads a text.
   *
   * @param text sections and {@code key=value} lines, as in a fio job file
   * @throws JobException if no engine would read it
   */
  public static JobText read(String text) {
    List<Option> globals = new ArrayList<>();
    List<Section> jobs = new ArrayList<>();
    List<Option> options = new ArrayList<>();
    int sectionLine = 0;
    String name = "";
    int number = 0;
    for (String raw : text.lines().toList()) {
      number++;
      String line = raw.replaceFirst("[#;].*", "").strip();
      if (line.isEmpty()) {
        continue;
      }
      if (line.startsWith("[")) {
        end(sectionLine, name, options, globals, jobs);
        options = new ArrayList<>();
        sectionLine = number;
        name = line.substring(1, line.length() - 1).strip();
        continue;
      }
      int equals = line.indexOf('=');
      String key = (equals < 0 ? line : line.substring(0, equals)).strip();
      options.add(
          new Option(
              number,
              key,
              equals < 0 ? Optional.empty() : Optional.of(line.substring(equals + 1).strip())));
    }
    end(sectionLine, name, options, globals, jobs);
    return new JobText(jobs);
  }

  private static void end(
      int line, String name, List<Option> options, List<Option> globals, List<Section> jobs) {
    if (line == 0) {
      return;
    }
    if (name.equals("global")) {
      globals.addAll(options);
      return;
    }
    List<Option> all = new ArrayList<>(globals);
    all.addAll(options);
    jobs.add(new Section(line, name, all));
  }
}
