package org.iosched.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.iosched.bench.Bench.CannotRun;

/**
 * How much of a processor a process uses in the middle of its load: all of its threads, the
 * kernel's io_uring workers included, of which what programs say of themselves knows nothing. From
 * the schedstat files of its threads (proc(5): nanoseconds on a processor), looked at every 50 ms;
 * the same for both sides of a comparison.
 */
final class ProcessCpu implements AutoCloseable {
  private static final long PERIOD_MILLIS = 50;

  /** What lies before and after the middle, as a part of the load: the start and the end. */
  private static final double EDGE = 0.1;

  private final Path tasks;
  private final List<Look> looks = new ArrayList<>();
  private final Thread sampler;
  private volatile boolean ended;

  /** The time on a processor of each thread, at one moment. */
  private record Look(long atNanos, Map<String, Long> threadNanos) {}

  /** Begins to look at a process. */
  ProcessCpu(long pid) throws CannotRun {
    tasks = Path.of("/proc/" + pid + "/task");
    if (!Files.exists(Path.of("/proc/self/schedstat"))) {
      throw new CannotRun(
          "this kernel tells no processor time of threads (/proc/self/schedstat is missing); use"
              + " one with CONFIG_SCHED_INFO");
    }
    sampler = new Thread(this::sample, "processor time of " + pid);
    sampler.setDaemon(true);
    sampler.start();
  }

  private void sample() {
    while (!ended) {
      Look look = new Look(System.nanoTime(), threads());
      synchronized (looks) {
        looks.add(look);
      }
      try {
        Thread.sleep(PERIOD_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private Map<String, Long> threads() {
    Map<String, Long> nanos = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        String text = Files.readString(task.resolve("schedstat"), StandardCharsets.US_ASCII);
        nanos.put(task.toString(), Long.parseLong(text.substring(0, text.indexOf(' '))));
      }
    } catch (IOException e) {
      // The process or one of its threads has just ended: not in the middle of the load.
      return Map.of();
    }
    return nanos;
  }

  /**
   * Returns the processor time per second of a load that has just ended, at its middle.
   *
   * @param seconds how long the load took
   * @throws CannotRun if there was no time for two looks
   */
  double secondsPerSecond(int seconds) throws CannotRun, InterruptedException {
    long now = System.nanoTime();
    close();
    sampler.join();
    long all = TimeUnit.SECONDS.toNanos(seconds);
    Look first = null;
    Look last = null;
    synchronized (looks) {
      for (Look look : looks) {
        double part = 1 - (double) (now - look.atNanos()) / all;
        if (part >= EDGE && part <= 1 - EDGE && !look.threadNanos().isEmpty()) {
          first = first == null ? look : first;
          last = look;
        }
      }
    }
    if (first == null || last == null || first.equals(last)) {
      throw new CannotRun("the machine is too busy to look at " + tasks + " twice in a run");
    }
    long used = 0;
    for (Map.Entry<String, Long> thread : last.threadNanos().entrySet()) {
      used += thread.getValue() - first.threadNanos().getOrDefault(thread.getKey(), 0L);
    }
    return (double) used / (last.atNanos() - first.atNanos());
  }

  @Override
  public void close() {
    ended = true;
    sampler.interrupt();
  }
}
