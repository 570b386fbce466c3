package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory that a device may take: half of what is available, so that the machine stays well. */
final class SpareMemory {

  private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");

  private SpareMemory() {}

  /**
   * Checks that a device fits in memory.
   *
   * @param what the device in words
   * @param bytes what it takes
   * @throws DeviceException with the figures if it does not
   */
  static void check(Host host, String what, long bytes) {
    long available = available(host).orElse(Long.MAX_VALUE);
    long spare = available / 2;
    if (bytes > spare) {
      throw new DeviceException(
          what
              + " keeps its "
              + RandomFill.size(bytes)
              + " in memory, of which "
              + RandomFill.size(available)
              + " are available and half stays so; "
              + (spare < DeviceRequest.SMALLEST_BYTES
                  ? "that is too little for any"
                  : "ask for size=" + (spare >> 20) + "m or less"));
    }
  }

  /** Returns the bytes that can be had without swapping: MemAvailable of proc_meminfo(5). */
  private static Optional<Long> available(Host host) {
    try {
      return Files.readAllLines(host.proc().resolve("meminfo")).stream()
          .map(AVAILABLE::matcher)
          .filter(Matcher::matches)
          .map(line -> Long.parseLong(line.group(1)) << 10)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
