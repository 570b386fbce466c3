package org.iosched.engine;

/**
 * How the embedded engine is to work.
 *
 * @param ioPath which system calls do the I/O
 */
public record EngineOptions(IoPath ioPath) {

  /** io_uring where the kernel allows it, threads where not. */
  public static final EngineOptions DEFAULT = new EngineOptions(IoPath.AUTO);

  /** Which system calls do the I/O. */
  public enum IoPath {
    /** io_uring where the kernel allows it, threads where not. */
    AUTO,
    /** io_uring, or an {@link EngineException} that says why not. */
    IO_URING,
    /** One thread with pread and pwrite for each unit of iodepth. */
    THREADS
  }
}
