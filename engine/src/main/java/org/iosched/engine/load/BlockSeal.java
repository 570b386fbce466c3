package org.iosched.engine.load;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The header of a written block, by which it is known again: what belongs there, from which run and
 * job, and a CRC32C (RFC 3720, B.4) of the whole block. Not for use by several threads at once.
 */
final class BlockSeal {

  /** A block is at least as long. */
  static final int HEADER_BYTES = 48;

  private static final long MAGIC = 0x5EA1_B10C_0F10_5C4DL;

  private static final int OFFSET = 8;
  private static final int RUN = 16;
  private static final int KEY = 24;
  private static final int GENERATION = 32;
  private static final int LENGTH = 36;
  private static final int CHECKSUM = 40;

  private final CRC32C crc = new CRC32C();

  /**
   * Where a block belongs.
   *
   * @param key which job wrote it: the same for all jobs with the same seed
   * @param offset its offset in bytes
   * @param bytes its length
   */
  record Place(long key, long offset, int bytes) {}

  /** Seals a block, which begins at the buffer's start. */
  void put(ByteBuffer block, long key, long run, long offset, int bytes, int generation) {
    block.putLong(0, MAGIC);
    block.putLong(OFFSET, offset);
    block.putLong(RUN, run);
    block.putLong(KEY, key);
    block.putInt(GENERATION, generation);
    block.putInt(LENGTH, bytes);
    block.putInt(CHECKSUM, 0);
    block.putInt(CHECKSUM + 4, 0);
    block.putInt(CHECKSUM, checksum(block, bytes));
  }

  private int checksum(ByteBuffer block, int bytes) {
    crc.reset();
    block.clear().limit(bytes);
    crc.update(block);
    block.clear();
    return (int) crc.getValue();
  }

  /** Returns the number of the write that a block came with. */
  static int generation(ByteBuffer block) {
    return block.getInt(GENERATION);
  }

  /** Returns which run wrote a block. */
  static long run(ByteBuffer block) {
    return block.getLong(RUN);
  }

  /**
   * Returns what is wrong with a block, as the end of a sentence; null if it is what it was.
   *
   * @param whole whether its checksum is looked at, and not only its header
   */
  @Nullable String problem(ByteBuffer block, Place place, boolean whole) {
    if (block.getLong(0) != MAGIC) {
      return isZero(block, place.bytes())
          ? "holds zeros, and not what was written"
          : "holds something else than what was written: it has no header";
    }
    int length = block.getInt(LENGTH);
    if (length != place.bytes()) {
      return "was written as a block of "
          + length
          + " bytes and is read as one of "
          + place.bytes()
          + "; give both jobs the same bs";
    }
    int told = block.getInt(CHECKSUM);
    block.putInt(CHECKSUM, 0);
    int found = checksum(block, place.bytes());
    block.putInt(CHECKSUM, told);
    if (whole && told != found) {
      return "is damaged: its data has crc32c %08x, its header says %08x".formatted(found, told);
    }
    long offset = block.getLong(OFFSET);
    if (offset != place.offset()) {
      return "holds the block that belongs to offset " + offset;
    }
    if (block.getLong(KEY) != place.key()) {
      return "was written by a job with another randseed";
    }
    return null;
  }

  private static boolean isZero(ByteBuffer block, int bytes) {
    for (int i = 0; i < bytes; i++) {
      if (block.get(i) != 0) {
        return false;
      }
    }
    return true;
  }
}
