package org.iosched.bench;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.iosched.engine.EngineException;

/**
 * Runs one of the project's own benchmarks by name: {@code mvn -q -Pbench verify -Dbench=NAME}. The
 * exit status is 0 where the target is met, 1 where it is missed and 2 where the benchmark cannot
 * run.
 */
public final class Bench {

  private static final Map<String, Benchmark> BENCHMARKS =
      new TreeMap<>(
          Map.of(
              "engines",
              Engines::run,
              "engine-heap",
              EngineHeap::run,
              "harness-cost",
              HarnessCost::run,
              "sigkill",
              Sigkill::run,
              "switching",
              SwitchingCost::run));

  /** Benchmarks of other modules, which have run when this one is reached. */
  private static final Set<String> ELSEWHERE = Set.of("verdicts");

  /** One benchmark: prints its table and returns its last line. */
  @FunctionalInterface
  interface Benchmark {
    Figure run() throws Exception;
  }

  /**
   * What a benchmark found.
   *
   * @param value the figure
   * @param target what it is to be, for people
   * @param met whether it is
   */
  record Figure(String value, String target, boolean met) {}

  private Bench() {}

  /** Runs the benchmark that the first argument names. */
  public static void main(String[] arguments) throws Exception {
    String name = arguments.length == 0 ? "" : arguments[0];
    if (ELSEWHERE.contains(name)) {
      return;
    }
    Benchmark benchmark = BENCHMARKS.get(name);
    if (benchmark == null) {
      Set<String> names = new TreeSet<>(BENCHMARKS.keySet());
      names.addAll(ELSEWHERE);
      System.err.printf(
          "-Dbench=%s is not a benchmark; there are: %s%n", name, String.join(", ", names));
      System.exit(2);
      return;
    }
    try {
      Figure figure = benchmark.run();
      System.out.printf(
          "%s: %s (target %s): %s%n",
          name, figure.value(), figure.target(), figure.met() ? "met" : "missed");
      System.exit(figure.met() ? 0 : 1);
    } catch (CannotRun | EngineException e) {
      System.err.println(name + " cannot run: " + e.getMessage());
      System.exit(2);
    }
  }

  /** Says what a benchmark needs and does not find. */
  static final class CannotRun extends Exception {
    private static final long serialVersionUID = 1L;

    CannotRun(String message) {
      super(message);
    }
  }
}
