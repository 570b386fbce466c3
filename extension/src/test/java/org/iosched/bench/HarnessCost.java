package org.iosched.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.iosched.extension.BenchmarkTest;
import org.iosched.extension.Sampling;
import org.iosched.extension.Schedulers;
import org.iosched.extension.Workload;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * What the harness costs: a benchmark of 40 invocations against a plain shell loop that does the
 * same switch, sync, cache drop and fio job 40 times, on one loop device, in interleaved pairs. The
 * start of JVM, engine and device is left out on one side, as fio's install is on the other.
 */
final class HarnessCost {

  private static final int PAIRS = 3;
  private static final int ROUNDS = 20;
  private static final double TARGET = 1.05;

  private static final String JOB =
      """
      [read]
      rw=randread
      bs=4k
      iodepth=8
      direct=1
      time_based
      runtime=500ms
      """;

  /** The benchmark that is run; its runs take as long as the shell loop's. */
  @Schedulers({"none", "mq-deadline"})
  static final class Forty {
    @BenchmarkTest(rounds = ROUNDS, sampling = Sampling.RUNS)
    @Workload(fio = JOB)
    void reads() {}
  }

  private HarnessCost() {}

  static Bench.Figure run() throws Exception {
    Path output = Files.createTempDirectory("iosched-bench");
    List<Double> ratios = new ArrayList<>();
    System.out.printf("%-6s %14s %14s %8s%n", "pair", "iosched, s", "shell loop, s", "ratio");
    try (Loop loop = Loop.make(256)) {
      for (int pair = 1; pair <= PAIRS; pair++) {
        // The order alternates, so that a drift of the machine favours neither side.
        double ours;
        double loops;
        if (pair % 2 == 1) {
          ours = benchmarkSeconds(loop, output);
          loops = shellSeconds(loop);
        } else {
          loops = shellSeconds(loop);
          ours = benchmarkSeconds(loop, output);
        }
        ratios.add(ours / loops);
        System.out.printf(
            Locale.ROOT, "%-6d %14.2f %14.2f %8.3f%n", pair, ours, loops, ours / loops);
      }
    }
    double median = ratios.stream().sorted().skip(PAIRS / 2).findFirst().orElseThrow();
    return new Bench.Figure(
        String.format(Locale.ROOT, "%.3f times a shell loop", median),
        String.format(Locale.ROOT, "at most %.2f", TARGET),
        median <= TARGET);
  }

  /**
   * Times the leaves of the benchmark from the second to the last, and returns what as many take as
   * the shell loop has turns: the first starts the engine, and there are more where rounds were
   * disturbed and repeated.
   */
  private static double benchmarkSeconds(Loop loop, Path output) throws Bench.CannotRun {
    List<Long> endNanos = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    PrintStream console = System.out;
    // The run's own summary would stand between the lines of the table.
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try (LauncherSession session = LauncherFactory.openSession()) {
      session
          .getLauncher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectClass(Forty.class))
                  .configurationParameter("iosched.device", loop.node())
                  .configurationParameter("iosched.budget", "10m")
                  .configurationParameter("iosched.output", output + "/iosched")
                  .configurationParameter("iosched.allure", output + "/allure-results")
                  .build(),
              new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                  result
                      .getThrowable()
                      .ifPresent(t -> failures.add(String.valueOf(t.getMessage())));
                  if (test.isTest()) {
                    endNanos.add(System.nanoTime());
                  }
                }
              });
    } finally {
      System.setOut(console);
    }
    if (!failures.isEmpty() || endNanos.size() < 2 * ROUNDS) {
      throw new Bench.CannotRun(
          endNanos.size() + " of " + 2 * ROUNDS + " invocations ran: " + failures);
    }
    double seconds = (endNanos.get(endNanos.size() - 1) - endNanos.get(0)) / 1e9;
    return seconds * 2 * ROUNDS / (endNanos.size() - 1);
  }

  private static double shellSeconds(Loop loop)
      throws IOException, InterruptedException, Bench.CannotRun {
    Path job = Files.createTempFile("iosched-bench", ".fio");
    Files.writeString(job, "[global]\nioengine=io_uring\nfilename=" + loop.node() + "\n" + JOB);
    String scheduler = "/sys/block/" + Path.of(loop.node()).getFileName() + "/queue/scheduler";
    String script =
        """
        set -e
        for round in $(seq %d); do
          for scheduler in none mq-deadline; do
            echo $scheduler > %s
            sync
            echo 3 > /proc/sys/vm/drop_caches
            fio %s > /dev/null
          done
        done
        """
            .formatted(ROUNDS, scheduler, job);
    long startNanos = System.nanoTime();
    Loop.run(List.of("sh", "-c", script));
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    Files.delete(job);
    return seconds;
  }
}
