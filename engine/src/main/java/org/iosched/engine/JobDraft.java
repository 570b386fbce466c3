package org.iosched.engine;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job while its options are read, beginning with fio's defaults. */
final class JobDraft {
  String name = "";
  Direction direction = Direction.READ;
  int readPercent = 50;
  Sides blockBytes = Sides.both(4096);
  @Nullable Amount size;
  Amount offset = new Amount.Bytes(0);
  @Nullable Amount ioSize;
  @Nullable Duration runtime;
  boolean timeBased;
  Duration rampTime = Duration.ZERO;
  Duration startDelay = Duration.ZERO;
  int depth = 1;
  int clones = 1;
  boolean direct;
  boolean invalidate = true;
  int fsyncEvery;
  int fdatasyncEvery;
  boolean endFsync;
  Duration thinkTime = Duration.ZERO;
  Sides rate = Sides.both(0);
  Sides rateIops = Sides.both(0);
  boolean stonewall;
  Distribution distribution = new Distribution.Uniform();
  boolean randomMap = true;
  long seed = DEFAULT_SEED;
  boolean refillBuffers;
  int compressPercent;
  @Nullable String directory;
  @Nullable String filename;
  boolean verify;
  int files = 1;
  int loops = 1;

  /** The same offsets in every run unless {@code randseed} says otherwise, as fio's randrepeat. */
  static final long DEFAULT_SEED = 1;

  private static final long LARGEST = 1L << 62;

  /** Tells whether what is to be read and written in all is known, so that it can be multiplied. */
  boolean repeatable() {
    return (ioSize == null ? size : ioSize) instanceof Amount.Bytes;
  }

  private @Nullable Amount ioSizeOfAllLoops() {
    if (loops > 1 && (ioSize == null ? size : ioSize) instanceof Amount.Bytes once) {
      long bytes = ioSize == null ? wholeBlocks(once.count()) : once.count();
      return new Amount.Bytes(Math.min(bytes, LARGEST / loops) * loops);
    }
    return ioSize;
  }

  /** Returns what one loop over a size does: whole blocks in each of the files. */
  private long wholeBlocks(long bytes) {
    long block =
        Math.max(
            direction.reads() ? blockBytes.read() : 0, direction.writes() ? blockBytes.write() : 0);
    int sharing = filename == null ? files : 1;
    long whole = bytes / sharing / block * block * sharing;
    // What has no whole block is refused once the target is known.
    return whole == 0 ? bytes : whole;
  }

  Job job() {
    return new Job(
        name,
        direction,
        readPercent,
        blockBytes,
        Optional.ofNullable(size),
        offset,
        Optional.ofNullable(ioSizeOfAllLoops()),
        Optional.ofNullable(runtime),
        timeBased,
        rampTime,
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
        Optional.ofNullable(directory),
        Optional.ofNullable(filename),
        verify,
        files);
  }
}
