package org.iosched.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes a disk of scsi_debug by loading the module, whose parameters are those of all its disks. So
 * there is one run with it at a time, and none while somebody else has it loaded.
 */
final class ScsiDebugDevice {

  private static final String MODULE = "scsi_debug";

  private ScsiDebugDevice() {}

  /**
   * Loads the module.
   *
   * @param bytes the disk's size
   * @throws DeviceException if it is loaded, or this kernel has none, or not with these parameters
   */
  static MadeDevice make(VirtualDevice device, Host host, Tools tools, Guard guard, long bytes) {
    checkNotLoaded(host);
    Map<String, String> settings = new LinkedHashMap<>(device.settings());
    settings.put("dev_size_mb", Long.toString(bytes >> 20));
    new KernelModules(host, tools, guard)
        .need(
            MODULE,
            settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new));
    // The kernel passes over parameters that a module does not have.
    settings.forEach((name, value) -> checkKept(host, name, value));
    Path node = DeviceNode.await(host, MODULE, () -> firstDisk(host));
    return new MadeDevice(
        node,
        bytes,
        device.inWords()
            + ", made for this run; its disk is memory"
            + (settings.containsKey("max_luns") || settings.containsKey("num_tgts")
                ? ", the first of several is measured"
                : "")
            + ", so figures tell what the software costs and the delay that was asked for",
        true,
        true,
        Map.of());
  }

  /**
   * Checks that nobody else has the module.
   *
   * @throws DeviceException if somebody has
   */
  static void checkNotLoaded(Host host) {
    if (KernelModules.isLoaded(host, MODULE)) {
      throw new DeviceException(
          "scsi_debug is loaded already, and not by this run, so its disks are somebody else's;"
              + " unload it (`sudo rmmod scsi_debug`), or use null_blk:memory_backed=1");
    }
  }

  private static void checkKept(Host host, String name, String value) {
    Path file = KernelModules.parameters(host, MODULE).resolve(name);
    try {
      String kept = host.files().read(file);
      if (!kept.equals(value)) {
        throw new DeviceException(
            "scsi_debug: the module makes "
                + name
                + "="
                + kept
                + " of "
                + name
                + "="
                + value
                + "; give "
                + kept);
      }
    } catch (IOException e) {
      throw new DeviceException(
          "scsi_debug: this kernel's scsi_debug has no " + name + "; leave it out", e);
    }
  }

  /** Returns the disk of the lowest address; disks of one module appear one after the other. */
  private static Optional<String> firstDisk(Host host) {
    Path adapters = host.sys().resolve("bus/pseudo/drivers/scsi_debug");
    try (Stream<Path> found = Files.list(adapters)) {
      return found
          .filter(path -> path.getFileName().toString().startsWith("adapter"))
          .flatMap(ScsiDebugDevice::disks)
          .filter(disk -> Files.exists(disk.resolve("queue/scheduler")))
          .map(disk -> disk.getFileName().toString())
          .min(Comparator.comparingInt(String::length).thenComparing(name -> name));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Stream<Path> disks(Path adapter) {
    // adapter0/host6/target6:0:0/6:0:0:0/block/sdb
    try (Stream<Path> below = Files.walk(adapter.toRealPath(), 5)) {
      return below
          .filter(path -> path.getNameCount() > 1)
          .filter(path -> path.getName(path.getNameCount() - 2).toString().equals("block"))
          .toList()
          .stream();
    } catch (IOException | UncheckedIOException e) {
      // Directories come and go while it is set up; the caller looks again.
      return Stream.empty();
    }
  }
}
