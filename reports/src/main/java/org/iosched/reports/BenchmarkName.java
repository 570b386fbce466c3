package org.iosched.reports;

import java.util.List;
import org.iosched.dsl.BenchmarkResult;

/**
 * The name of a benchmark in its parts.
 *
 * @param testClass e.g. {@code "SsdBenchmarks"}; empty where the name has no class
 * @param method e.g. {@code "randomRead"}
 * @param alternative the name of the workload's alternative in brackets; empty where there is one
 *     workload only
 */
record BenchmarkName(String testClass, String method, String alternative) {

  /** Reads e.g. {@code "SsdBenchmarks.randomRead [depth 1]"}. */
  static BenchmarkName of(String name) {
    int bracket = name.endsWith("]") ? name.indexOf(" [") : -1;
    String method = bracket < 0 ? name : name.substring(0, bracket);
    String alternative = bracket < 0 ? "" : name.substring(bracket + 1);
    int dot = method.lastIndexOf('.');
    return dot < 0
        ? new BenchmarkName("", method, alternative)
        : new BenchmarkName(method.substring(0, dot), method.substring(dot + 1), alternative);
  }

  /** Returns the class that all benchmarks are of; empty where there are several. */
  static String commonClass(List<BenchmarkResult> benchmarks) {
    List<String> classes = benchmarks.stream().map(b -> of(b.name()).testClass).distinct().toList();
    return classes.size() == 1 ? classes.get(0) : "";
  }

  /** Returns class and method, without the class where the heading names it. */
  String within(String commonClass) {
    return testClass.isEmpty() || testClass.equals(commonClass) ? method : testClass + "." + method;
  }

  /** Returns class, method and alternative, without the class where the heading names it. */
  static String shown(BenchmarkResult benchmark, String commonClass) {
    return shown(benchmark.name(), commonClass);
  }

  /** Returns the same of a benchmark that is known by its name. */
  static String shown(String name, String commonClass) {
    BenchmarkName parts = of(name);
    return PlainText.oneLine(parts.within(commonClass) + " " + parts.alternative);
  }
}
