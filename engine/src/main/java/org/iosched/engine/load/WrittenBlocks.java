package org.iosched.engine.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.iosched.engine.EngineException;
import org.iosched.engine.Job;

/**
 * Which blocks of a file a job has written, and which write of each was the last: two bytes for
 * each block, outside of the heap and only where something was written. Where writes of one block
 * were in flight together, any of them may be the one that stays, and all of them are remembered.
 */
final class WrittenBlocks implements AutoCloseable {

  /** Writes of a block are numbered from 1 to this and on from 1; 0 is none. */
  static final int GENERATIONS = 65_535;

  private static final long MOST_BLOCKS = 1L << 29;

  private final Extent extent;
  private final int blockBytes;
  private final long blocks;
  private final long address;
  private final ByteBuffer last;

  /** By slot: the block whose write is in flight, or -1. */
  private final long[] flying;

  private final int[] flyingGeneration;

  /** By block: how many writes before the last may have come after it. */
  private final Map<Long, Integer> together = new HashMap<>();

  /**
   * @param slots how many writes may be in flight
   * @throws EngineException if there are too many blocks
   */
  WrittenBlocks(Job job, Extent extent, int slots) {
    this.extent = extent;
    blockBytes = (int) job.blockBytes().write();
    blocks = extent.bytes() / blockBytes;
    if (blocks > MOST_BLOCKS) {
      throw new EngineException(
          "job "
              + job.name()
              + " would have to remember "
              + blocks
              + " blocks to verify them, more than "
              + MOST_BLOCKS
              + "; lower size, raise bs or leave verify out");
    }
    address = LibC.mapSparse(bytes());
    if (address == -1) {
      throw new EngineException(
          "job "
              + job.name()
              + " gets no "
              + bytes()
              + " bytes of memory to verify its writes: "
              + Errno.words(LibC.errno()));
    }
    last = LibC.buffer(address, (int) bytes());
    flying = new long[slots];
    Arrays.fill(flying, -1);
    flyingGeneration = new int[slots];
  }

  private long bytes() {
    return Math.max(1, blocks) * Short.BYTES;
  }

  long blocks() {
    return blocks;
  }

  int blockBytes() {
    return blockBytes;
  }

  long offset(long block) {
    return extent.offset() + block * blockBytes;
  }

  /** Takes note of a write that is about to be submitted, and returns its number. */
  synchronized int begin(int slot, long offset) {
    long block = (offset - extent.offset()) / blockBytes;
    int generation = last(block) % GENERATIONS + 1;
    int distance = 0;
    for (int other = 0; other < flying.length; other++) {
      if (flying[other] == block) {
        distance = Math.max(distance, distance(flyingGeneration[other], generation));
      }
    }
    if (distance > 0) {
      together.put(block, distance);
    } else if (!together.isEmpty()) {
      together.remove(block);
    }
    last.putShort((int) block * Short.BYTES, (short) generation);
    flying[slot] = block;
    flyingGeneration[slot] = generation;
    return generation;
  }

  /** Takes note that the write of a slot has ended. */
  synchronized void end(int slot) {
    flying[slot] = -1;
  }

  /** Returns the number of the last write of a block; 0 if there was none. */
  synchronized int last(long block) {
    return last.getShort((int) block * Short.BYTES) & 0xFFFF;
  }

  /** Tells whether a block may hold what a write brought. */
  synchronized boolean mayHold(long block, int generation) {
    return generation >= 1
        && generation <= GENERATIONS
        && distance(generation, last(block)) <= together.getOrDefault(block, 0);
  }

  /** Tells whether the last write of a block was in flight together with others of it. */
  synchronized boolean contended(long block) {
    return together.containsKey(block);
  }

  /** Returns how many writes lie between an earlier and a later one. */
  private static int distance(int earlier, int later) {
    return (later - earlier + GENERATIONS) % GENERATIONS;
  }

  @Override
  public void close() {
    LibC.munmap(address, bytes());
  }
}
