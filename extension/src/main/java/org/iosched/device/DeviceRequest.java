package org.iosched.device;

import java.nio.file.Path;

/**
 * What the user asked to be measured.
 *
 * @param device empty for the default device (an image file on a loop device); {@code loop:},
 *     {@code null_blk:} or {@code scsi_debug:} with parameters for one that is made; else a path:
 *     {@code /dev/X}, {@code /dev/disk/by-id/…} (a partition stands for its disk's queue), or a
 *     directory on the device
 * @param imageDirectory where the default device's image file is made; it is created if missing
 * @param bytes size of the image, or of the file that raw jobs use in a given directory; at least
 *     {@link #SMALLEST_BYTES}
 * @param destroy which block device may be overwritten, as {@link Destroy} reads it; empty for none
 */
public record DeviceRequest(String device, Path imageDirectory, long bytes, String destroy) {

  /** Size of the image unless the user gives another: 1 GiB. */
  public static final long DEFAULT_BYTES = 1L << 30;

  /** Below 64 MiB an ext4 file system has no room for a journal, and a disk is mostly its cache. */
  public static final long SMALLEST_BYTES = 64L << 20;

  /** Checks the size and the value of {@code destroy=}, and trims the device. */
  public DeviceRequest {
    device = device.strip();
    destroy = destroy.strip();
    if (!destroy.isEmpty()) {
      destroy = Destroy.parse(destroy).value();
    }
    imageDirectory = imageDirectory.toAbsolutePath().normalize();
    if (bytes < SMALLEST_BYTES) {
      throw new DeviceException(
          "an image of "
              + bytes
              + " bytes is too small to measure on; give at least "
              + SMALLEST_BYTES
              + " (64 MiB)");
    }
  }

  /** Makes a request that allows nothing to be overwritten but what the run makes. */
  public DeviceRequest(String device, Path imageDirectory, long bytes) {
    this(device, imageDirectory, bytes, "");
  }

  /**
   * Returns a request with the default size.
   *
   * @param device as {@link #device()}
   * @param imageDirectory as {@link #imageDirectory()}
   */
  public static DeviceRequest of(String device, Path imageDirectory) {
    return new DeviceRequest(device, imageDirectory, DEFAULT_BYTES);
  }

  /** Returns the same with another place and size of the image. */
  DeviceRequest withImage(Path directory, long imageBytes) {
    return new DeviceRequest(device, directory, imageBytes);
  }
}
