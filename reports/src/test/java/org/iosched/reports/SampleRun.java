package org.iosched.reports;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Attachment;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LookPlan;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Series;
import org.iosched.dsl.Side;
import org.iosched.dsl.Unit;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Verdicts;
import org.iosched.dsl.Warning;

/** A generated run as a machine would leave it; the same one every time. */
final class SampleRun {

  static final long SEED = 20_260_131L;
  static final Instant START = Instant.parse("2026-01-31T09:15:02.123456789Z");
  private static final int ROUNDS = 12;
  private static final LookPlan PLAN = new LookPlan(List.of(6, 9, 12), 0.0102, 0.95);

  private final SplittableRandom random = new SplittableRandom(SEED);
  private Instant clock = START;

  private SampleRun() {}

  /** A run with every outcome, a mark, a failure and a skipped benchmark. */
  static RunReport report() {
    SampleRun run = new SampleRun();
    Map<String, String> device = new LinkedHashMap<>();
    device.put("device", "/dev/nvme0n1");
    device.put("model", "ACME Fast 980 <1TB>");
    device.put("firmware", "2B4QGXA7");
    device.put("size", "1 TB");
    device.put("rotational", "no");
    device.put("queue depth", "1023");
    device.put("file system", "ext4 (rw,relatime)");
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put("kernel", "6.1.0-28-amd64");
    conditions.put("processor", "8 × Example Core i5-8250U");
    conditions.put("governor", "performance");
    conditions.put("mitigations", "default");
    conditions.put("virtualization", "none");
    conditions.put("memory", "16 GiB");
    conditions.put("power", "mains");
    conditions.put("java", "17.0.13");
    conditions.put("fio", "3.33");
    return new RunReport(
        "ssd",
        SEED,
        START,
        "0.1.0",
        device,
        conditions,
        List.of(
            run.randomRead(),
            run.sequentialWrite(),
            run.unpack(),
            run.readsUnderAWriter(),
            run.broken()),
        List.of(
            new RunReport.Skipped(
                "DatabaseBenchmarks.commits",
                "PostgreSQL has no binary for this architecture; install postgresql-15.")),
        List.of(
            new RunReport.Failure(
                "FileTreeBenchmarks.copy",
                "method body",
                "kyber",
                "cp: cannot create 'b/f1': No space left on device")),
        Duration.ofMillis(1_204_300),
        Duration.ofSeconds(312),
        List.of(
            "An earlier run had ended without restoring nvme0n1; bfq was set back to none first.",
            "The budget of 25m ended before FileTreeBenchmarks.copy was decided."));
  }

  /** The random reads of the run, with these sentences decided from their samples. */
  static RunReport deciding(String... sentences) {
    BenchmarkResult measured = report().benchmarks().get(0);
    List<String> arms = measured.arms().stream().map(Arm::name).toList();
    List<Verdict> verdicts =
        Stream.of(sentences)
            .map(Expectation::parse)
            .map(
                expectation ->
                    Verdicts.decide(
                        expectation.toString(),
                        expectation.meaning(),
                        expectation.phase(),
                        expectation.claims(arms),
                        measured.samples(),
                        measured.plan()))
            .toList();
    return of(
        List.of(
            new BenchmarkResult(
                measured.name(),
                measured.workload(),
                measured.continuous(),
                measured.arms(),
                measured.plan(),
                measured.samples(),
                verdicts)));
  }

  /** The same run without trouble and with these benchmarks only. */
  static RunReport of(List<BenchmarkResult> benchmarks) {
    RunReport all = report();
    return new RunReport(
        all.suite(),
        all.seed(),
        all.startedAt(),
        all.version(),
        all.device(),
        all.conditions(),
        benchmarks,
        List.of(),
        List.of(),
        all.measuring(),
        all.savedBudget(),
        List.of());
  }

  static Arm arm(String name) {
    return new Arm(name, name, Map.of());
  }

  private BenchmarkResult randomRead() {
    List<Arm> arms = List.of(arm("none"), arm("mq-deadline"), arm("kyber"), arm("bfq"));
    Map<String, Double> micros =
        Map.of("none", 78.0, "mq-deadline", 79.5, "kyber", 80.2, "bfq", 86.4);
    List<Sample> samples =
        rounds(
            arms,
            (arm, marks) -> {
              double mean = micros.getOrDefault(arm.name(), 80.0) * noise(0.012);
              return continuous(arm, mean, 4096, 4, Side.READ, marks);
            });
    return new BenchmarkResult(
        "SsdBenchmarks.randomRead",
        "[randomRead]\nrw=randread\nbs=4k\niodepth=1\ntime_based=1\nruntime=4s\n",
        true,
        arms,
        PLAN,
        samples,
        List.of(
            new Verdict(
                "none at least 5% faster than bfq",
                Outcome.MET,
                1.107,
                1.096,
                1.118,
                0.9796,
                12,
                List.of(),
                "none was 1.107 times as fast as bfq, at least 1.05 was claimed (12 rounds)."),
            new Verdict(
                "kyber at least 2% more read iops than none",
                Outcome.NOT_MET,
                0.973,
                0.964,
                0.982,
                0.9796,
                12,
                List.of(),
                "kyber had 0.973 times the read iops of none, at least 1.02 was claimed"
                    + " (12 rounds)."),
            new Verdict(
                "none at least 10k read iops",
                Outcome.MET,
                12_790,
                12_700,
                12_880,
                0.9796,
                6,
                List.of(),
                "none had 12,790 read iops, at least 10,000 was claimed (6 rounds)."),
            new Verdict(
                "bfq p99 read latency at most 200 us",
                Outcome.MET,
                182_000,
                0,
                Double.POSITIVE_INFINITY,
                0.9796,
                12,
                List.of(new Warning("few-rounds", "12 rounds say little about a p99.")),
                "bfq had a p99 read latency of 182 µs, at most 200 µs was claimed.")));
  }

  private BenchmarkResult sequentialWrite() {
    List<Arm> arms = List.of(arm("none"), arm("mq-deadline"), arm("kyber"), arm("bfq"));
    List<Sample> samples =
        rounds(
            arms,
            (arm, marks) ->
                continuous(
                    arm,
                    (arm.name().equals("bfq") ? 2300 : 2210) * noise(0.09),
                    1 << 20,
                    4,
                    Side.WRITE,
                    marks));
    return new BenchmarkResult(
        "SsdBenchmarks.sequentialWrite",
        "[sequentialWrite]\nrw=write\nbs=1m\niodepth=1\ntime_based=1\nruntime=4s\n",
        true,
        arms,
        PLAN,
        samples,
        List.of(
            new Verdict(
                "none within 2% of mq-deadline",
                Outcome.INCONCLUSIVE,
                1.008,
                0.957,
                1.062,
                0.9796,
                12,
                List.of(
                    new Warning("heavy-tails", "A few rounds differ far more than the others."),
                    new Warning(
                        "drift", "The effect itself changed during the run; measure again.")),
                "none was 1.008 times as fast as mq-deadline; about 46 more rounds would tell.")));
  }

  private BenchmarkResult unpack() {
    List<Arm> arms =
        List.of(
            arm("noop"),
            arm("cfq"),
            new Arm("eager", "deadline", Map.of("fifo_batch", "1")),
            arm("kyber"));
    Map<String, Double> seconds = Map.of("noop", 36.53, "cfq", 41.61, "eager", 37.9, "kyber", 36.9);
    List<Sample> samples =
        rounds(
            arms,
            (arm, marks) -> {
              double elapsed = seconds.getOrDefault(arm.name(), 37.0) * noise(0.015);
              Map<Metric, Measured> metrics = new HashMap<>();
              metrics.put(Metric.TIME, new Measured.Value(elapsed, Unit.SECONDS));
              metrics.put(
                  Metric.of(Quantity.CPU), new Measured.Value(elapsed * 0.61, Unit.SECONDS));
              return sample(arm, elapsed, metrics, List.of(), List.of(), marks);
            });
    return new BenchmarkResult(
        "SourceTreeTests.unpack",
        "method body",
        false,
        arms,
        PLAN,
        samples,
        List.of(
            new Verdict(
                "noop at least 10% faster than cfq",
                Outcome.MET,
                1.139,
                1.121,
                1.157,
                0.9796,
                9,
                List.of(),
                "noop was 1.139 times as fast as cfq, at least 1.10 was claimed (9 rounds).")));
  }

  private BenchmarkResult readsUnderAWriter() {
    List<Arm> arms = List.of(arm("none"), arm("bfq"));
    List<Sample> samples =
        rounds(
            arms,
            (arm, marks) -> {
              double step = 2.5 * noise(0.04);
              List<Long> reads = new ArrayList<>();
              long total = 0;
              for (int i = 0; i < 60; i++) {
                boolean boosted = arm.name().equals("bfq") && i * 0.1 < step;
                long count = Math.round((boosted ? 570 : 10) * noise(0.08));
                reads.add(count);
                total += count;
              }
              Metric iops = Metric.of(Side.READ, Quantity.IOPS).forJob("reader");
              Metric written = Metric.of(Side.WRITE, Quantity.BANDWIDTH).forJob("writer");
              long bytes = Math.round(6 * 410e6 * noise(0.02));
              Map<Metric, Measured> metrics = new HashMap<>();
              metrics.put(iops, new Measured.Rate(total, 6, Unit.IO_PER_SECOND));
              metrics.put(written, new Measured.Rate(bytes, 6, Unit.BYTES_PER_SECOND));
              metrics.put(
                  Metric.of(Quantity.IOPS),
                  new Measured.Rate(total + (bytes >> 20), 6, Unit.IO_PER_SECOND));
              metrics.put(
                  Metric.BANDWIDTH,
                  new Measured.Rate(bytes + total * 4096, 6, Unit.BYTES_PER_SECOND));
              return sample(
                  arm, 6, metrics, List.of(), List.of(new Series(iops, 0.1, reads)), marks);
            });
    return new BenchmarkResult(
        "MixedLoad.readsUnderAWriter",
        "[reader]\nrw=randread\nbs=4k\niodepth=1\n[writer]\nrw=write\nbs=1m\niodepth=32",
        true,
        arms,
        PLAN,
        samples,
        List.of(
            new Verdict(
                "bfq at least 5x more reader read iops than none",
                Outcome.NOT_MET,
                1.02,
                0.96,
                1.08,
                0.9796,
                12,
                List.of(
                    new Warning(
                        "regimes", "The rate under bfq falls from 5.7k to 100 after 2.5 s.")),
                "It holds in the first 2.5 s only (57 times); after that bfq had 1.02 times the"
                    + " reader read iops of none."),
            new Verdict(
                "bfq at least 5x more reader read iops than none in the first 2 s",
                Outcome.MET,
                56.8,
                54.9,
                58.7,
                0.9796,
                6,
                List.of(),
                "bfq had 56.8 times the reader read iops of none in the first 2 s (6 rounds).")));
  }

  private BenchmarkResult broken() {
    List<Arm> arms = List.of(arm("none"), arm("kyber"));
    Map<Metric, Measured> metrics = Map.of(Metric.TIME, new Measured.Value(12.1, Unit.SECONDS));
    return new BenchmarkResult(
        "FileTreeBenchmarks.copy",
        "method body",
        false,
        arms,
        PLAN,
        List.of(place(sample(arms.get(0), 12.1, metrics, List.of(), List.of(), List.of()), 1, 1)),
        List.of(
            Verdict.undecided(
                "none at most 5% slower than kyber",
                0, "No round was complete: the run of kyber in round 1 failed.")));
  }

  /** Makes one sample under an arm. */
  @FunctionalInterface
  private interface Run {
    Sample under(Arm arm, List<Mark> marks);
  }

  private List<Sample> rounds(List<Arm> arms, Run run) {
    List<Sample> samples = new ArrayList<>();
    Random order = new Random(random.nextLong());
    for (int round = 1; round <= ROUNDS + 1; round++) {
      List<Arm> shuffled = new ArrayList<>(arms);
      Collections.shuffle(shuffled, order);
      if (round == 5) {
        // Something interferes with the second run: the round ends, and a new one repeats it.
        for (int i = 0; i < 2; i++) {
          List<Mark> marks =
              i == 0
                  ? List.of()
                  : List.of(
                      new Mark(
                          "scheduler-changed",
                          "Somebody else set the scheduler during the run; udev and tuned do so.",
                          true));
          samples.add(place(run.under(shuffled.get(i), marks), round, i + 1));
        }
        round++;
      }
      for (int i = 0; i < shuffled.size(); i++) {
        List<Mark> marks =
            round == 9 && i == 0
                ? List.of(new Mark("hot", "The device was at 71 °C.", false))
                : List.of();
        samples.add(place(run.under(shuffled.get(i), marks), round, i + 1));
      }
    }
    return samples;
  }

  private static Sample place(Sample sample, int round, int position) {
    return new Sample(
        sample.arm(),
        sample.requested(),
        sample.scheduler(),
        round,
        position,
        sample.startedAt(),
        sample.seconds(),
        sample.harnessSeconds(),
        sample.metrics(),
        sample.latencies(),
        sample.series(),
        sample.marks());
  }

  private Sample continuous(
      Arm arm, double meanMicros, int blockSize, int seconds, Side side, List<Mark> marks) {
    List<Long> perWindow = new ArrayList<>();
    long total = 0;
    for (int i = 0; i < seconds * 10; i++) {
      long count = Math.round(1e5 / meanMicros * noise(0.05));
      perWindow.add(count);
      total += count;
    }
    TreeMap<Long, Long> histogram = new TreeMap<>();
    for (int i = 0; i < 4000; i++) {
      double nanos =
          meanMicros * 960 * noise(0.18) + (random.nextDouble() < 0.012 ? meanMicros * 900 : 0);
      long bucket = Math.max(1, Math.round(nanos / 2048)) * 2048 - 1;
      histogram.merge(bucket, 1L, Long::sum);
    }
    Map<Metric, Measured> metrics = new HashMap<>();
    for (Side each : List.of(Side.BOTH, side)) {
      metrics.put(
          Metric.of(each, Quantity.IOPS), new Measured.Rate(total, seconds, Unit.IO_PER_SECOND));
      metrics.put(
          Metric.of(each, Quantity.BANDWIDTH),
          new Measured.Rate(total * blockSize, seconds, Unit.BYTES_PER_SECOND));
    }
    Map<Quantity, Double> latencies = new EnumMap<>(Quantity.class);
    latencies.put(Quantity.MEAN_LATENCY, meanMicros * 1000);
    latencies.put(Quantity.P50_LATENCY, meanMicros * 960);
    latencies.put(Quantity.P99_LATENCY, meanMicros * 2100 * noise(0.05));
    latencies.put(Quantity.MAX_LATENCY, (double) histogram.lastKey());
    latencies.forEach(
        (quantity, nanos) ->
            metrics.put(Metric.of(side, quantity), new Measured.Value(nanos, Unit.NANOSECONDS)));
    return sample(
        arm,
        seconds,
        metrics,
        List.of(
            new Latencies(
                Optional.empty(),
                side,
                List.copyOf(histogram.keySet()),
                List.copyOf(histogram.values()))),
        List.of(new Series(Metric.of(Quantity.IOPS), 0.1, perWindow)),
        marks);
  }

  private Sample sample(
      Arm arm,
      double seconds,
      Map<Metric, Measured> metrics,
      List<Latencies> latencies,
      List<Series> series,
      List<Mark> marks) {
    double harness = 0.31 * noise(0.2);
    Instant startedAt = clock.plusNanos(Math.round(harness * 1e9));
    clock = startedAt.plusNanos(Math.round(seconds * 1e9));
    String kernelName =
        switch (arm.scheduler()) {
          case "noop" -> "none";
          case "deadline" -> "mq-deadline";
          case "cfq" -> "bfq";
          default -> arm.scheduler();
        };
    return new Sample(
        arm.name(),
        arm.requested(),
        kernelName,
        1,
        1,
        startedAt,
        seconds,
        harness,
        metrics,
        latencies,
        series,
        marks);
  }

  private double noise(double spread) {
    double sum = 0;
    for (int i = 0; i < 12; i++) {
      sum += random.nextDouble();
    }
    return Math.exp(spread * (sum - 6));
  }

  /** The first benchmark with what a tool wrote of its first sample, in percent of a processor. */
  static BenchmarkResult withAttachments() {
    BenchmarkResult reads = report().benchmarks().get(0);
    List<Sample> samples = new ArrayList<>(reads.samples());
    Sample first = samples.get(0);
    Map<Metric, Measured> metrics = new HashMap<>(first.metrics());
    metrics.put(Metric.of(Quantity.CPU), new Measured.Value(46, Unit.PERCENT));
    samples.set(
        0,
        new Sample(
            first.arm(),
            first.requested(),
            first.scheduler(),
            first.round(),
            first.position(),
            first.startedAt(),
            first.seconds(),
            first.harnessSeconds(),
            metrics,
            first.latencies(),
            first.series(),
            first.marks(),
            first.latencyWindows(),
            first.conditions(),
            List.of(
                new Attachment("fio.json", "application/json", "documents/reads-1-none.json"))));
    return new BenchmarkResult(
        reads.name(),
        reads.workload(),
        reads.continuous(),
        reads.arms(),
        reads.plan(),
        samples,
        reads.verdicts());
  }
}
