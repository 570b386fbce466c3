package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Says on what and under which conditions a run measured, as far as a mail needs it. */
final class ShortSurroundings {

  private static final Pattern KIBIBYTES = Pattern.compile("(\\d+) kB");
  private static final Pattern BYTES = Pattern.compile("\\d+ bytes \\((.+)\\)");

  private ShortSurroundings() {}

  /** Returns two or three sentences; the other reports hold every fact. */
  static List<String> of(RunReport report) {
    List<String> sentences = new ArrayList<>();
    Map<String, String> device = report.device();
    sentence(
            "Device: ",
            Stream.of(
                fact(device, "device"),
                fact(device, "what"),
                fact(device, "model"),
                fact(device, "size").map(ShortSurroundings::size)))
        .ifPresent(sentences::add);
    fact(device, "lies on").ifPresent(below -> sentences.add("It lies on " + below + "."));
    fact(device, "missing rights").ifPresent(sentences::add);
    Map<String, String> conditions = report.conditions();
    sentence(
            "Conditions: ",
            Stream.of(
                fact(conditions, "kernel"),
                fact(conditions, "cpu"),
                fact(conditions, "cpus").map(n -> n + (n.equals("1") ? " cpu" : " cpus")),
                fact(conditions, "memory").map(memory -> memory(memory) + " memory"),
                fact(conditions, "virtualization").map(kind -> "virtualization: " + kind)))
        .ifPresent(sentences::add);
    return sentences;
  }

  private static Optional<String> fact(Map<String, String> facts, String name) {
    return Optional.ofNullable(facts.get(name));
  }

  private static Optional<String> sentence(String first, Stream<Optional<String>> facts) {
    List<String> known = facts.flatMap(Optional::stream).toList();
    return known.isEmpty() ? Optional.empty() : Optional.of(first + String.join(", ", known) + ".");
  }

  private static String size(String text) {
    Matcher bytes = BYTES.matcher(text);
    return bytes.matches() ? bytes.group(1) : text;
  }

  /** The kernel calls 1024 bytes a kB. */
  private static String memory(String text) {
    Matcher kibibytes = KIBIBYTES.matcher(text);
    return kibibytes.matches()
        ? String.format(
            Locale.ROOT, "%.1f GiB", Double.parseDouble(kibibytes.group(1)) / (1024 * 1024))
        : text;
  }
}
