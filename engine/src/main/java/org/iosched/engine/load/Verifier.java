package org.iosched.engine.load;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.iosched.engine.EngineException;
import org.iosched.engine.Job;
import org.jspecify.annotations.Nullable;

/**
 * Verifies what a clone of a job with {@code verify} wrote, after its end, or what a job that only
 * reads finds of an earlier job that wrote.
 */
final class Verifier implements AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 20;

  private final Job job;
  private final List<Target> targets;
  private final List<WrittenBlocks> written = new ArrayList<>();
  private final ByteBuffer[] buffers;
  private final BlockSeal[] seals;
  private final long key;
  private final long run;

  /** Which file the write of each slot is about. */
  private final int[] fileOfSlot;

  /** Says how an I/O failed. */
  interface Failures {
    EngineException failure(String what, int file, long offset, int errno);
  }

  /**
   * @param extents where it works in each of its files
   * @param slots how many I/Os may be in flight
   * @throws EngineException if there are more blocks than can be remembered
   */
  Verifier(Job job, List<Target> targets, List<Extent> extents, int slots) {
    this.job = job;
    this.targets = targets;
    key = RandomNumbers.mix(job.seed());
    run = RandomNumbers.mix(System.nanoTime() ^ (ProcessHandle.current().pid() << 40));
    buffers = new ByteBuffer[slots];
    seals = new BlockSeal[slots];
    fileOfSlot = new int[slots];
    checkRoom();
    boolean complete = false;
    try {
      for (int file = 0; job.direction().writes() && file < extents.size(); file++) {
        written.add(new WrittenBlocks(job, extents.get(file), slots));
      }
      complete = true;
    } finally {
      if (!complete) {
        close();
      }
    }
  }

  private void checkRoom() {
    boolean writes = job.direction().writes();
    long bytes = writes ? job.blockBytes().write() : job.blockBytes().read();
    if (bytes < BlockSeal.HEADER_BYTES) {
      throw new EngineException(
          "job "
              + job.name()
              + " has blocks of "
              + bytes
              + " bytes, but verify puts a header of "
              + BlockSeal.HEADER_BYTES
              + " bytes in each; raise bs or leave verify out");
    }
  }

  /** Gives each slot its buffer, once there is memory. */
  void use(int slot, ByteBuffer buffer) {
    buffers[slot] = buffer;
    seals[slot] = new BlockSeal();
  }

  /** Tells whether reads are verified: those of a job that does not write. */
  boolean ofReads() {
    return !job.direction().writes();
  }

  /** Seals the block in a slot's buffer that is about to be written. */
  void seal(int slot, int file, int bytes, long offset, WriteData data) {
    int generation = written.get(file).begin(slot, offset);
    fileOfSlot[slot] = file;
    data.renewSectors(buffers[slot], bytes, offset ^ run ^ ((long) generation << 48));
    seals[slot].put(buffers[slot], key, run, offset, bytes, generation);
  }

  /** Takes note that the write of a slot has ended. */
  void written(int slot) {
    written.get(fileOfSlot[slot]).end(slot);
  }

  /** Returns why what was read into a slot's buffer is not what was written; null if it is. */
  @Nullable EngineException problemOfRead(int slot, int file, int bytes, long offset) {
    String problem =
        seals[slot].problem(buffers[slot], new BlockSeal.Place(key, offset, bytes), true);
    return problem == null ? null : refuted(file, offset, problem);
  }

  /**
   * Reads back every block that was written, from the device and not from the page cache.
   *
   * @param stop ends the work early
   * @return how many blocks were verified
   * @throws EngineException if a block is not what was written last, or cannot be read
   */
  long readBack(Clone.Stop stop, Failures failures) {
    long verified = 0;
    for (int file = 0; file < written.size(); file++) {
      Target target = targets.get(file);
      if (LibC.fsync(target.fd()) != 0) {
        throw failures.failure("fsync before verification", file, 0, LibC.errno());
      }
      target.dropCache();
      verified += readBack(file, stop, failures);
    }
    return verified;
  }

  private long readBack(int file, Clone.Stop stop, Failures failures) {
    WrittenBlocks own = written.get(file);
    int blockBytes = own.blockBytes();
    int atOnce = Math.max(1, CHUNK_BYTES / blockBytes);
    long memoryBytes = (long) atOnce * blockBytes;
    long memory = LibC.mapMemory(memoryBytes);
    if (memory == -1) {
      throw new EngineException(
          "job "
              + job.name()
              + " gets no "
              + memoryBytes
              + " bytes of memory to verify its writes: "
              + Errno.words(LibC.errno()));
    }
    try {
      ByteBuffer chunk = LibC.buffer(memory, (int) memoryBytes);
      BlockSeal seal = new BlockSeal();
      long verified = 0;
      for (long block = 0; block < own.blocks() && !stop.requested(); ) {
        int count = 0;
        while (count < atOnce && block + count < own.blocks() && own.last(block + count) != 0) {
          count++;
        }
        if (count == 0) {
          block++;
          continue;
        }
        read(file, memory, count * blockBytes, own.offset(block), failures);
        for (int i = 0; i < count; i++) {
          ByteBuffer one = chunk.slice(i * blockBytes, blockBytes).order(chunk.order());
          check(seal, one, file, block + i);
        }
        block += count;
        verified += count;
      }
      return verified;
    } finally {
      LibC.munmap(memory, memoryBytes);
    }
  }

  private void read(int file, long memory, int bytes, long offset, Failures failures) {
    int fd = targets.get(file).fd();
    for (int done = 0; done < bytes; ) {
      long result = LibC.pread(fd, memory + done, bytes - done, offset + done);
      if (result == 0) {
        throw refuted(file, offset + done, "is gone: the target ends there");
      }
      if (result < 0 && LibC.errno() != Errno.EINTR) {
        throw failures.failure("reading back", file, offset + done, LibC.errno());
      }
      done += (int) Math.max(0, result);
    }
  }

  private void check(BlockSeal seal, ByteBuffer block, int file, long number) {
    WrittenBlocks own = written.get(file);
    long offset = own.offset(number);
    // A device may mix what writes of one block brought that were in flight together.
    boolean whole = !own.contended(number);
    String problem = seal.problem(block, new BlockSeal.Place(key, offset, own.blockBytes()), whole);
    if (problem == null && BlockSeal.run(block) != run) {
      problem = "holds what an earlier run wrote: the writes of this run were lost";
    }
    int generation = BlockSeal.generation(block);
    if (problem == null && !own.mayHold(number, generation)) {
      problem =
          "holds what write "
              + generation
              + " of it brought, but the last was write "
              + own.last(number)
              + ": later writes were lost";
    }
    if (problem != null) {
      throw refuted(file, offset, problem);
    }
  }

  private EngineException refuted(int file, long offset, String problem) {
    return new EngineException(
        "job "
            + job.name()
            + ": verification failed: the block at offset "
            + offset
            + " of "
            + targets.get(file).path()
            + " "
            + problem);
  }

  @Override
  public void close() {
    written.forEach(WrittenBlocks::close);
  }
}
