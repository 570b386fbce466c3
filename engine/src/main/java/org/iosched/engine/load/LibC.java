package org.iosched.engine.load;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The functions of the C library that do I/O. Addresses are longs: nothing is copied or boxed. */
final class LibC {

  static final int O_RDONLY = 0;
  static final int O_RDWR = 2;
  static final int O_CREAT = 0x40;
  static final int O_CLOEXEC = 0x80000;

  /** The one flag whose value differs between the architectures that run a 64-bit JVM. */
  static final int O_DIRECT =
      switch (System.getProperty("os.arch", "")) {
        case "aarch64", "arm" -> 0x10000;
        case "ppc64", "ppc64le" -> 0x20000;
        default -> 0x4000;
      };

  static final int SEEK_HOLE = 4;
  static final int FADV_DONTNEED = 4;

  /** ioctl: the size of a block device in bytes. */
  static final long BLKGETSIZE64 = 0x80081272L;

  /** ioctl: the logical block size of a block device. */
  static final long BLKSSZGET = 0x1268L;

  /** ioctl: whether a block device is read-only. */
  static final long BLKROGET = 0x125eL;

  /** ioctl: write back and drop the page cache of a block device. */
  static final long BLKFLSBUF = 0x1261L;

  static final int RUSAGE_SELF = 0;

  private static final int MADV_HUGEPAGE = 14;
  private static final long PAGE_BYTES = 4096;
  private static final long HUGE_PAGE_BYTES = 2L << 20;

  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_SHARED = 1;
  private static final int MAP_PRIVATE = 2;
  private static final int MAP_ANONYMOUS = 0x20;
  private static final int MAP_NORESERVE = 0x4000;
  private static final int MAP_POPULATE = 0x8000;

  static {
    Native.register(LibC.class, NativeLibrary.getProcess());
  }

  private LibC() {}

  static native long syscall(long number, long a, long b, long c, long d, long e, long f);

  static native int open(String path, int flags, int mode);

  static native int close(int fd);

  static native long pread(int fd, long buffer, long count, long offset);

  static native long pwrite(int fd, long buffer, long count, long offset);

  static native int fsync(int fd);

  static native int fdatasync(int fd);

  static native long lseek(int fd, long offset, int whence);

  static native int ioctl(int fd, long request, long argument);

  static native int posix_fadvise(int fd, long offset, long length, int advice);

  static native int getrusage(int who, long usage);

  static native int memfd_create(String name, int flags);

  private static native long mmap(
      long address, long length, int protection, int flags, int fd, long offset);

  static native int munmap(long address, long length);

  private static native int madvise(long address, long length, int advice);

  /** Returns errno of this thread's last call that failed. */
  static int errno() {
    return Native.getLastError();
  }

  /** Maps page-aligned memory that is already backed by pages; -1 on failure. */
  static long mapMemory(long bytes) {
    return mmap(0, bytes, PROT_READ_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  }

  /**
   * Maps page-aligned memory for blocks of I/O that is already backed by pages; -1 on failure. Much
   * of it is on huge pages where the system allows that on request: a large block is then in few
   * pieces, and is not cut up because a device takes only so many pieces in a request.
   */
  static long mapBlocks(long bytes) {
    if (bytes < HUGE_PAGE_BYTES) {
      return mapMemory(bytes);
    }
    long address = mmap(0, bytes, PROT_READ_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address == -1) {
      return -1;
    }
    // Whatever it answers: without huge pages the memory is as good.
    madvise(address, bytes, MADV_HUGEPAGE);
    Pointer memory = new Pointer(address);
    for (long at = 0; at < bytes; at += PAGE_BYTES) {
      memory.setByte(at, (byte) 0);
    }
    return address;
  }

  /** Maps zeroed memory that takes pages only where it is written; -1 on failure. */
  static long mapSparse(long bytes) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    return mmap(0, bytes, PROT_READ_WRITE, flags, -1, 0);
  }

  /** Maps memory that is shared with the kernel through a descriptor; -1 on failure. */
  static long mapShared(int fd, long bytes, long offset) {
    return mmap(0, bytes, PROT_READ_WRITE, MAP_SHARED | MAP_POPULATE, fd, offset);
  }

  /** Returns memory as a buffer in the machine's byte order. */
  static ByteBuffer buffer(long address, int bytes) {
    return new Pointer(address).getByteBuffer(0, bytes).order(ByteOrder.nativeOrder());
  }
}
