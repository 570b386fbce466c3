package org.iosched.engine.load;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.iosched.engine.EngineException;

/** Lays files out with real data. */
final class Layout {
  private static final int CHUNK_BYTES = 1 << 20;

  private Layout() {}

  /**
   * Writes random data over a file up to its size, and syncs it; a file that is as long and has no
   * hole is left as it is.
   *
   * @param stop ends the work early
   * @throws EngineException if it cannot be written, or was stopped
   */
  static void prepare(Path file, long bytes, Clone.Stop stop) {
    int fd = LibC.open(file.toString(), LibC.O_RDWR | LibC.O_CREAT | LibC.O_CLOEXEC, 0x1A4);
    if (fd < 0) {
      throw new EngineException(
          file
              + " cannot be opened for writing: "
              + Errno.words(LibC.errno())
              + Errno.remedy(LibC.errno()));
    }
    try {
      if (LibC.lseek(fd, 0, LibC.SEEK_HOLE) < bytes) {
        write(file, fd, bytes, stop);
      }
    } finally {
      LibC.close(fd);
    }
  }

  private static void write(Path file, int fd, long bytes, Clone.Stop stop) {
    long memory = LibC.mapMemory(CHUNK_BYTES);
    try {
      ByteBuffer chunk = LibC.buffer(memory, CHUNK_BYTES);
      RandomNumbers random = new RandomNumbers(System.nanoTime());
      for (long offset = 0; offset < bytes; ) {
        if (stop.requested()) {
          throw new EngineException(
              file + " is laid out only up to " + offset + " of " + bytes + " bytes: stopped");
        }
        for (int i = 0; i < CHUNK_BYTES; i += Long.BYTES) {
          chunk.putLong(i, random.next());
        }
        long wanted = Math.min(CHUNK_BYTES, bytes - offset);
        long done = LibC.pwrite(fd, memory, wanted, offset);
        if (done < 0 && LibC.errno() == Errno.EINTR) {
          continue;
        }
        if (done <= 0) {
          throw failed(file, "write at offset " + offset);
        }
        offset += done;
      }
      if (LibC.fsync(fd) != 0) {
        throw failed(file, "fsync");
      }
      LibC.posix_fadvise(fd, 0, 0, LibC.FADV_DONTNEED);
    } finally {
      LibC.munmap(memory, CHUNK_BYTES);
    }
  }

  private static EngineException failed(Path file, String what) {
    int errno = LibC.errno();
    return new EngineException(
        file
            + " cannot be laid out: "
            + what
            + " failed: "
            + Errno.words(errno)
            + Errno.remedy(errno));
  }
}
