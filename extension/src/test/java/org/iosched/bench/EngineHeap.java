package org.iosched.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.bench.Bench.CannotRun;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.EngineRun;
import org.iosched.engine.JobFile;

/**
 * Whether a long job keeps the heap of the embedded engine flat: what is in use after a collection
 * that jcmd asks for, minute by minute, in one job of random reads and writes.
 */
final class EngineHeap {
  private static final double TARGET_PERCENT = 5;

  private static final String JOB =
      """
      [job]
      rw=randrw
      bs=4k
      direct=1
      time_based
      runtime=%ds
      iodepth=8
      """;

  /** The generations of the serial collector, which the engine uses, in GC.heap_info. */
  private static final Pattern GENERATION =
      Pattern.compile("(?:def new|tenured) generation +total \\d+K, used (\\d+)K");

  private EngineHeap() {}

  static Bench.Figure run() throws Exception {
    int minutes = Setting.of("bench.minutes", 10, 2);
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      throw new CannotRun(jcmd + " is missing; run it with a JDK instead of a JRE");
    }
    try (Loop loop = Loop.make(256);
        EngineProcess engine = EngineProcess.start()) {
      JobFile jobs = JobFile.parse(JOB.formatted(TimeUnit.MINUTES.toSeconds(minutes) + 5));
      System.out.printf("%-8s %12s %10s%n", "minute", "heap, KiB", "growth, %");
      long first = 0;
      double growth = 0;
      try (EngineRun run = engine.begin(jobs, Path.of(loop.node()))) {
        long begin = System.nanoTime();
        for (int minute = 1; minute <= minutes; minute++) {
          long due = begin + TimeUnit.MINUTES.toNanos(minute);
          TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
          long used = usedKibibytes(jcmd, engine.pid());
          first = minute == 1 ? used : first;
          growth = 100.0 * (used - first) / first;
          System.out.printf(Locale.ROOT, "%-8d %12d %10.1f%n", minute, used, growth);
        }
        run.stop();
      }
      return new Bench.Figure(
          String.format(
              Locale.ROOT, "%.1f%% more heap after minute %d than after the 1st", growth, minutes),
          String.format(Locale.ROOT, "at most %.0f%%", TARGET_PERCENT),
          growth <= TARGET_PERCENT);
    }
  }

  private static long usedKibibytes(Path jcmd, long pid)
      throws IOException, InterruptedException, CannotRun {
    String process = Long.toString(pid);
    Loop.run(List.of(jcmd.toString(), process, "GC.run"));
    String info = Loop.run(List.of(jcmd.toString(), process, "GC.heap_info"));
    long used = 0;
    int generations = 0;
    Matcher generation = GENERATION.matcher(info);
    while (generation.find()) {
      used += Long.parseLong(generation.group(1));
      generations++;
    }
    if (generations != 2) {
      throw new CannotRun("jcmd GC.heap_info tells of no two generations: " + info);
    }
    return used;
  }
}
