package org.iosched.engine.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** What direct I/O on a file has to be a multiple of. */
final class DirectAlignment {
  private static final int SMALLEST_BLOCK = 512;

  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int STATX_DIOALIGN = 0x2000;

  /** Places in struct statx of linux/stat.h. */
  private static final int MASK = 0;

  private static final int DEVICE_MAJOR = 0x88;
  private static final int DEVICE_MINOR = 0x8c;
  private static final int OFFSET_ALIGN = 0x9c;
  private static final int STATX_BYTES = 256;

  private static final long SYS_STATX =
      switch (System.getProperty("os.arch", "")) {
        case "amd64", "x86_64" -> 332;
        case "ppc64", "ppc64le" -> 383;
        case "s390x" -> 379;
        default -> 291;
      };

  private DirectAlignment() {}

  /**
   * Returns the alignment of offsets and sizes in bytes: what the file system says (statx, since
   * Linux 6.1), else the logical block size of the device that it lies on, else 512.
   */
  static int ofFile(int fd) {
    long memory = LibC.mapMemory(4096);
    try {
      ByteBuffer answer = LibC.buffer(memory, STATX_BYTES);
      // The memory is zero, and so an empty path.
      long emptyPath = memory + STATX_BYTES;
      long failed =
          LibC.syscall(SYS_STATX, fd, emptyPath, AT_EMPTY_PATH, STATX_DIOALIGN, memory, 0);
      if (failed != 0) {
        return SMALLEST_BLOCK;
      }
      int told = answer.getInt(OFFSET_ALIGN);
      if ((answer.getInt(MASK) & STATX_DIOALIGN) != 0 && told > 0) {
        return told;
      }
      return ofDevice(answer.getInt(DEVICE_MAJOR), answer.getInt(DEVICE_MINOR));
    } finally {
      LibC.munmap(memory, 4096);
    }
  }

  private static int ofDevice(int major, int minor) {
    Path device = Path.of("/sys/dev/block/" + major + ":" + minor);
    try {
      // A partition has the queue of the disk around it.
      Path queue =
          Files.exists(device.resolve("partition"))
              ? device.toRealPath().resolve("../queue")
              : device.resolve("queue");
      return Integer.parseInt(Files.readString(queue.resolve("logical_block_size")).strip());
    } catch (IOException | NumberFormatException e) {
      // File systems without a device of their own, such as btrfs and network file systems.
      return SMALLEST_BLOCK;
    }
  }
}
