package org.iosched.reports;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.iosched.dsl.BenchmarkResult;

/**
 * Gives each arm one colour and one form in all charts of a run.
 *
 * @param arms the names of all arms, in the order they first appear
 */
record Palette(List<String> arms) {

  /** How many colours {@code chart.css} defines. */
  private static final int COLOURS = 8;

  static Palette of(List<BenchmarkResult> benchmarks) {
    Set<String> names = new LinkedHashSet<>();
    for (BenchmarkResult benchmark : benchmarks) {
      benchmark.arms().forEach(arm -> names.add(arm.name()));
      benchmark.samples().forEach(sample -> names.add(sample.arm()));
    }
    return new Palette(List.copyOf(names));
  }

  int form(String arm) {
    return Math.max(0, arms.indexOf(arm));
  }

  String style(String arm) {
    return "arm" + form(arm) % COLOURS;
  }
}
