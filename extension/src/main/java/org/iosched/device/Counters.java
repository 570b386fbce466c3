package org.iosched.device;

/**
 * What the kernel has counted on the device's queues since they exist, from {@code
 * /sys/block/DEV/stat} (Documentation/block/stat.rst), summed over the queues. Other processes' I/O
 * is in it too.
 *
 * @param reads completed reads
 * @param readSectors sectors of 512 bytes read
 * @param writes completed writes
 * @param writtenSectors sectors of 512 bytes written
 * @param busyMillis milliseconds in which the device had I/O in flight, summed over the queues
 * @param flushes completed flushes of the write cache; 0 before Linux 5.5, which does not tell
 */
public record Counters(
    long reads, long readSectors, long writes, long writtenSectors, long busyMillis, long flushes) {

  private static final int FLUSHES = 15;

  /** Nothing counted. */
  public static final Counters ZERO = new Counters(0, 0, 0, 0, 0, 0);

  /** Counters without flushes. */
  public Counters(long reads, long readSectors, long writes, long writtenSectors, long busyMillis) {
    this(reads, readSectors, writes, writtenSectors, busyMillis, 0);
  }

  /** Reads the file's content: numbers in the order that block/stat.rst gives. */
  static Counters parse(String stat) {
    String[] fields = stat.strip().split("\\s+", -1);
    return new Counters(
        Long.parseLong(fields[0]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[4]),
        Long.parseLong(fields[6]),
        Long.parseLong(fields[9]),
        fields.length > FLUSHES ? Long.parseLong(fields[FLUSHES]) : 0);
  }

  /** Returns what was counted between {@code earlier} and this. */
  public Counters since(Counters earlier) {
    return new Counters(
        reads - earlier.reads,
        readSectors - earlier.readSectors,
        writes - earlier.writes,
        writtenSectors - earlier.writtenSectors,
        busyMillis - earlier.busyMillis,
        flushes - earlier.flushes);
  }

  /** Returns the sum of this and {@code other}. */
  public Counters plus(Counters other) {
    return new Counters(
        reads + other.reads,
        readSectors + other.readSectors,
        writes + other.writes,
        writtenSectors + other.writtenSectors,
        busyMillis + other.busyMillis,
        flushes + other.flushes);
  }

  /** Returns the bytes read. */
  public long readBytes() {
    return readSectors * 512;
  }

  /** Returns the bytes written. */
  public long writtenBytes() {
    return writtenSectors * 512;
  }
}
