package org.iosched.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Keeps the benchmark {@code verdicts} alive: a few replicates, and limits so wide that only a
 * method that is wrong misses them.
 */
class VerdictFiguresTests {
  private static final VerdictFigures.Effort SMALL =
      new VerdictFigures.Effort(20, new EveryStart.Effort(1, 20, 20), 6);

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private VerdictFigures figures() throws IOException {
    return new VerdictFigures(
        RecordedTrace.bundled(), SMALL, new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  private String table() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void equalArmsAreNotToldApart() throws IOException {
    VerdictFigures figures = figures();
    figures.equalArms();
    assertThat(figures.figures()).hasSize(22).allMatch(figure -> figure.value() <= 0.1);
    assertThat(table()).contains("| none within 10% of bfq: NOT_MET | recorded trace | ");
  }

  @Test
  void slicesTakeATenthOfTheTime() throws IOException {
    SimulatedNoise noise = SimulatedNoise.recorded(RecordedTrace.bundled());
    double slices = 0;
    double runs = 0;
    for (int i = 0; i < 10; i++) {
      SplittableRandom random = new SplittableRandom(i);
      slices += IntervalTime.seconds(SimulatedSampling.SLICES, noise, random);
      runs += IntervalTime.seconds(SimulatedSampling.RUNS, noise, random);
    }
    assertThat(slices).isPositive().isLessThan(runs / 10);
  }

  @ParameterizedTest
  @EnumSource
  void quickOutcomesAreThoseOfTheRealCode(Boundary boundary) throws IOException {
    List<Claim> claims = boundary.claims();
    LookPlan plan = LookPlans.plan(12, 0.8, claims.size());
    SimulatedBenchmark benchmark =
        new SimulatedBenchmark(claims, boundary.notMetFactors(), SimulatedSampling.SLICES, plan);
    EveryStart start = new EveryStart(RecordedTrace.bundled(), benchmark, "test");
    for (int seed = 0; seed < 50; seed++) {
      double at = 11.3 * seed;
      Outcome real =
          benchmark
              .run(SimulatedNoise.recorded(RecordedTrace.bundled(), at), new SplittableRandom(seed))
              .outcome();
      assertThat(start.quickly(at, new SplittableRandom(seed))).isEqualTo(real);
    }
  }

  @Test
  void theSimulationDecidesAsVerdictsDo() {
    List<Claim> claims = Boundary.EVERY_OTHER.claims();
    LookPlan plan = LookPlans.plan(12, 0.95, claims.size());
    SimulatedBenchmark benchmark =
        new SimulatedBenchmark(
            claims, Boundary.EVERY_OTHER.notMetFactors(), SimulatedSampling.RUNS, plan);
    for (int seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SimulatedMachine machine = SimulatedNoise.Synthetic.OUTLIERS.machine(random, 48);
      double[][] logs = new double[4][12];
      Rounds rounds = new Rounds();
      for (int round = 0; round < 12; round++) {
        benchmark.measureRound(machine, random, logs, round);
        rounds.next();
        for (int arm = 0; arm < 4; arm++) {
          rounds.time(SimulatedBenchmark.ARMS.get(arm), Math.exp(-logs[arm][round]));
        }
      }
      Verdict verdict =
          Verdicts.decide("sentence", "", new Phase.WholeRun(), claims, rounds.samples(), plan);
      assertThat(benchmark.decide(logs, 12)).isEqualTo(verdict.outcome());
    }
  }

  @Test
  void theTraceGoesOnAtItsBeginning() throws IOException {
    RecordedTrace trace = RecordedTrace.bundled();
    double whole = trace.count(0, trace.seconds());
    assertThat(trace.count(3, trace.seconds() + 3)).isCloseTo(whole, within(1e-6 * whole));
    assertThat(trace.count(0, trace.startOf(1))).isCloseTo(20433 * 0.101, within(1e-6));
    assertThat(trace.seconds()).isCloseTo(600.079, within(1e-9));
  }

  @Test
  void anotherTraceIsRead(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("trace.csv");
    Files.writeString(file, "t_s,read_iops,write_iops\n0.1,100,20\n0.2,200,0\n");
    assertThat(RecordedTrace.read(file).count(0.05, 0.15)).isCloseTo(16, within(1e-9));
  }
}
