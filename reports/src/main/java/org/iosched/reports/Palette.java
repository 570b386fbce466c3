package org.iosched.reports;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;

/**
 * Gives each arm one colour in all charts of a run.
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

  /**
   * Returns the style of an arm's colour, the same in all charts. Beyond the eighth arm colours
   * come again, and the form of a mark has to tell them apart.
   */
  String style(String arm) {
    return "arm" + Math.max(0, arms.indexOf(arm)) % COLOURS;
  }

  /** Returns the form of an arm's marks: its place among the arms of its benchmark. */
  static int form(BenchmarkResult benchmark, String arm) {
    List<String> names = benchmark.arms().stream().map(Arm::name).toList();
    return Math.max(0, names.indexOf(arm));
  }
}
