package org.iosched.reports;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.iosched.dsl.Arm;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.LookPlan;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingCheck;
import org.iosched.dsl.SamplingPlan;
import org.iosched.dsl.Series;
import org.iosched.dsl.Side;
import org.iosched.dsl.Unit;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Verdicts;
import org.iosched.dsl.Warning;

/**
 * A generated run with slices, regimes, a control, and somebody who disturbed it; the same every
 * time.
 */
final class SlicedRun {

  private static final Instant START = Instant.parse("2026-01-31T10:00:00Z");
  private static final Map<String, Double> MICROS =
      Map.of("none", 78.0, "mq-deadline", 79.5, "kyber", 80.2, "bfq", 86.4);

  private final Random random = new Random(20_260_131);
  private Instant clock = START;

  private SlicedRun() {}

  /** Slices of four arms, runs with regimes and a failed control, and a check of both samplings. */
  static RunReport report() {
    SlicedRun run = new SlicedRun();
    BenchmarkResult slices = run.slices(40);
    RunReport all = SampleRun.report();
    return new RunReport(
        all.suite(),
        all.seed(),
        START,
        all.version(),
        all.device(),
        all.conditions(),
        List.of(slices, run.regimes()),
        List.of(),
        List.of(),
        Duration.ofSeconds(400),
        Duration.ofSeconds(30),
        List.of(),
        SamplingCheck.of(
            slices.name(),
            slices.arms(),
            slices.samples(),
            SampleRun.report().benchmarks().get(0).samples(),
            0.95),
        false);
  }

  /** Slices of four arms, as the embedded engine measures them. */
  static BenchmarkResult ofSlices(int rounds) {
    return new SlicedRun().slices(rounds);
  }

  /** The same run, its error divided among the expectations. */
  static RunReport familywise() {
    RunReport each = report();
    return new RunReport(
        each.suite(),
        each.seed(),
        each.startedAt(),
        each.version(),
        each.device(),
        each.conditions(),
        each.benchmarks().stream()
            .map(b -> with(b, new LookPlan(b.plan().rounds(), 0.001, 1 - 0.05 / 4)))
            .toList(),
        each.skipped(),
        each.failures(),
        each.measuring(),
        each.savedBudget(),
        each.notes(),
        each.samplingChecks(),
        true);
  }

  private static BenchmarkResult with(BenchmarkResult of, LookPlan plan) {
    return new BenchmarkResult(
        of.name(),
        of.workload(),
        of.continuous(),
        of.arms(),
        plan,
        of.samples(),
        of.verdicts(),
        of.sampling(),
        of.control(),
        Optional.of("round 3 under bfq failed: the disk is full"));
  }

  private BenchmarkResult slices(int rounds) {
    List<Arm> arms = Stream.of("none", "mq-deadline", "kyber", "bfq").map(SampleRun::arm).toList();
    LookPlan plan = new LookPlan(List.of(Math.max(1, rounds / 4), rounds / 2, rounds), 0.02, 0.95);
    List<Sample> samples = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<Arm> order = new ArrayList<>(arms);
      Collections.shuffle(order, random);
      for (int i = 0; i < order.size(); i++) {
        // Somebody copies a file while every 19th round runs.
        boolean disturbed = round % 19 == 0 && i == 1;
        samples.add(slice(order.get(i), round, i + 1, disturbed));
      }
    }
    List<String> names = arms.stream().map(Arm::name).toList();
    List<Verdict> verdicts =
        Stream.of("none at least 5% faster than bfq", "kyber within 2% of mq-deadline")
            .map(Expectation::parse)
            .map(
                expectation ->
                    Verdicts.decide(
                        expectation.toString(),
                        expectation.meaning(),
                        expectation.phase(),
                        expectation.claims(names),
                        samples,
                        plan))
            .toList();
    return new BenchmarkResult(
        "SsdBenchmarks.randomReadDepth32",
        "[reader]\nrw=randread\nbs=4k\niodepth=32\ntime_based=1\nruntime=4s\n",
        true,
        arms,
        plan,
        samples,
        verdicts,
        new SamplingPlan.Slices(0.2, 0.02, "every scheduler is stationary after 0.02 s."),
        Optional.of(
            new Verdict(
                "none equals itself (control)",
                Outcome.MET,
                1.002,
                0.995,
                1.009,
                0.99,
                rounds,
                List.of(),
                "MET: none equals itself (control): no difference was seen.")));
  }

  private Sample slice(Arm arm, int round, int position, boolean disturbed) {
    double mean = MICROS.getOrDefault(arm.name(), 80.0) * 8 * noise(0.06);
    double seconds = 0.18;
    long ios = Math.round(seconds * 32e6 / mean);
    TreeMap<Long, Long> buckets = new TreeMap<>();
    for (long i = 0; i < Math.min(ios, 1000); i++) {
      buckets.merge(bucket(mean * 1000 * noise(0.25)), 1L, Long::sum);
    }
    List<Long> upper = List.copyOf(buckets.keySet());
    List<Long> counts = List.copyOf(buckets.values());
    Map<Metric, Measured> metrics = new HashMap<>();
    List<Latencies> latencies = new ArrayList<>();
    for (Side side : List.of(Side.BOTH, Side.READ)) {
      Latencies distribution = new Latencies(Optional.empty(), side, upper, counts);
      latencies.add(distribution);
      metrics.put(
          Metric.of(side, Quantity.IOPS), new Measured.Rate(ios, seconds, Unit.IO_PER_SECOND));
      metrics.put(
          Metric.of(side, Quantity.BANDWIDTH),
          new Measured.Rate(ios * 4096, seconds, Unit.BYTES_PER_SECOND));
      metrics.put(
          Metric.of(side, Quantity.MEAN_LATENCY),
          new Measured.Value(mean * 1000, Unit.NANOSECONDS));
      for (Quantity quantity : Quantity.values()) {
        if (quantity.quantile() > 0) {
          metrics.put(
              Metric.of(side, quantity),
              new Measured.Value(distribution.quantile(quantity.quantile()), Unit.NANOSECONDS));
        }
      }
      metrics.put(
          Metric.of(side, Quantity.MAX_LATENCY),
          new Measured.Value(upper.get(upper.size() - 1), Unit.NANOSECONDS));
    }
    metrics.put(Metric.of(Quantity.CPU), new Measured.Value(4719.4 * noise(0.1), Unit.NANOSECONDS));
    return sample(
        arm,
        round,
        position,
        0.2,
        metrics,
        latencies,
        List.of(),
        disturbed
            ? List.of(
                new Mark(
                    "foreign-io",
                    "cp (process 4711) wrote 38 MB to the device meanwhile; wait until it is done.",
                    true))
            : List.of(),
        List.of(),
        Map.of(
            "foreign-write-bytes",
            disturbed ? 38_273_024.0 : 0.0,
            "steal-share",
            Math.abs(random.nextGaussian()) * 0.004,
            "pressure-io-share",
            0.91));
  }

  /** A bucket as the engine makes them, less than 1.6% wide. */
  private static long bucket(double nanos) {
    long value = Math.max(64, Math.round(nanos));
    int shift = 63 - Long.numberOfLeadingZeros(value) - 6;
    return (((value >> shift) + 1) << shift) - 1;
  }

  private BenchmarkResult regimes() {
    List<Arm> arms = List.of(SampleRun.arm("none"), SampleRun.arm("bfq"));
    Metric iops = Metric.of(Side.READ, Quantity.IOPS).forJob("reader");
    LookPlan plan = new LookPlan(List.of(6), 0.05, 0.95);
    List<Sample> samples = new ArrayList<>();
    for (int round = 1; round <= 7; round++) {
      for (int i = 0; i < 2; i++) {
        Arm arm = arms.get((round + i) % 2);
        List<Long> counts = new ArrayList<>();
        List<Latencies> windows = new ArrayList<>();
        List<Latencies> readWindows = new ArrayList<>();
        for (int window = 0; window < 120; window++) {
          boolean boosted = arm.name().equals("bfq") && window < 25;
          counts.add(Math.round((boosted ? 570 : 10) * noise(0.1)));
          if (window % 5 == 0) {
            List<Long> bounds =
                boosted ? List.of(170_000L, 260_000L) : List.of(260_000L, 9_900_000L);
            List<Long> held = List.of(40L + window, 3L);
            windows.add(new Latencies(Optional.of("reader"), Side.BOTH, bounds, held));
            readWindows.add(new Latencies(Optional.of("reader"), Side.READ, bounds, held));
          }
        }
        long total = counts.stream().mapToLong(Long::longValue).sum();
        boolean disturbed = round == 4 && i == 1;
        samples.add(
            sample(
                arm,
                round,
                i + 1,
                12,
                Map.of(
                    iops,
                    new Measured.Rate(total, 12, Unit.IO_PER_SECOND),
                    Metric.BANDWIDTH,
                    new Measured.Rate(Math.round(5e9 * noise(0.02)), 12, Unit.BYTES_PER_SECOND)),
                List.of(),
                List.of(new Series(iops, 0.1, counts)),
                disturbed
                    ? List.of(new Mark("steal", "The hypervisor took 12% of the processors.", true))
                    : List.of(),
                List.of(
                    new LatencyWindows(Optional.of("reader"), Side.BOTH, 0.5, windows),
                    new LatencyWindows(Optional.of("reader"), Side.READ, 0.5, readWindows)),
                Map.of("steal-share", disturbed ? 0.12 : 0.001)));
      }
    }
    return new BenchmarkResult(
        "DesktopBenchmarks.readsUnderAWriter",
        "[reader]\nrw=randread\nbs=4k\niodepth=1\n[writer]\nrw=write\nbs=1m\niodepth=32",
        true,
        arms,
        plan,
        samples,
        List.of(
            new Verdict(
                "bfq at least 5x more reader read iops than none",
                Outcome.NOT_MET,
                1.02,
                0.96,
                1.08,
                0.9,
                6,
                List.of(
                    new Warning(
                        "regimes",
                        "reader read iops of bfq fell from 5.70k io/s to 100 io/s after 2.5 s of each"
                            + " run, in 6 of 6 runs")),
                "NOT MET: bfq at least 5x more reader read iops than none: it holds in the first"
                    + " 2.5 s only"),
            Verdict.undecided(
                "none at least 10% more bandwidth than bfq",
                6, "INCONCLUSIVE: none at least 10% more bandwidth than bfq: the control failed")),
        new SamplingPlan.Runs("bfq changes after 2.5 s"),
        Optional.of(
            new Verdict(
                "none equals itself (control)",
                Outcome.NOT_MET,
                1.031,
                1.012,
                1.05,
                0.99,
                6,
                List.of(),
                "NOT MET: none equals itself (control): 1.031")));
  }

  private Sample sample(
      Arm arm,
      int round,
      int position,
      double seconds,
      Map<Metric, Measured> metrics,
      List<Latencies> latencies,
      List<Series> series,
      List<Mark> marks,
      List<LatencyWindows> windows,
      Map<String, Double> conditions) {
    Instant startedAt = clock;
    clock = clock.plusNanos(Math.round(seconds * 1e9));
    return new Sample(
        arm.name(),
        arm.requested(),
        arm.scheduler(),
        round,
        position,
        startedAt,
        seconds,
        0.001,
        metrics,
        latencies,
        series,
        marks,
        windows,
        conditions);
  }

  private double noise(double spread) {
    return Math.exp(spread * random.nextGaussian());
  }
}
