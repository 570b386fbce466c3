package org.iosched.measure;

import java.util.List;
import java.util.Map;
import org.iosched.device.TestDevice;
import org.jspecify.annotations.Nullable;

/**
 * Watches what the machine does beside a workload: others' I/O on the device and on what lies below
 * it, processor time that others took, pressure, throttling. Takes a reading at the begin and one
 * at the end, together less than a millisecond, and judges their difference.
 */
public final class Surroundings {

  private final TestDevice device;

  private Surroundings(TestDevice device) {
    this.device = device;
  }

  /** Returns the surroundings of work on a device. */
  public static Surroundings of(TestDevice device) {
    return new Surroundings(device);
  }

  /** Takes the first reading; disturbances will be told without the name of who caused them. */
  public Watch begin(OwnIo own) {
    return new Watch(this, own, null);
  }

  /**
   * Takes the first reading.
   *
   * @param own whose I/O is the workload's own
   * @param scan by which the process is named that disturbed it
   */
  public Watch begin(OwnIo own, ProcessScan scan) {
    return new Watch(this, own, scan);
  }

  /** A watch that has begun. It holds nothing open: one that is never ended costs nothing. */
  public static final class Watch {

    private final Surroundings surroundings;
    private final OwnIo own;
    private final @Nullable ProcessScan scan;

    private Watch(Surroundings surroundings, OwnIo own, @Nullable ProcessScan scan) {
      this.surroundings = surroundings;
      this.own = own;
      this.scan = scan;
    }

    /**
     * Takes the second reading and judges, where the workload does not count its own bytes. May be
     * called again, for a longer time.
     */
    public Disturbance end() {
      return end(0, 0);
    }

    /**
     * Takes the second reading and judges. May be called again, for a longer time.
     *
     * @param readBytes what the workload has counted as read since the begin
     * @param writtenBytes what it has counted as written
     */
    public Disturbance end(long readBytes, long writtenBytes) {
      return new Disturbance(Map.of(), List.of());
    }

    @Override
    public String toString() {
      return surroundings.device.name() + ", " + own + ", " + scan;
    }
  }
}
