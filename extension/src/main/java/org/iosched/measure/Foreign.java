package org.iosched.measure;

import java.util.Collection;
import java.util.Optional;
import org.iosched.device.Copies;
import org.iosched.device.Counters;

/**
 * Others' I/O between two readings.
 *
 * @param device on the device; empty where it cannot be told from the workload's
 * @param below on the disks below the device; empty where there are none
 */
record Foreign(Optional<ProcessIo> device, Optional<ProcessIo> below) {

  /**
   * What a flush may write that the workload did not ask for: the file system, that of the image or
   * the one that jobs write files on, commits its journal. On ext4 12 KiB were seen for each
   * commit; other file systems and larger commits may take a few blocks more.
   */
  static final long FLUSH_BYTES = 32 << 10;

  /**
   * Takes the own I/O away from what the kernel has counted.
   *
   * @param own whose I/O is the workload's
   * @param first the first reading
   * @param last the last reading
   * @param copies how many bytes may be counted for one of the workload
   * @param onlyOurs whether the run has made the device, so that nobody else works on it
   * @param counted what the workload says it has read and written; zero where it does not say
   * @param others what other processes did, where they were looked at
   */
  static Foreign of(
      OwnIo own,
      Reading first,
      Reading last,
      Copies copies,
      boolean onlyOurs,
      ProcessIo counted,
      Optional<Others> others) {
    if (!countersKept(own, first, last)) {
      return new Foreign(Optional.empty(), Optional.empty());
    }
    Counters device = last.device().since(first.device());
    Optional<ProcessIo> generator = since(first.generator(), last.generator());
    ProcessIo harness = since(first.harness(), last.harness()).orElse(ProcessIo.ZERO);
    Optional<ProcessIo> onDevice =
        own instanceof OwnIo.Jobs jobs
            ? generator.map(
                g ->
                    beyond(
                        device,
                        // On a disk of the user's this process writes too, and a file system.
                        onlyOurs
                            ? atMostCounted(g, jobs, counted)
                            : g.plus(harness).plus(commits(device)),
                        copies.onDevice()))
            : onlyOurs ? Optional.empty() : others.map(o -> atMost(device, o.io()));
    ProcessIo elsewhere =
        generator
            .orElse(ProcessIo.ZERO)
            .plus(harness)
            .since(new ProcessIo(device.readBytes(), device.writtenBytes()));
    return new Foreign(onDevice, below(first, last, device, elsewhere, copies.below()));
  }

  /**
   * Newer kernels (6.18 does) hand on what a loop device is asked for in the context of the process
   * that asked, whose bytes are counted once for the device then and once more for what is below.
   */
  private static ProcessIo atMostCounted(ProcessIo generator, OwnIo.Jobs jobs, ProcessIo counted) {
    if (jobs.uncountedBytes().isEmpty() || counted.equals(ProcessIo.ZERO)) {
      return generator;
    }
    long more = jobs.uncountedBytes().getAsLong();
    return new ProcessIo(
        Math.min(generator.readBytes(), counted.readBytes() + more),
        Math.min(generator.writtenBytes(), counted.writtenBytes() + more));
  }

  private static Optional<ProcessIo> below(
      Reading first, Reading last, Counters device, ProcessIo elsewhere, int copies) {
    if (last.below().isEmpty() || !first.below().keySet().equals(last.below().keySet())) {
      return Optional.empty();
    }
    Counters all = sum(last.below().values()).since(sum(first.below().values()));
    ProcessIo onDevice = new ProcessIo(device.readBytes(), device.writtenBytes());
    ProcessIo extra = beyond(all, onDevice.plus(commits(device)), copies);
    // Read and written by the harness or a body outside the device, programs for example.
    return Optional.of(extra.since(elsewhere));
  }

  private static ProcessIo commits(Counters device) {
    return new ProcessIo(0, device.flushes() * FLUSH_BYTES);
  }

  private static Counters sum(Collection<Counters> counters) {
    return counters.stream().reduce(Counters.ZERO, Counters::plus);
  }

  /** Returns what was counted beyond the own I/O, which may be counted several times by RAID. */
  private static ProcessIo beyond(Counters counted, ProcessIo own, int copies) {
    // To write a part of a stripe, RAID reads the rest of it.
    long readForWrites = copies > 1 ? own.writtenBytes() * copies : 0;
    return new ProcessIo(
        Math.max(0, counted.readBytes() - own.readBytes() * copies - readForWrites),
        Math.max(0, counted.writtenBytes() - own.writtenBytes() * copies));
  }

  private static ProcessIo atMost(Counters counted, ProcessIo io) {
    return new ProcessIo(
        Math.min(counted.readBytes(), io.readBytes()),
        Math.min(counted.writtenBytes(), io.writtenBytes()));
  }

  /** Tells whether the device counts: some have no queue, and {@code queue/iostats} may be 0. */
  static boolean countersKept(OwnIo own, Reading first, Reading last) {
    if (last.device().equals(Counters.ZERO)) {
      return false;
    }
    Counters device = last.device().since(first.device());
    long counted = device.readBytes() + device.writtenBytes();
    long asked =
        since(first.generator(), last.generator())
            .map(io -> io.readBytes() + io.writtenBytes())
            .orElse(0L);
    boolean direct = own instanceof OwnIo.Jobs jobs && jobs.caching() == OwnIo.Caching.DIRECT;
    return !(direct && counted == 0 && asked > 0);
  }

  private static Optional<ProcessIo> since(Optional<ProcessIo> first, Optional<ProcessIo> last) {
    return first.flatMap(f -> last.map(l -> l.since(f)));
  }
}
