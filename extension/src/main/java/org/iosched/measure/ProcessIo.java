package org.iosched.measure;

import java.util.Optional;

/**
 * What a process, its threads, and the children it has waited for have read from and written to
 * block devices since it began (proc(5), {@code /proc/PID/io}). Counted when it is asked for: a
 * write into the page cache when the page becomes dirty, a direct one when it is handed to the
 * device.
 *
 * @param readBytes bytes that had to be read from devices
 * @param writtenBytes bytes made to be written, less those that were dropped again unwritten
 */
record ProcessIo(long readBytes, long writtenBytes) {

  /** Nothing. */
  static final ProcessIo ZERO = new ProcessIo(0, 0);

  /** Reads {@code /proc/PID/io}. */
  static Optional<ProcessIo> parse(String text) {
    Optional<Long> read = KernelFiles.number(text, "read_bytes");
    Optional<Long> written = KernelFiles.number(text, "write_bytes");
    long cancelled = KernelFiles.number(text, "cancelled_write_bytes").orElse(0L);
    return read.isPresent() && written.isPresent()
        ? Optional.of(new ProcessIo(read.get(), written.get() - cancelled))
        : Optional.empty();
  }

  /** Returns what was done between {@code earlier} and this. */
  ProcessIo since(ProcessIo earlier) {
    // Cancelling writes of before may take more away than was added.
    return new ProcessIo(
        Math.max(0, readBytes - earlier.readBytes),
        Math.max(0, writtenBytes - earlier.writtenBytes));
  }

  /** Returns the sum of this and {@code other}. */
  ProcessIo plus(ProcessIo other) {
    return new ProcessIo(readBytes + other.readBytes, writtenBytes + other.writtenBytes);
  }
}
