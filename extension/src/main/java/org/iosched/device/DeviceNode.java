package org.iosched.device;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Waits for a device that the kernel has been asked to make. */
final class DeviceNode {

  private static final Duration BOUND = Duration.ofSeconds(10);

  private DeviceNode() {}

  /**
   * Waits until the device has a file below {@code /dev}, which devtmpfs or udev makes.
   *
   * @param what is waited for, in words
   * @param name finds the kernel's name of the device; asked again until there is one
   * @throws DeviceException if there is none after ten seconds
   */
  static Path await(Host host, String what, Supplier<Optional<String>> name) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (true) {
      Optional<Path> node = name.get().map(found -> Path.of("/dev", found));
      if (node.isPresent() && isBlock(host, node.get())) {
        return node.get();
      }
      if (System.nanoTime() > deadline) {
        throw new DeviceException(
            what
                + " was made, but "
                + node.map(path -> "there is no " + path).orElse("no disk of it is there")
                + " after "
                + BOUND.toSeconds()
                + " s; look for its driver in `dmesg`, and that devtmpfs is mounted at /dev");
      }
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DeviceException("interrupted while waiting for " + what, e);
      }
    }
  }

  private static boolean isBlock(Host host, Path node) {
    try {
      return host.stat().of(node).kind() == Host.Kind.BLOCK;
    } catch (IOException e) {
      return false;
    }
  }
}
