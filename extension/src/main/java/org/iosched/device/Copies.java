package org.iosched.device;

/**
 * How many bytes the kernel's counters may show for one byte of the workload, at the most: RAID
 * writes copies and parity and reads for it, and a loop device without direct I/O goes through the
 * file system below with read-ahead and, on some, a journal of the data.
 *
 * @param onDevice in {@link TestDevice#counters()}, 1 or more; 1 where each byte is counted once
 * @param below in {@link TestDevice#countersBelow()}, per byte on the device, 1 or more
 */
public record Copies(int onDevice, int below) {

  /** Each byte is counted once. */
  public static final Copies NONE = new Copies(1, 1);
}
