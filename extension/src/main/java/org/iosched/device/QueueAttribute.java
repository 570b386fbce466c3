package org.iosched.device;

import java.util.Locale;

/**
 * What a run may set on a queue beside the scheduler (Documentation/ABI/stable/sysfs-block). In the
 * order in which they are written.
 */
public enum QueueAttribute {
  /** How many requests the queue allocates; each scheduler brings a number of its own. */
  NR_REQUESTS("queue"),
  /** How far the page cache reads ahead, in KiB. */
  READ_AHEAD_KB("queue"),
  /**
   * The read latency that throttling of buffered writes aims at, in microseconds; 0 switches the
   * throttling off, as bfq does.
   */
  WBT_LAT_USEC("queue"),
  /** How many commands the disk is given at a time (NCQ on SATA); only SCSI and SATA have it. */
  QUEUE_DEPTH("device");

  private final String directory;

  QueueAttribute(String directory) {
    this.directory = directory;
  }

  /** Returns the attribute's file below the disk's directory, e.g. {@code "queue/nr_requests"}. */
  String file() {
    return directory + "/" + this;
  }

  /** Returns the kernel's name, e.g. {@code "nr_requests"}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
