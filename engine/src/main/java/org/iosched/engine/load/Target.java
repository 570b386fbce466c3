package org.iosched.engine.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.iosched.engine.EngineException;

/**
 * An opened block device or file.
 *
 * @param path its path
 * @param fd its descriptor
 * @param bytes its size
 * @param logicalBlockBytes the granularity of direct I/O
 * @param blockDevice whether it is a block device
 */
record Target(Path path, int fd, long bytes, int logicalBlockBytes, boolean blockDevice)
    implements AutoCloseable {

  /**
   * Opens a target.
   *
   * @throws EngineException if it is missing, of another kind, or cannot be opened
   */
  static Target open(Path path, boolean writes, boolean direct) {
    boolean blockDevice = isBlockDevice(path);
    int flags =
        (writes ? LibC.O_RDWR : LibC.O_RDONLY) | LibC.O_CLOEXEC | (direct ? LibC.O_DIRECT : 0);
    int fd = LibC.open(path.toString(), flags, 0);
    if (fd < 0) {
      int errno = LibC.errno();
      throw new EngineException(
          path
              + " cannot be opened for "
              + (writes ? "writing" : "reading")
              + ": "
              + Errno.words(errno)
              + whyRefused(errno, writes, direct, blockDevice));
    }
    boolean complete = false;
    try {
      Target target = of(path, fd, writes, blockDevice);
      complete = true;
      return target;
    } catch (IOException e) {
      throw new EngineException(path + " does not tell its size: " + e.getMessage(), e);
    } finally {
      if (!complete) {
        LibC.close(fd);
      }
    }
  }

  private static Target of(Path path, int fd, boolean writes, boolean blockDevice)
      throws IOException {
    if (!blockDevice) {
      return new Target(path, fd, Files.size(path), DirectAlignment.ofFile(fd), false);
    }
    // Root can open such a device for writing, and only the writes fail then.
    if (writes && ask(path, fd, LibC.BLKROGET, false) != 0) {
      throw new EngineException(
          path + " is read-only; take another device, or see blockdev --setrw");
    }
    return new Target(
        path,
        fd,
        ask(path, fd, LibC.BLKGETSIZE64, true),
        (int) ask(path, fd, LibC.BLKSSZGET, false),
        true);
  }

  private static String whyRefused(int errno, boolean writes, boolean direct, boolean blockDevice) {
    if (direct && errno == Errno.EINVAL) {
      return "; its file system has no direct I/O, set direct=0 or use another directory";
    }
    boolean denied = errno == Errno.EACCES || errno == Errno.EPERM;
    if (denied && writes && blockDevice) {
      return "; run as a user who may write to the device";
    }
    return denied ? "; run as a user who may" : Errno.remedy(errno);
  }

  private static boolean isBlockDevice(Path path) {
    try {
      Object mode = Files.getAttribute(path, "unix:mode");
      int kind = (int) mode & 0xF000;
      return switch (kind) {
        case 0x6000 -> true;
        case 0x8000 -> false;
        default ->
            throw new EngineException(
                path + " is neither a block device nor a file; name one of them as the target");
      };
    } catch (IOException e) {
      throw new EngineException(path + " does not exist or cannot be reached", e);
    }
  }

  private static long ask(Path path, int fd, long request, boolean wide) {
    long memory = LibC.mapMemory(4096);
    try {
      ByteBuffer answer = LibC.buffer(memory, 8);
      if (LibC.ioctl(fd, request, memory) != 0) {
        int errno = LibC.errno();
        throw new EngineException(path + " does not tell its size: " + Errno.words(errno));
      }
      return wide ? answer.getLong(0) : answer.getInt(0);
    } finally {
      LibC.munmap(memory, 4096);
    }
  }

  /** Drops the page cache of the target, as far as this process may. */
  void dropCache() {
    if (blockDevice) {
      LibC.ioctl(fd, LibC.BLKFLSBUF, 0);
    }
    LibC.posix_fadvise(fd, 0, 0, LibC.FADV_DONTNEED);
  }

  /**
   * Drops the page cache of a part of the target, as far as this process may; of a device the whole
   * of it, since the kernel offers no other.
   */
  void dropCache(Extent part) {
    if (blockDevice) {
      dropCache();
    } else {
      LibC.posix_fadvise(fd, part.offset(), part.bytes(), LibC.FADV_DONTNEED);
    }
  }

  @Override
  public void close() {
    LibC.close(fd);
  }
}
