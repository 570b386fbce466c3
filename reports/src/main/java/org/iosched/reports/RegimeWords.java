package org.iosched.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Warning;

/** What the verdicts of a benchmark say of changes of rate within its runs. */
final class RegimeWords {

  /** The kind of the warnings that speak of them. */
  private static final String KIND = "regimes";

  private static final Pattern MOMENT =
      Pattern.compile("after (?:(?<minutes>\\d+)m)?(?<number>\\d+(?:\\.\\d+)?) ?(?<unit>ms|s)\\b");

  private RegimeWords() {}

  /** Returns each warning once. */
  static List<String> of(BenchmarkResult benchmark) {
    return benchmark.verdicts().stream()
        .flatMap(verdict -> verdict.warnings().stream())
        .filter(warning -> warning.kind().equals(KIND))
        .map(Warning::message)
        .distinct()
        .toList();
  }

  /** Returns the moments that such a sentence names as "after 2.5 s", in seconds from the start. */
  static List<Double> moments(String words) {
    List<Double> moments = new ArrayList<>();
    Matcher moment = MOMENT.matcher(words);
    while (moment.find()) {
      String minutes = moment.group("minutes");
      double number = Double.parseDouble(moment.group("number"));
      moments.add(
          (minutes == null ? 0 : 60 * Double.parseDouble(minutes))
              + (moment.group("unit").equals("ms") ? number / 1000 : number));
    }
    return moments;
  }
}
