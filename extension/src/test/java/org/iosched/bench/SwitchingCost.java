package org.iosched.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.iosched.device.DeviceRequest;
import org.iosched.device.Devices;
import org.iosched.device.TestDevice;

/**
 * What a switch by the library costs beyond the bare write of the scheduler's name: finding out
 * what is active, reading back, and telling the instance. Both on one loop device, in random order,
 * and each from another scheduler, so that either side is one write.
 */
final class SwitchingCost {

  private static final double TARGET_MILLIS = 2;

  /** Switches end with the kernel's tick, of 4 ms on most; so each begins anywhere in it. */
  private static final int MOST_WAIT_NANOS = 8_000_000;

  private SwitchingCost() {}

  /** One switch to be timed. */
  private record Turn(String scheduler, boolean ours) {}

  static Bench.Figure run() throws Exception {
    int rounds = Setting.of("bench.pairs", 100, 3);
    Map<Turn, List<Double>> millis = new LinkedHashMap<>();
    try (Loop loop = Loop.make(64);
        TestDevice device =
            Devices.open(
                new DeviceRequest(
                    loop.node(),
                    Path.of("target").toAbsolutePath(),
                    DeviceRequest.SMALLEST_BYTES))) {
      Path file = Path.of("/sys/block", device.name(), "queue/scheduler");
      List<String> schedulers = device.schedulers();
      List<Turn> turns = new ArrayList<>();
      for (String scheduler : schedulers) {
        turns.add(new Turn(scheduler, true));
        turns.add(new Turn(scheduler, false));
      }
      Random random = new Random();
      // The first round, in which classes are loaded, is not counted.
      for (int round = 0; round <= rounds; round++) {
        Collections.shuffle(turns, random);
        for (Turn turn : turns) {
          // Both sides come from the same place, which is another one.
          device.switchTo(other(schedulers, turn.scheduler()), Map.of());
          LockSupport.parkNanos(random.nextInt(MOST_WAIT_NANOS));
          double took = turn.ours() ? ours(device, turn.scheduler()) : bare(file, turn.scheduler());
          if (round > 0) {
            millis.computeIfAbsent(turn, key -> new ArrayList<>()).add(took);
          }
        }
      }
      return figure(schedulers, millis);
    }
  }

  private static String other(List<String> schedulers, String scheduler) {
    return schedulers.get((schedulers.indexOf(scheduler) + 1) % schedulers.size());
  }

  private static double ours(TestDevice device, String scheduler) {
    long startNanos = System.nanoTime();
    device.switchTo(scheduler, Map.of());
    return (System.nanoTime() - startNanos) / 1e6;
  }

  private static double bare(Path file, String scheduler) throws IOException {
    byte[] name = scheduler.getBytes(StandardCharsets.UTF_8);
    long startNanos = System.nanoTime();
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
      out.write(name);
    }
    return (System.nanoTime() - startNanos) / 1e6;
  }

  private static Bench.Figure figure(List<String> schedulers, Map<Turn, List<Double>> millis) {
    System.out.printf(
        "%-14s %12s %16s %12s%n", "scheduler", "iosched, ms", "bare write, ms", "beyond, ms");
    List<Double> beyond = new ArrayList<>();
    double worst = Double.NEGATIVE_INFINITY;
    String worstName = "";
    for (String scheduler : schedulers) {
      List<Double> ours = millis.getOrDefault(new Turn(scheduler, true), List.of());
      List<Double> bare = millis.getOrDefault(new Turn(scheduler, false), List.of());
      for (int i = 0; i < ours.size(); i++) {
        beyond.add(ours.get(i) - bare.get(i));
      }
      double difference = median(ours) - median(bare);
      if (difference > worst) {
        worst = difference;
        worstName = scheduler;
      }
      System.out.printf(
          Locale.ROOT,
          "%-14s %12.2f %16.2f %12.2f%n",
          scheduler,
          median(ours),
          median(bare),
          difference);
    }
    double all = median(beyond);
    return new Bench.Figure(
        String.format(
            Locale.ROOT,
            "%.2f ms beyond the bare write (%.2f for %s, the worst)",
            all,
            worst,
            worstName),
        String.format(Locale.ROOT, "under %.0f ms", TARGET_MILLIS),
        all < TARGET_MILLIS && worst < TARGET_MILLIS);
  }

  private static double median(List<Double> values) {
    return PairedRatio.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
