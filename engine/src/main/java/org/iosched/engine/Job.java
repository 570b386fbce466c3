package org.iosched.engine;

import java.time.Duration;
import java.util.Optional;

/**
 * One job of a {@link JobFile}. Defaults are fio's, see {@code docs/workloads.md}.
 *
 * @param name the section's name, or {@code name}
 * @param direction what it does ({@code rw})
 * @param readPercent the share of reads in a mixed job, 0 to 100 ({@code rwmixread})
 * @param blockBytes bytes of each I/O, more than zero ({@code bs})
 * @param size the extent it works on; empty is the rest of the target ({@code size})
 * @param offset where the extent begins ({@code offset})
 * @param ioSize how much it reads and writes; empty is the extent once ({@code io_size})
 * @param runtime how long it runs at most ({@code runtime})
 * @param timeBased whether it starts over until {@code runtime} is over ({@code time_based})
 * @param rampTime how long it runs before it is measured ({@code ramp_time})
 * @param startDelay how long it waits before it starts (startdelay)
 * @param depth I/Os in flight, 1 or more ({@code iodepth})
 * @param clones how many of it run side by side, 1 or more ({@code numjobs})
 * @param direct whether the page cache is bypassed ({@code direct})
 * @param invalidate whether the target's page cache is dropped before it starts ({@code
 *     invalidate})
 * @param fsyncEvery writes between two fsync; 0 is never ({@code fsync})
 * @param fdatasyncEvery writes between two fdatasync; 0 is never ({@code fdatasync})
 * @param endFsync whether it ends with an fsync ({@code end_fsync})
 * @param thinkTime pause after each I/O (thinktime)
 * @param rate most bytes per second; 0 is no limit ({@code rate})
 * @param rateIops most I/Os per second; 0 is no limit ({@code rate_iops})
 * @param stonewall whether it waits for the jobs before it ({@code stonewall})
 * @param distribution how random offsets are spread ({@code random_distribution})
 * @param randomMap whether a pass visits each block once (no {@code norandommap})
 * @param seed where the random numbers begin ({@code randseed})
 * @param refillBuffers whether each write gets new data ({@code refill_buffers})
 * @param compressPercent how far the written data compresses, 0 to 100 ({@code
 *     buffer_compress_percentage})
 * @param directory a directory below the target directory ({@code directory})
 * @param filename the file below it ({@code filename})
 * @param verify whether what is written carries a checksum (crc32c) and is read back and checked
 *     ({@code verify=crc32c})
 * @param files how many files each clone works on, 1 or more ({@code nrfiles})
 */
public record Job(
    String name,
    Direction direction,
    int readPercent,
    Sides blockBytes,
    Optional<Amount> size,
    Amount offset,
    Optional<Amount> ioSize,
    Optional<Duration> runtime,
    boolean timeBased,
    Duration rampTime,
    Duration startDelay,
    int depth,
    int clones,
    boolean direct,
    boolean invalidate,
    int fsyncEvery,
    int fdatasyncEvery,
    boolean endFsync,
    Duration thinkTime,
    Sides rate,
    Sides rateIops,
    boolean stonewall,
    Distribution distribution,
    boolean randomMap,
    long seed,
    boolean refillBuffers,
    int compressPercent,
    Optional<String> directory,
    Optional<String> filename,
    boolean verify,
    int files) {

  /** Returns the end of its extent in bytes, empty where it depends on the target's size. */
  public Optional<Long> extentBytes() {
    if (offset instanceof Amount.Bytes begin
        && size.isPresent()
        && size.get() instanceof Amount.Bytes length) {
      return Optional.of(begin.count() + length.count());
    }
    return Optional.empty();
  }

  /**
   * Returns this job, but that it starts over until a time is over.
   *
   * @param newRuntime that time, more than zero
   * @param newRampTime how long it runs before it is measured
   */
  public Job running(Duration newRuntime, Duration newRampTime) {
    return new Job(
        name,
        direction,
        readPercent,
        blockBytes,
        size,
        offset,
        ioSize,
        Optional.of(newRuntime),
        true,
        newRampTime,
        startDelay,
        depth,
        clones,
        direct,
        invalidate,
        fsyncEvery,
        fdatasyncEvery,
        endFsync,
        thinkTime,
        rate,
        rateIops,
        stonewall,
        distribution,
        randomMap,
        seed,
        refillBuffers,
        compressPercent,
        directory,
        filename,
        verify,
        files);
  }

  /** Tells whether it has a rate, under which I/Os have an intended start. */
  public boolean limited() {
    return limited(false) || limited(true);
  }

  /**
   * Tells whether it has a rate in one direction.
   *
   * @param write the direction: writes, or reads
   */
  public boolean limited(boolean write) {
    boolean does = write ? direction.writes() : direction.reads();
    long bytes = write ? rate.write() : rate.read();
    long ios = write ? rateIops.write() : rateIops.read();
    return does && (bytes > 0 || ios > 0);
  }

  /** Returns how long it runs by the clock, ramp time and start delay included. */
  Duration clockTime() {
    return startDelay.plus(runtime.map(rampTime::plus).orElse(Duration.ZERO));
  }
}
