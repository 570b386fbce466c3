package org.iosched.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.iosched.bench.Bench.CannotRun;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.EngineRun;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;
import org.iosched.engine.SideStats;

/**
 * The embedded engine against fio's io_uring: the same jobs on one loop device with direct I/O, in
 * interleaved rounds of random order. Each round runs each job on the engine and on fio with each
 * of its sets of options; the job is then compared with the set that gives fio more IOPS in it.
 */
final class Engines {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double START_TARGET_MILLIS = 20;

  /** One start in ten may meet what else the machine does; the slowest is told. */
  private static final double SLOW_SHARE = 0.9;

  /** The jobs that are compared. */
  private enum Load {
    READS_1("4k randread depth 1", "randread", "4k", 1),
    READS_8("4k randread depth 8", "randread", "4k", 8),
    READS_32("4k randread depth 32", "randread", "4k", 32),
    WRITES_8("4k randwrite depth 8", "randwrite", "4k", 8),
    SEQUENTIAL_READS("1M read depth 8", "read", "1M", 8),
    SEQUENTIAL_WRITES("1M write depth 8", "write", "1M", 8);

    final String words;
    final String direction;
    final String blockSize;
    final int depth;

    Load(String words, String direction, String blockSize, int depth) {
      this.words = words;
      this.direction = direction;
      this.blockSize = blockSize;
      this.depth = depth;
    }

    boolean sequential() {
      return blockSize.equals("1M");
    }

    String jobText(int seconds) {
      return """
      [job]
      rw=%s
      bs=%s
      direct=1
      time_based
      runtime=%d
      iodepth=%d
      """
          .formatted(direction, blockSize, seconds, depth);
    }
  }

  /** What all runs of one job came to, round by round. */
  private static final class Runs {
    final List<Figures> embedded = new ArrayList<>();
    final Map<FioPeer, List<Figures>> fio = new EnumMap<>(FioPeer.class);

    Runs() {
      for (FioPeer peer : FioPeer.values()) {
        fio.put(peer, new ArrayList<>());
      }
    }

    List<Figures> of(FioPeer peer) {
      return fio.getOrDefault(peer, List.of());
    }

    /** Returns the set of options with which fio does more I/Os. */
    FioPeer best() {
      FioPeer best = FioPeer.DEFAULTS;
      for (FioPeer peer : FioPeer.values()) {
        if (median(of(peer), Figures::iops) > median(of(best), Figures::iops)) {
          best = peer;
        }
      }
      return best;
    }
  }

  /**
   * A row of the table.
   *
   * @param what the job
   * @param figure what of it, with its unit
   * @param ours the median of the embedded engine
   * @param theirs fio's median, and its options
   * @param ratio ours to theirs
   * @param atLeast the least ratio that meets the target
   * @param atMost the largest
   */
  private record Row(
      String what,
      String figure,
      double ours,
      String theirs,
      PairedRatio ratio,
      double atLeast,
      double atMost) {

    private static final String FORMAT = "%-21s %-8s %10s %19s %6s %11s  %-10s %s%n";

    static void printHeader() {
      System.out.printf(
          FORMAT, "job", "figure", "embedded", "fio", "ratio", "interval", "target", "");
    }

    void print() {
      System.out.printf(
          FORMAT,
          what,
          figure,
          number(ours),
          theirs,
          String.format(Locale.ROOT, "%.2f", ratio.median()),
          ratio.interval(),
          target(),
          verdict());
    }

    boolean met() {
      return missedBy() <= 0;
    }

    /** Returns how far the ratio is on the wrong side of its target; not positive if it is met. */
    double missedBy() {
      return Math.max(atLeast - ratio.median(), ratio.median() - atMost);
    }

    private String verdict() {
      if (met()) {
        return "met";
      }
      boolean sure = ratio.high() < atLeast || ratio.low() > atMost;
      return sure ? "missed" : "missed, but not surely";
    }

    private String target() {
      if (atMost == Double.POSITIVE_INFINITY) {
        return String.format(Locale.ROOT, ">= %.2f", atLeast);
      }
      return atLeast == 0
          ? String.format(Locale.ROOT, "<= %.2f", atMost)
          : String.format(Locale.ROOT, "%.2f..%.2f", atLeast, atMost);
    }
  }

  private final int rounds;
  private final int seconds;
  private final Map<Load, Runs> runs = new EnumMap<>(Load.class);
  private final List<Double> startMillis = new ArrayList<>();

  private Engines(int rounds, int seconds) {
    this.rounds = rounds;
    this.seconds = seconds;
    for (Load load : Load.values()) {
      runs.put(load, new Runs());
    }
  }

  static Bench.Figure run() throws Exception {
    Engines engines =
        new Engines(Setting.of("bench.pairs", 10, 1), Setting.of("bench.seconds", 1, 1));
    String version = FioPeer.version();
    try (Loop loop = Loop.make(1024);
        EngineProcess engine = EngineProcess.start()) {
      System.out.printf(
          Locale.ROOT,
          "embedded engine (%s, ready in %.2f s) and %s; medians of %d pairs of"
              + " %d s, with the interval of the median ratio (95%%)%n",
          engine.ready().ioPath(),
          engine.ready().warmUpSeconds(),
          version,
          engines.rounds,
          engines.seconds);
      engines.measure(engine, loop.node());
    }
    return engines.report();
  }

  private void measure(EngineProcess engine, String device)
      throws IOException, InterruptedException, CannotRun {
    // The engine is warm when it is ready; the side of this JVM that talks to it is not yet.
    for (Load load : Load.values()) {
      embedded(engine, load, device);
    }
    startMillis.clear();
    Random random = new Random(1);
    for (int round = 0; round < rounds; round++) {
      for (Load load : Load.values()) {
        List<Side> sides = new ArrayList<>();
        Runs mine = runs.computeIfAbsent(load, unused -> new Runs());
        sides.add(() -> mine.embedded.add(embedded(engine, load, device)));
        for (FioPeer peer : FioPeer.values()) {
          String text = load.jobText(seconds);
          sides.add(() -> mine.of(peer).add(peer.run(text, load.depth, seconds, device)));
        }
        Collections.shuffle(sides, random);
        for (Side side : sides) {
          side.run();
        }
      }
    }
  }

  /** One side of a comparison. */
  private interface Side {
    void run() throws IOException, InterruptedException, CannotRun;
  }

  private Figures embedded(EngineProcess engine, Load load, String device)
      throws InterruptedException, CannotRun {
    JobFile jobs = JobFile.parse(load.jobText(seconds));
    long asked = System.nanoTime();
    try (EngineRun run = engine.begin(jobs, Path.of(device));
        ProcessCpu cpu = new ProcessCpu(engine.pid())) {
      startMillis.add((System.nanoTime() - asked) / NANOS_PER_MILLI);
      JobResult result = run.finish();
      double cpuSecondsPerSecond = cpu.secondsPerSecond(seconds);
      SideStats side = result.jobs().get(0).read();
      if (side.ios() == 0) {
        side = result.jobs().get(0).write();
      }
      double iops = side.ios() / side.seconds();
      return new Figures(
          iops,
          side.bytes() / side.seconds(),
          cpuSecondsPerSecond * NANOS_PER_SECOND / iops,
          latency(result, Quantity.P50_LATENCY),
          latency(result, Quantity.P99_LATENCY));
    }
  }

  private static double latency(JobResult result, Quantity quantity) {
    return Objects.requireNonNull(result.metrics().get(Metric.of(quantity))).value();
  }

  private Bench.Figure report() {
    List<Row> rows = rows();
    Row.printHeader();
    rows.forEach(Row::print);
    double[] starts = startMillis.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(starts);
    double slowOne = starts[(int) (SLOW_SHARE * (starts.length - 1))];
    int missed = (int) rows.stream().filter(row -> !row.met()).count();
    missed += printStart("median", PairedRatio.median(starts)) ? 0 : 1;
    missed += printStart("9 of 10", slowOne) ? 0 : 1;
    System.out.printf(
        Locale.ROOT,
        "(the slowest of %d starts: %.1f ms)%n",
        starts.length,
        starts[starts.length - 1]);
    int all = rows.size() + 2;
    Row worst = Collections.max(rows, (a, b) -> Double.compare(a.missedBy(), b.missedBy()));
    return new Bench.Figure(
        String.format(
            Locale.ROOT,
            "%d of %d targets met; least well: %s, %s %.2f times fio's",
            all - missed,
            all,
            worst.what(),
            worst.figure(),
            worst.ratio().median()),
        "all of them",
        missed == 0);
  }

  /** Prints how long it takes from the request of a job to its start; true if that is in time. */
  private static boolean printStart(String which, double millis) {
    boolean met = millis < START_TARGET_MILLIS;
    System.out.printf(
        Row.FORMAT,
        "start of a warm job",
        "ms",
        number(millis),
        "",
        "",
        which,
        String.format(Locale.ROOT, "< %.0f", START_TARGET_MILLIS),
        met ? "met" : "missed");
    return met;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 1000 ? "%.1f" : "%.0f", value);
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    double unbounded = Double.POSITIVE_INFINITY;
    for (Load load : Load.values()) {
      if (load.sequential()) {
        rows.add(row(load, "MiB/s", f -> f.bytesPerSecond() / (1 << 20), 1, unbounded));
      } else {
        rows.add(row(load, "IOPS", Figures::iops, 1, unbounded));
      }
    }
    for (Load load : Load.values()) {
      double most = load.depth == 1 ? 1.3 : 1;
      rows.add(row(load, "cpu us", f -> f.cpuNanos() / 1000, 0, most));
    }
    rows.add(row(Load.READS_1, "p50 us", f -> f.p50Nanos() / 1000, 0.9, 1.1));
    rows.add(row(Load.READS_1, "p99 us", f -> f.p99Nanos() / 1000, 0.9, 1.1));
    return rows;
  }

  private Row row(
      Load load, String name, ToDoubleFunction<Figures> figure, double atLeast, double atMost) {
    Runs mine = runs.getOrDefault(load, new Runs());
    FioPeer best = mine.best();
    double[] ours = mine.embedded.stream().mapToDouble(figure).toArray();
    double[] theirs = mine.of(best).stream().mapToDouble(figure).toArray();
    return new Row(
        load.words,
        name,
        PairedRatio.median(ours),
        number(PairedRatio.median(theirs)) + " " + best.words(),
        PairedRatio.of(ours, theirs),
        atLeast,
        atMost);
  }

  private static double median(List<Figures> all, ToDoubleFunction<Figures> figure) {
    return PairedRatio.median(all.stream().mapToDouble(figure).toArray());
  }
}
