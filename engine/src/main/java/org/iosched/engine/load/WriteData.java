package org.iosched.engine.load;

import java.nio.ByteBuffer;
import org.iosched.engine.Job;

/**
 * The data a clone writes: random, so that nothing below can compress it away. Each block of 4096
 * bytes begins with a stamp of its place, so that no two blocks are equal.
 */
final class WriteData {
  private static final int CHUNK_BYTES = 4096;
  private static final int SECTOR_BYTES = 512;

  private final RandomNumbers random;
  private final int compressPercent;
  private final boolean refill;
  private final long stampKey;

  WriteData(Job job, long seed) {
    random = new RandomNumbers(seed);
    stampKey = random.next();
    compressPercent = job.compressPercent();
    refill = job.refillBuffers();
  }

  /** Fills memory with data that compresses as far as the job asks for. */
  void fill(ByteBuffer memory, int from, int bytes) {
    for (int chunk = 0; chunk < bytes; chunk += CHUNK_BYTES) {
      int length = Math.min(CHUNK_BYTES, bytes - chunk);
      int randomBytes = length - length * compressPercent / 100;
      for (int i = 0; i < length; i += Long.BYTES) {
        long word = i < randomBytes ? random.next() : 0;
        if (length - i >= Long.BYTES) {
          memory.putLong(from + chunk + i, word);
        } else {
          for (int rest = i; rest < length; rest++) {
            memory.put(from + chunk + rest, (byte) word);
            word >>>= Byte.SIZE;
          }
        }
      }
    }
  }

  /** Makes a filled buffer unlike any other in each 512 bytes, so that each can be told apart. */
  void renewSectors(ByteBuffer memory, int bytes, long nonce) {
    if (refill) {
      fill(memory, 0, bytes);
    }
    for (int sector = 0; sector + Long.BYTES <= bytes; sector += SECTOR_BYTES) {
      memory.putLong(sector, RandomNumbers.mix(stampKey ^ nonce + sector));
    }
  }

  /** Makes a filled buffer ready to be written at an offset. */
  void renew(ByteBuffer memory, int from, int bytes, long offset) {
    if (refill) {
      fill(memory, from, bytes);
    }
    for (int chunk = 0; chunk + Long.BYTES <= bytes; chunk += CHUNK_BYTES) {
      memory.putLong(from + chunk, RandomNumbers.mix(stampKey ^ (offset + chunk)));
    }
  }
}
