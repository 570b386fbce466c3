package org.iosched.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all processes of the machine, to name the one that disturbed a workload. One look takes
 * milliseconds (some 30 µs a process), so it is repeated only after some time. Not for use by
 * several threads at once.
 */
public final class ProcessScan {

  /**
   * All processes at one moment, the kernel's own threads left out.
   *
   * @param nanos the moment, as {@link System#nanoTime()} tells it
   * @param processes by process number
   */
  record Snapshot(long nanos, Map<Long, Seen> processes) {

    /** Copies the map. */
    Snapshot {
      processes = Map.copyOf(processes);
    }
  }

  /**
   * A process.
   *
   * @param stat what it is, and its processor time
   * @param io its I/O; empty where it may not be looked at
   */
  record Seen(ProcessStat stat, Optional<ProcessIo> io) {}

  private final KernelFiles kernel;
  private final LongSupplier nanoTime;
  private final Duration mostAge;
  private @Nullable Snapshot last;

  ProcessScan(KernelFiles kernel, LongSupplier nanoTime, Duration mostAge) {
    this.kernel = kernel;
    this.nanoTime = nanoTime;
    this.mostAge = mostAge;
  }

  /** Returns one that looks anew whenever a watch begins, for runs of seconds. */
  public static ProcessScan always() {
    return new ProcessScan(KernelFiles.REAL, System::nanoTime, Duration.ZERO);
  }

  /** Returns one that looks at most once a second when watches begin, for slices. */
  public static ProcessScan everySecond() {
    return new ProcessScan(KernelFiles.REAL, System::nanoTime, Duration.ofSeconds(1));
  }

  /** Returns the last look if it is recent enough, else a new one. */
  Snapshot recent() {
    Snapshot known = last;
    return known != null && nanoTime.getAsLong() - known.nanos() < mostAge.toNanos()
        ? known
        : now();
  }

  /** Looks now. */
  Snapshot now() {
    Map<Long, Seen> processes = new HashMap<>();
    for (Path process : KernelFiles.list(kernel.proc(), "[0-9]*")) {
      // One that ends meanwhile is left out.
      KernelFiles.read(process.resolve("stat"))
          .flatMap(ProcessStat::parse)
          .filter(stat -> !stat.kernelThread())
          .ifPresent(
              stat ->
                  processes.put(
                      Long.parseLong(process.getFileName().toString()),
                      new Seen(
                          stat,
                          KernelFiles.read(process.resolve("io")).flatMap(ProcessIo::parse))));
    }
    Snapshot snapshot = new Snapshot(nanoTime.getAsLong(), processes);
    last = snapshot;
    return snapshot;
  }
}
