package org.iosched.dsl;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.iosched.dsl.Replicates.Shares;

/**
 * Wrong verdicts for every single start of a recorded trace: the noise is the same each time, and
 * only the order of the arms is drawn anew.
 *
 * <p>The worst of thousands of starts is partly the worst by chance. So every start is simulated
 * with few replicates, those that look worst anew with more, and the worst of these anew by the
 * real code; the last figure owes nothing to the selection.
 */
final class EveryStart {
  private static final int CONTENDERS = 40;

  private final RecordedTrace trace;
  private final SimulatedBenchmark benchmark;
  private final QuickOutcomes quick;
  private final String name;

  EveryStart(RecordedTrace trace, SimulatedBenchmark benchmark, String name) {
    this.trace = trace;
    this.benchmark = benchmark;
    this.quick = new QuickOutcomes(benchmark.claims(), benchmark.plan());
    this.name = name;
  }

  /**
   * How many replicates.
   *
   * @param everywhere at each start of the trace
   * @param contender at each of those that look worst
   * @param worst at the worst of these, by the real code
   */
  record Effort(int everywhere, int contender, int worst) {}

  /**
   * What was found.
   *
   * @param mean over all starts
   * @param worst that of the worst start, from fresh replicates
   * @param worstStartSeconds which start that is
   */
  record Found(double mean, double worst, double worstStartSeconds) {}

  private record At(int window, Shares shares) {}

  /**
   * Simulates.
   *
   * @param wrong the share that is looked at
   */
  Found find(Effort effort, ToDoubleFunction<Shares> wrong) {
    List<At> all =
        IntStream.range(0, trace.windows())
            .parallel()
            .mapToObj(window -> quickly(window, effort.everywhere(), "everywhere"))
            .toList();
    Shares total = all.stream().map(At::shares).reduce(Shares.NONE, Shares::plus);
    Comparator<At> worstFirst =
        Comparator.comparingDouble((At at) -> wrong.applyAsDouble(at.shares())).reversed();
    At worst =
        all.stream()
            .sorted(worstFirst)
            .limit(CONTENDERS)
            .map(at -> quickly(at.window(), effort.contender(), "contender"))
            .min(worstFirst)
            .orElseThrow();
    double start = trace.startOf(worst.window());
    Shares shares =
        Replicates.shares(
            name + "worst",
            effort.worst(),
            random -> benchmark.run(SimulatedNoise.recorded(trace, start), random).outcome());
    return new Found(wrong.applyAsDouble(total), wrong.applyAsDouble(shares), start);
  }

  private At quickly(int window, int replicates, String stage) {
    double[][] history = history(trace.startOf(window));
    return new At(
        window,
        Replicates.shares(name + stage + window, replicates, random -> quickly(history, random)));
  }

  /** Simulates once, quickly. */
  Outcome quickly(double startSeconds, SplittableRandom random) {
    return quickly(history(startSeconds), random);
  }

  /** Returns what each arm would measure in each stretch: one row per stretch. */
  private double[][] history(double startSeconds) {
    List<Double> factors = benchmark.factors();
    double[][] logs = new double[factors.size() * benchmark.plan().maxRounds()][factors.size()];
    for (int arm = 0; arm < factors.size(); arm++) {
      SimulatedMachine machine = SimulatedNoise.recorded(trace, startSeconds);
      for (double[] stretch : logs) {
        stretch[arm] =
            machine.logRate(
                benchmark.sampling().lostSeconds(),
                benchmark.sampling().seconds(),
                factors.get(arm));
      }
    }
    return logs;
  }

  /** Draws orders as {@link SimulatedBenchmark#run} does, and decides quickly. */
  private Outcome quickly(double[][] history, SplittableRandom random) {
    SimulatedMachine machine =
        new SimulatedMachine() {
          private int stretch;

          @Override
          public double logRate(double lostSeconds, double seconds, double factor) {
            return history[stretch++][benchmark.factors().indexOf(factor)];
          }
        };
    List<Integer> looks = benchmark.plan().rounds();
    double[][] logs = new double[benchmark.factors().size()][benchmark.plan().maxRounds()];
    int round = 0;
    for (int look = 0; look < looks.size(); look++) {
      for (; round < looks.get(look); round++) {
        benchmark.measureRound(machine, random, logs, round);
      }
      Outcome outcome = quick.at(logs, look);
      if (outcome != Outcome.INCONCLUSIVE) {
        return outcome;
      }
    }
    return Outcome.INCONCLUSIVE;
  }
}
