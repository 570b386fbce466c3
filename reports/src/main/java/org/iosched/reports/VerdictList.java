package org.iosched.reports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Warning;

/** Lists verdicts in plain text, sentence by sentence, one line for each that was decided. */
final class VerdictList {

  private static final int OUTCOME_WIDTH = 14;
  private static final int MOST_WARNINGS = 2;
  private static final String GAP = "  ";

  private final String commonClass;
  private final int width;
  private final List<String> lines = new ArrayList<>();

  private VerdictList(String commonClass, int width) {
    this.commonClass = commonClass;
    this.width = width;
  }

  private record Entry(BenchmarkResult benchmark, Verdict verdict) {}

  /**
   * Returns the lines.
   *
   * @param benchmarks all of the run
   * @param commonClass the class that need not be named
   * @param width how long a line may be
   */
  static List<String> of(List<BenchmarkResult> benchmarks, String commonClass, int width) {
    Map<String, List<Entry>> bySentence = new LinkedHashMap<>();
    for (BenchmarkResult benchmark : benchmarks) {
      for (Verdict verdict : benchmark.verdicts()) {
        bySentence
            .computeIfAbsent(verdict.expectation(), sentence -> new ArrayList<>())
            .add(new Entry(benchmark, verdict));
      }
    }
    VerdictList list = new VerdictList(commonClass, width);
    bySentence.forEach(list::sentence);
    return list.lines;
  }

  /** Tells whether a sentence speaks of several pairs of arms without naming them. */
  static boolean choosesPairs(List<BenchmarkResult> benchmarks) {
    return benchmarks.stream()
        .flatMap(benchmark -> benchmark.verdicts().stream())
        .anyMatch(
            verdict ->
                Headline.of(verdict).filter(Headline::isRatio).stream()
                    .flatMap(figure -> Stream.of(figure.arms().split("/", 2)))
                    .anyMatch(arm -> !verdict.expectation().contains(arm)));
  }

  private void sentence(String sentence, List<Entry> entries) {
    lines.add("");
    lines.addAll(PlainText.wrap("", OUTCOME_WIDTH, sentence + claimed(entries) + ":", width));
    int nameWidth =
        entries.stream().mapToInt(entry -> PlainText.length(name(entry))).max().orElse(0);
    entries.forEach(entry -> entry(entry, nameWidth));
  }

  /** Returns what the ratios are held to; values are in the sentence itself. */
  private static String claimed(List<Entry> entries) {
    Optional<Headline> longest =
        entries.stream()
            .flatMap(entry -> Headline.of(entry.verdict).stream())
            .filter(Headline::isRatio)
            .reduce((a, b) -> b.claim().length() > a.claim().length() ? b : a);
    return longest
        .map(figure -> " (claimed: typical " + figure.metric() + " ratio " + figure.claim() + ")")
        .orElse("");
  }

  private String name(Entry entry) {
    return PlainText.cut(BenchmarkName.shown(entry.benchmark, commonClass), width / 2);
  }

  private void entry(Entry entry, int nameWidth) {
    Verdict verdict = entry.verdict;
    Optional<Headline> headline = Headline.of(verdict);
    String figure =
        headline.map(h -> figure(h, verdict)).orElseGet(() -> bareFigure(entry.benchmark, verdict));
    String outcome = PlainText.padded(VerdictWords.outcome(verdict.outcome()), OUTCOME_WIDTH);
    String line = outcome + PlainText.padded(name(entry), nameWidth) + GAP + figure;
    if (PlainText.length(line) <= width) {
      lines.add(line);
    } else {
      lines.add(outcome + name(entry));
      indented(figure);
    }
    reason(verdict, headline).ifPresent(this::indented);
    warnings(verdict.warnings());
  }

  private static String figure(Headline headline, Verdict verdict) {
    String figure = headline.arms() + " " + headline.estimate() + " (" + headline.interval() + ")";
    return verdict.outcome() == Outcome.INCONCLUSIVE ? figure : figure + ", " + headline.rest();
  }

  private static String bareFigure(BenchmarkResult benchmark, Verdict verdict) {
    return VerdictWords.evidence(benchmark, verdict);
  }

  /** Returns why nothing was decided or, of a refuted claim, the medians. */
  private static Optional<String> reason(Verdict verdict, Optional<Headline> headline) {
    if (verdict.outcome() == Outcome.MET) {
      return Optional.empty();
    }
    if (verdict.outcome() == Outcome.INCONCLUSIVE && headline.isPresent()) {
      return headline.map(Headline::rest);
    }
    return VerdictWords.reasons(verdict).stream().skip(headline.isPresent() ? 1 : 0).findFirst();
  }

  private void warnings(List<Warning> warnings) {
    warnings.stream()
        .limit(MOST_WARNINGS)
        .forEach(warning -> indented("! " + PlainText.clause(warning.message(), roomForWarning())));
    if (warnings.size() > MOST_WARNINGS) {
      indented("! and " + (warnings.size() - MOST_WARNINGS) + " more, see report.html");
    }
  }

  private int roomForWarning() {
    return width - OUTCOME_WIDTH - 2;
  }

  private void indented(String text) {
    lines.addAll(PlainText.wrap(" ".repeat(OUTCOME_WIDTH), OUTCOME_WIDTH, text, width));
  }
}
