package org.iosched.reports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.iosched.dsl.BenchmarkResult;

/** Says in a few words what a benchmark runs; the whole text is in the other reports. */
final class WorkloadWords {

  private static final String BODY = "method body";

  private WorkloadWords() {}

  /**
   * Returns e.g. {@code "randread 4k, depth 32"} for a fio job, {@code "reader: randread 4k;
   * writer: write 1m, depth 32"} for several, the text of another workload on one line, and nothing
   * for a method's own body.
   */
  static String of(BenchmarkResult benchmark) {
    String text = benchmark.workload().strip();
    if (text.equals(BODY)) {
      return "";
    }
    Map<String, Map<String, String>> jobs = jobs(text);
    if (jobs.isEmpty() || jobs.values().stream().anyMatch(job -> !job.containsKey("rw"))) {
      return PlainText.oneLine(text);
    }
    return jobs.entrySet().stream()
        .map(job -> (jobs.size() == 1 ? "" : job.getKey() + ": ") + words(job.getValue()))
        .collect(Collectors.joining("; "));
  }

  /** Returns the options by job, those of the global section included. */
  private static Map<String, Map<String, String>> jobs(String text) {
    Map<String, Map<String, String>> jobs = new LinkedHashMap<>();
    Map<String, String> global = new LinkedHashMap<>();
    Map<String, String> section = global;
    for (String line : text.lines().map(String::strip).toList()) {
      if (line.startsWith("[") && line.endsWith("]")) {
        String name = line.substring(1, line.length() - 1);
        section =
            name.equals("global")
                ? global
                : jobs.computeIfAbsent(name, n -> new LinkedHashMap<>(global));
        continue;
      }
      int equals = line.indexOf('=');
      if (equals > 0) {
        String option = line.substring(0, equals).strip();
        section.put(option.equals("readwrite") ? "rw" : option, line.substring(equals + 1).strip());
      }
    }
    return jobs;
  }

  private static String words(Map<String, String> job) {
    List<String> words = new ArrayList<>();
    words.add(
        job.getOrDefault("rw", "")
            + (job.containsKey("rwmixread") ? " " + job.get("rwmixread") + "% read" : "")
            + (job.containsKey("bs") ? " " + job.get("bs") : ""));
    if (job.containsKey("iodepth")) {
      words.add("depth " + job.get("iodepth"));
    }
    if (job.containsKey("numjobs")) {
      words.add(job.get("numjobs") + " jobs");
    }
    return PlainText.oneLine(String.join(", ", words));
  }
}
