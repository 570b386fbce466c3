package org.iosched.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the installed fio reads a job file, by what {@code fio --debug=parse --parse-only} says of
 * each option.
 *
 * @param accepted whether fio takes the file
 * @param jobs each job with what fio has for each of its options, those of [global] included
 * @param output what fio wrote
 */
record FioReading(boolean accepted, List<FioJob> jobs, String output) {

  private static final Pattern SECTION = Pattern.compile("Parsing section \\[(.*)]");
  private static final Pattern OPTION = Pattern.compile("(?<!_)handle_option=([^,]+), ptr=(.*)");
  private static final Pattern PART = Pattern.compile("__handle_option=([^,]+), type=.*");
  private static final Pattern NUMBER = Pattern.compile(" ret=(\\d+), out=(\\d+)");

  /** A job: for each option the numbers fio has for reads, writes and trims, or the text. */
  record FioJob(String name, Map<String, String> texts, Map<String, Long[]> numbers) {

    /** Returns what fio has for reads (0), writes (1) or trims (2). */
    Optional<Long> number(String option, int side) {
      return Optional.ofNullable(numbers.get(option)).map(sides -> sides[side]);
    }

    /** Returns all of it in a form that can be compared. */
    Map<String, String> values() {
      Map<String, String> values = new LinkedHashMap<>();
      texts.keySet().stream()
          .sorted()
          .forEach(
              option -> {
                Long[] sides = numbers.get(option);
                values.put(
                    option,
                    sides == null ? texts.getOrDefault(option, "") : Arrays.toString(sides));
              });
      return values;
    }
  }

  /** Lets fio read a text in a directory of its own; skips the test where there is no such fio. */
  static FioReading of(String text, Path directory) throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("read.fio"), text);
    Path output = directory.resolve("read.txt");
    Process fio;
    try {
      fio =
          new ProcessBuilder("fio", "--debug=parse", "--parse-only", file.toString())
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      assumeTrue(false, "there is no fio to compare with: " + e.getMessage());
      throw e;
    }
    fio.getOutputStream().close();
    if (!fio.waitFor(30, TimeUnit.SECONDS)) {
      fio.destroyForcibly().waitFor();
      throw new AssertionError("fio does not come to an end with " + text);
    }
    String written = Files.readString(output, StandardCharsets.ISO_8859_1);
    assumeTrue(
        written.contains("debug option parse"), "this fio does not tell how it reads options");
    return new FioReading(fio.exitValue() == 0, jobs(written), written);
  }

  private static List<FioJob> jobs(String output) {
    List<FioJob> jobs = new ArrayList<>();
    FioJob global = new FioJob("global", new LinkedHashMap<>(), new LinkedHashMap<>());
    FioJob job = null;
    String option = "";
    List<Optional<Long>> parts = new ArrayList<>();
    for (String line : output.split("\n", -1)) {
      Matcher section = SECTION.matcher(line);
      Matcher begin = OPTION.matcher(line);
      Matcher number = NUMBER.matcher(line);
      boolean next = section.find() || begin.find();
      if (next && job != null) {
        put(job, option, parts);
        option = "";
        parts.clear();
      }
      if (section.reset().find()) {
        if (section.group(1).startsWith("global")) {
          job = global;
        } else {
          job = new FioJob(section.group(1), new LinkedHashMap<>(), new LinkedHashMap<>());
          job.texts().putAll(global.texts());
          for (Map.Entry<String, Long[]> entry : global.numbers().entrySet()) {
            job.numbers().put(entry.getKey(), entry.getValue().clone());
          }
          jobs.add(job);
        }
      } else if (job != null && begin.reset().find()) {
        option = begin.group(1);
        job.texts().put(option, begin.group(2));
      } else if (PART.matcher(line).find()) {
        parts.add(Optional.empty());
      } else if (number.find() && !parts.isEmpty()) {
        boolean read = number.group(1).equals("0");
        parts.set(
            parts.size() - 1,
            read ? Optional.of(Long.parseUnsignedLong(number.group(2))) : Optional.empty());
      }
    }
    if (job != null) {
      put(job, option, parts);
    }
    return jobs;
  }

  /** Each part is for its side; the last one also for the sides that come after it. */
  private static void put(FioJob job, String option, List<Optional<Long>> parts) {
    if (option.isEmpty() || parts.stream().allMatch(Optional::isEmpty)) {
      return;
    }
    Long[] sides = job.numbers().computeIfAbsent(option, name -> new Long[3]);
    for (int i = 0; i < parts.size() && i < sides.length; i++) {
      if (parts.get(i).isPresent()) {
        int end = i == parts.size() - 1 ? sides.length : i + 1;
        Arrays.fill(sides, i, end, parts.get(i).get());
      }
    }
  }
}
