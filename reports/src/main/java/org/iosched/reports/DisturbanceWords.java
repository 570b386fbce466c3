package org.iosched.reports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Sample;

/** Says which rounds were disturbed, by what, and who is suspected. */
final class DisturbanceWords {

  /** A message is cut at the break before this length; report.html has all of it. */
  private static final int MESSAGE_LENGTH = 160;

  private DisturbanceWords() {}

  /** What befell the rounds of a run. */
  private record Kind(Set<String> rounds, Map<String, String> messages) {

    Kind() {
      this(new LinkedHashSet<>(), new LinkedHashMap<>());
    }

    /** Messages that differ in their figures only are told once. */
    void add(Mark mark) {
      messages.putIfAbsent(mark.withoutFigures(), PlainText.clause(mark.message(), MESSAGE_LENGTH));
    }
  }

  /**
   * Returns e.g. {@code "3 of 48 rounds were disturbed and left out: foreign-io in 2 (dd wrote 40
   * MB to the device), steal in 1 (…)"}; empty where none was.
   */
  static Optional<String> of(List<BenchmarkResult> benchmarks) {
    Set<String> rounds = new LinkedHashSet<>();
    Set<String> disturbed = new LinkedHashSet<>();
    Map<String, Kind> kinds = new LinkedHashMap<>();
    for (int i = 0; i < benchmarks.size(); i++) {
      for (Sample sample : benchmarks.get(i).samples()) {
        String round = i + " " + sample.round();
        rounds.add(round);
        for (Mark mark : sample.marks()) {
          if (mark.contaminates()) {
            disturbed.add(round);
            Kind kind = kinds.computeIfAbsent(mark.kind(), name -> new Kind());
            kind.rounds.add(round);
            kind.add(mark);
          }
        }
      }
    }
    if (disturbed.isEmpty()) {
      return Optional.empty();
    }
    List<Map.Entry<String, Kind>> sorted = new ArrayList<>(kinds.entrySet());
    sorted.sort((a, b) -> b.getValue().rounds.size() - a.getValue().rounds.size());
    return Optional.of(
        disturbed.size()
            + " of "
            + rounds.size()
            + (rounds.size() == 1 ? " round" : " rounds")
            + (disturbed.size() == 1 ? " was" : " were")
            + " disturbed and left out: "
            + sorted.stream()
                .map(entry -> words(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining("; ")));
  }

  private static String words(String name, Kind kind) {
    String first = kind.messages.values().iterator().next().replaceAll("\\.$", "");
    int more = kind.messages.size() - 1;
    return name
        + " in "
        + kind.rounds.size()
        + " ("
        + first
        + (more == 0 ? "" : "; and " + more + " more")
        + ")";
  }
}
