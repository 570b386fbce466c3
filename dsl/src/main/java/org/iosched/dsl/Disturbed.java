package org.iosched.dsl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The rounds that something disturbed.
 *
 * @param rounds their numbers, increasing
 * @param ofRounds how many rounds there are in all
 * @param suspects what disturbed them, for a person, the most frequent first
 */
record Disturbed(List<Integer> rounds, int ofRounds, List<String> suspects) {
  private static final int MOST_SUSPECTS = 3;
  private static final int MOST_NUMBERS = 12;

  /** Looks through every sample, those of disturbed rounds included. */
  static Disturbed of(List<Sample> samples) {
    List<Sample> own = samples.stream().filter(Sample::contaminated).toList();
    if (own.isEmpty()) {
      // The usual case, at any number of slices.
      return new Disturbed(List.of(), 0, List.of());
    }
    // Messages that differ in their figures only are of one suspect; the first speaks for all.
    Map<String, List<String>> alike =
        own.stream()
            .flatMap(sample -> sample.marks().stream())
            .filter(Mark::contaminates)
            .collect(
                Collectors.groupingBy(
                    Mark::withoutFigures,
                    LinkedHashMap::new,
                    Collectors.mapping(Mark::message, Collectors.toList())));
    return new Disturbed(
        own.stream().map(Sample::round).distinct().sorted().toList(),
        (int) samples.stream().mapToInt(Sample::round).distinct().count(),
        alike.values().stream()
            .sorted(Comparator.comparingInt((List<String> messages) -> -messages.size()))
            .map(messages -> messages.get(0))
            .toList());
  }

  /** Tells whether more than a third of the rounds were disturbed, so that the rest is no basis. */
  boolean tooMany() {
    return 3 * rounds.size() > ofRounds;
  }

  /** Returns e.g. "5 of 12 rounds were disturbed". */
  String count() {
    return rounds.size()
        + " of "
        + ofRounds
        + (ofRounds == 1 ? " round was" : " rounds were")
        + " disturbed";
  }

  /** Returns the suspects in one line. */
  String reasons() {
    return suspects.stream().limit(MOST_SUSPECTS).collect(Collectors.joining("; "));
  }

  /** Returns e.g. "3, 7, 8, 15 to 23": of slices there may be hundreds, mostly in a row. */
  private String numbers() {
    List<String> words = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < rounds.size(); i++) {
      boolean goesOn = i + 1 < rounds.size() && rounds.get(i + 1) == rounds.get(i) + 1;
      if (!goesOn) {
        int length = i - first + 1;
        if (length > 2) {
          words.add(rounds.get(first) + " to " + rounds.get(i));
        } else {
          rounds.subList(first, i + 1).forEach(round -> words.add(String.valueOf(round)));
        }
        first = i + 1;
      }
    }
    return words.size() <= MOST_NUMBERS
        ? String.join(", ", words)
        : String.join(", ", words.subList(0, MOST_NUMBERS))
            + " and "
            + (words.size() - MOST_NUMBERS)
            + " times more";
  }

  /** Returns the warning about rounds that were left out, if there are any. */
  List<Warning> warnings() {
    if (rounds.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Warning(
            "contaminated-rounds",
            (rounds.size() == 1 ? "round " : "rounds ")
                + numbers()
                + (rounds.size() == 1 ? " was" : " were")
                + " disturbed and left out of the decision"
                + (tooMany()
                    ? ", more than a third of all " + ofRounds + ", so that nothing is decided: "
                    : ": ")
                + reasons()));
  }
}
