package org.iosched.engine.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The processor time of the load: all of this process, the kernel's io_uring workers included, less
 * the JVM's own threads (compiler, collector, control), which existed before the load began.
 */
final class CpuClock {
  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;

  private final List<Path> ownThreads = new ArrayList<>();

  /**
   * Processor time.
   *
   * @param userSeconds in user mode
   * @param systemSeconds in the kernel
   */
  record Reading(double userSeconds, double systemSeconds) {
    Reading since(Reading earlier) {
      return new Reading(
          Math.max(0, userSeconds - earlier.userSeconds),
          Math.max(0, systemSeconds - earlier.systemSeconds));
    }
  }

  /** Remembers the threads that exist now, before those of the load are started. */
  CpuClock() {
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path task : tasks) {
        if (!Files.readString(task.resolve("comm")).startsWith("iou-")) {
          ownThreads.add(task.resolve("schedstat"));
        }
      }
    } catch (IOException e) {
      // Without /proc the threads of the JVM are counted as well.
      ownThreads.clear();
    }
  }

  Reading read() {
    long memory = LibC.mapMemory(4096);
    try {
      LibC.getrusage(LibC.RUSAGE_SELF, memory);
      ByteBuffer usage = LibC.buffer(memory, 32);
      double user = usage.getLong(0) + usage.getLong(8) / MICROS;
      double system = usage.getLong(16) + usage.getLong(24) / MICROS;
      return new Reading(user - ownSeconds(), system);
    } finally {
      LibC.munmap(memory, 4096);
    }
  }

  private double ownSeconds() {
    double seconds = 0;
    for (Path thread : ownThreads) {
      seconds += seconds(thread);
    }
    return seconds;
  }

  private static double seconds(Path schedstat) {
    try {
      String text = Files.readString(schedstat, StandardCharsets.US_ASCII);
      return Long.parseLong(text.substring(0, text.indexOf(' '))) / NANOS;
    } catch (IOException | RuntimeException e) {
      // The thread has ended, or this kernel keeps no such statistics.
      return 0;
    }
  }
}
