package org.iosched.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
  public record Option(int line, String key, Optional<String> value) {

    /** Returns fio's own name of the option, of which {@link #key} may be an alias. */
    public String canonicalKey() {
      return FioNames.canonical(key);
    }

    /** Returns it as a line of a job file. */
    public String text() {
      return key + value.map(text -> "=" + text).orElse("");
    }
  }

  /**
   * A job.
   *
   * @param line the line of its name, counted from 1
   * @param name its name: the section's, or that of its {@code name}, which is no option then; two
   *     jobs may have the same
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
   * Reads a text by the rules of fio's job files; {@code ${NAME}} is replaced by the environment
   * variable of that name.
   *
   * @param text sections and {@code key=value} lines, as in a fio job file
   * @throws JobException if no engine would read it; the message names the line
   */
  public static JobText read(String text) {
    return read(text, name -> Optional.ofNullable(System.getenv(name)));
  }

  /**
   * Reads a text as {@link #read(String)} does, in another environment.
   *
   * @param text sections and {@code key=value} lines, as in a fio job file
   * @param environment the value of each variable, empty where there is none
   * @throws JobException if no engine would read it; the message names the line
   */
  public static JobText read(String text, Function<String, Optional<String>> environment) {
    return new JobTextReader(environment, FioKeywords::ofThisMachine).read(text);
  }

  /**
   * Returns a job file that fio reads to the same jobs: options of {@code [global]} stand in each
   * job, variables and fio's keywords are replaced, comments are gone.
   */
  public String text() {
    return jobs.stream().map(JobText::text).collect(Collectors.joining("\n"));
  }

  /**
   * Returns the same jobs without the absolute places of the machine that they were written for: a
   * {@code filename} that is one is left out, so that the job works on its target, and a {@code
   * directory} keeps its last name, below the target.
   */
  public JobText withoutAbsolutePlaces() {
    return new JobText(
        jobs.stream()
            .map(
                job ->
                    new Section(
                        job.line(),
                        job.name(),
                        job.options().stream().flatMap(JobText::withoutAbsolutePlace).toList()))
            .toList());
  }

  private static Stream<Option> withoutAbsolutePlace(Option option) {
    if (!isAbsolutePlace(option)) {
      return Stream.of(option);
    }
    if (FioNames.canonical(option.key()).equals("filename")) {
      return Stream.empty();
    }
    return lastName(option.value().orElse(""))
        .map(last -> new Option(option.line(), option.key(), Optional.of(last)))
        .stream();
  }

  /** As text, since a name need be no path in the locale of this JVM. */
  private static Optional<String> lastName(String place) {
    Deque<String> names = new ArrayDeque<>();
    for (String name : place.split("/", -1)) {
      if (name.equals("..")) {
        names.pollLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.addLast(name);
      }
    }
    return Optional.ofNullable(names.peekLast());
  }

  private static boolean isAbsolutePlace(Option option) {
    return Set.of("filename", "directory").contains(FioNames.canonical(option.key()))
        && option
            .value()
            .filter(value -> value.startsWith("/") && !value.contains(":"))
            .isPresent();
  }

  /** Returns the options that {@link #withoutAbsolutePlaces()} changes, each once. */
  public List<Option> absolutePlaces() {
    return jobs.stream()
        .flatMap(job -> job.options().stream())
        .filter(JobText::isAbsolutePlace)
        .distinct()
        .toList();
  }

  /** Returns the first option that no engine may run, by the order of the lines. */
  public Optional<Forbidden> firstForbidden() {
    return jobs.stream()
        .flatMap(job -> job.options().stream())
        .flatMap(option -> Forbidden.in(option).stream())
        .min(Comparator.comparingInt(Forbidden::line));
  }

  /**
   * Returns what has to be known about each job before it is run, in the order of the text.
   *
   * @throws JobException if a value that is needed for that cannot be read; the message names the
   *     line
   */
  public List<JobSummary> summaries() {
    return jobs.stream().map(JobSummary::of).toList();
  }

  /**
   * Returns how long the jobs run by the clock, as {@link JobFile#longestRuntime()} does; jobs
   * without a runtime count as nothing but their start delay.
   *
   * @throws JobException if a value that is needed for that cannot be read; the message names the
   *     line
   */
  public Duration longestRuntime() {
    return Turn.ofAll(
        summaries().stream().map(job -> new Turn(job.stonewall(), job.clockTime())).toList());
  }

  private static String text(Section job) {
    StringBuilder text = new StringBuilder("[" + job.name() + "]\n");
    for (Option option : withoutOverridden(job.options())) {
      text.append(option.text()).append('\n');
    }
    return text.toString();
  }

  /**
   * fio sorts the options of a section, so two of the same name need not keep their order. Several
   * {@code filename} add up in fio, so none of them is left out.
   */
  private static List<Option> withoutOverridden(List<Option> options) {
    Set<String> replaced = new HashSet<>();
    List<Option> kept = new ArrayList<>();
    for (int i = options.size() - 1; i >= 0; i--) {
      Option option = options.get(i);
      String name = FioNames.canonical(option.key());
      if (!replaced.contains(name)) {
        kept.add(option);
        if (!name.equals("filename") && !keepsAPart(option.value().orElse(""))) {
          replaced.add(name);
        }
      }
    }
    Collections.reverse(kept);
    return kept;
  }

  /** Tells whether a value has an empty part, which stands for what was there before. */
  private static boolean keepsAPart(String value) {
    return value.startsWith(",") || value.endsWith(",") || value.contains(",,");
  }
}
