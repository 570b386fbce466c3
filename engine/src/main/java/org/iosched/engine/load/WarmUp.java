package org.iosched.engine.load;

import java.nio.file.Path;
import org.iosched.engine.EngineException;
import org.iosched.engine.JobFile;

/**
 * Runs jobs on memory until the JVM has compiled the path of an I/O, so that the first sample is as
 * fast as the later ones. Syncs and a rate are among them since reads and writes of memory complete
 * at once: with those, the loop also waits, as it does on a device.
 */
final class WarmUp {
  private static final long BYTES = 4L << 20;

  private static final String JOBS =
      """
      [global]
      bs=4k
      runtime=150ms
      time_based
      [limited-reader]
      rw=randread
      rate_iops=20000
      [random-reader]
      stonewall
      rw=randread
      iodepth=8
      [random-mixed]
      stonewall
      rw=randrw
      iodepth=8
      fsync=2
      [writer]
      stonewall
      rw=write
      iodepth=4
      fdatasync=1
      [one-reader]
      stonewall
      rw=randread
      """;

  private WarmUp() {}

  static void run(boolean ring) throws InterruptedException {
    int fd = LibC.memfd_create("iosched-warm-up", 0);
    if (fd < 0) {
      // Without memory files the first run is the warm-up.
      return;
    }
    Path file = Path.of("/proc/self/fd/" + fd);
    try {
      Layout.prepare(file, BYTES, () -> false);
      Workload workload = new Workload(JobFile.parse(JOBS), file, ring, () -> false);
      workload.start();
      workload.await();
    } catch (EngineException e) {
      System.err.println("no warm-up: " + e.getMessage());
    } finally {
      LibC.close(fd);
    }
  }
}
