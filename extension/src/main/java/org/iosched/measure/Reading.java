package org.iosched.measure;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.iosched.device.Counters;
import org.iosched.device.TestDevice;

/**
 * What the kernel has counted up to one moment.
 *
 * @param nanos the moment, by the clock that stands still while the machine is suspended
 * @param uptimeSeconds the moment, by the clock that does not; empty where it cannot be read
 * @param device the device's counters
 * @param below the counters of the disks below it, by name
 * @param generator I/O of the load generator's process; empty where there is none
 * @param harness I/O of this process, and of the children it has waited for
 * @param ownUserTicks processor time, outside the kernel, of both and of the workload's processes
 * @param cpu what the processors did
 * @param cpuPressure waiting for processors
 * @param ioPressure waiting for devices
 * @param memoryPressure waiting for memory
 * @param throttling how processors were slowed down
 */
record Reading(
    long nanos,
    Optional<Double> uptimeSeconds,
    Counters device,
    Map<String, Counters> below,
    Optional<ProcessIo> generator,
    Optional<ProcessIo> harness,
    long ownUserTicks,
    Optional<CpuTicks> cpu,
    Optional<Pressure> cpuPressure,
    Optional<Pressure> ioPressure,
    Optional<Pressure> memoryPressure,
    Throttling throttling) {

  /** Microseconds of a tick. */
  private static final long TICK_MICROS = 10_000;

  /** Copies the map. */
  Reading {
    below = Map.copyOf(below);
  }

  /**
   * Reads them now.
   *
   * @param kernel where
   * @param device the device under test
   * @param own whose I/O is the workload's
   * @param throttling the files that tell of throttling
   * @param heat whether to read those of heat, of which there are two for each processor
   */
  static Reading now(
      KernelFiles kernel, TestDevice device, OwnIo own, Throttling.Files throttling, boolean heat) {
    Path proc = kernel.proc();
    Optional<Path> generator =
        own instanceof OwnIo.Jobs jobs
            ? Optional.of(proc.resolve(Long.toString(jobs.pid())))
            : Optional.empty();
    // The generator's I/O beside the device's, since both go on meanwhile.
    Optional<ProcessIo> generatorIo =
        generator.flatMap(g -> KernelFiles.read(g.resolve("io"))).flatMap(ProcessIo::parse);
    Counters counters = device.counters();
    Map<String, Counters> below = device.countersBelow();
    long nanos = System.nanoTime();
    return new Reading(
        nanos,
        KernelFiles.read(proc.resolve("uptime")).map(Reading::firstNumber),
        counters,
        below,
        generatorIo,
        KernelFiles.read(proc.resolve("self/io")).flatMap(ProcessIo::parse),
        ownTicks(proc, generator, device.cgroup()),
        KernelFiles.read(proc.resolve("stat")).flatMap(CpuTicks::parse),
        pressure(proc, "cpu"),
        pressure(proc, "io"),
        pressure(proc, "memory"),
        throttling.read(heat));
  }

  private static Optional<Pressure> pressure(Path proc, String of) {
    return KernelFiles.read(proc.resolve("pressure").resolve(of)).flatMap(Pressure::parse);
  }

  private static double firstNumber(String text) {
    return Double.parseDouble(text.strip().split(" ", -1)[0]);
  }

  /**
   * Adds up the processor time of this process, its ended children, the generator, and the
   * workload's control group. A child in the group is counted twice once it has ended: rather that
   * than to take some of the workload's for others'.
   */
  private static long ownTicks(Path proc, Optional<Path> generator, Optional<Path> group) {
    long ticks =
        KernelFiles.read(proc.resolve("self/stat"))
            .flatMap(ProcessStat::parse)
            .map(stat -> stat.userTicks() + stat.childUserTicks())
            .orElse(0L);
    ticks +=
        generator
            .flatMap(g -> KernelFiles.read(g.resolve("stat")))
            .flatMap(ProcessStat::parse)
            .map(stat -> stat.userTicks() + stat.childUserTicks())
            .orElse(0L);
    ticks +=
        group
                .flatMap(g -> KernelFiles.read(g.resolve("cpu.stat")))
                .flatMap(text -> KernelFiles.number(text, "user_usec"))
                .orElse(0L)
            / TICK_MICROS;
    return ticks;
  }
}
