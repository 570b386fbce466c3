package org.iosched.device;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import java.nio.file.Path;

/**
 * A block device held open exclusively, so that nobody mounts it, swaps on it or makes it a part of
 * something while it is written. It is held open for reading: the kernel's claim is the same, the
 * test JVM has no way to write through it, and whoever does the load opens the device for itself.
 * While it is held the kernel gives the device's number and name to no other. It ends with the
 * process.
 */
final class WriteClaim implements AutoCloseable {

  private static final int EBUSY = 16;

  /** O_EXCL without O_CREAT, which Java has no option for: open(2). */
  private static final int O_EXCL = 0x80;

  private static final int O_CLOEXEC = 0x80000;

  /** The functions of the C library that it takes. */
  interface LibC extends Library {

    /** See open(2). */
    int open(String path, int flags) throws LastErrorException;

    /** See close(2). */
    int close(int fd) throws LastErrorException;
  }

  private final LibC libc;
  private final int fd;
  private boolean closed;

  private WriteClaim(LibC libc, int fd) {
    this.libc = libc;
    this.fd = fd;
  }

  /**
   * Claims a block device.
   *
   * @throws DeviceException if somebody else holds it, or it cannot be opened
   */
  static WriteClaim on(Path node) {
    LibC libc = Native.load("c", LibC.class);
    try {
      return new WriteClaim(libc, libc.open(node.toString(), O_EXCL | O_CLOEXEC));
    } catch (LastErrorException e) {
      throw new DeviceException(
          e.getErrorCode() == EBUSY
              ? node + " is opened exclusively by somebody (the kernel answers EBUSY)"
              : node + " cannot be claimed: " + e.getMessage(),
          e);
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      int unused = libc.close(fd);
    }
  }
}
