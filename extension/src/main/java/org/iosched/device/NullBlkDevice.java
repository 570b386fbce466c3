package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a null_blk device through configfs, beside those of others
 * (Documentation/block/null_blk.rst).
 */
final class NullBlkDevice {

  private NullBlkDevice() {}

  /**
   * Makes the device.
   *
   * @param run the run's name
   * @param bytes its size
   * @throws DeviceException if this kernel has no null_blk, or not with these parameters
   */
  static MadeDevice make(
      VirtualDevice device, Host host, Tools tools, Guard guard, String run, long bytes) {
    new KernelModules(host, tools, guard).need("null_blk", "nr_devices=0");
    Path devices = mountedConfigfs(host, tools, guard).resolve("nullb");
    Path item = devices.resolve("iosched-" + run);
    guard.before(Undo.configfs(item));
    try {
      Files.createDirectory(item);
    } catch (IOException e) {
      throw new DeviceException(
          "no null_blk device can be made in "
              + devices
              + ": "
              + BlockQueue.reason(e)
              + "; is the module older than Linux 4.14, or built without configfs?",
          e);
    }
    Map<String, String> settings = new LinkedHashMap<>(device.settings());
    settings.put("size", Long.toString(bytes >> 20));
    settings.forEach((name, value) -> set(host, item, name, value));
    set(host, item, "power", "1");
    // The driver bends some values only when it makes the device.
    settings.forEach((name, value) -> checkKept(host, item, name, value));
    Path node = DeviceNode.await(host, "null_blk", () -> diskOf(host, item));
    return new MadeDevice(
        node,
        bytes,
        device.inWords()
            + ", made for this run; there is no disk behind it, so figures tell what the software"
            + " costs",
        !device.keepsContent(),
        device.keepsContent(),
        Map.of());
  }

  /** Returns where configfs is mounted, mounting it where it is not. */
  private static Path mountedConfigfs(Host host, Tools tools, Guard guard) {
    Path usual = host.sys().resolve("kernel/config");
    Undo unmount = Undo.configfsMount(usual, host.stateDirectories().get(0));
    Optional<Path> mounted =
        Mount.all(host).stream()
            .filter(mount -> mount.type().equals("configfs"))
            .map(Mount::point)
            .findFirst();
    if (mounted.isEmpty()) {
      guard.before(unmount);
      tools.mustRun("mount", "-t", "configfs", "configfs", usual.toString());
      return usual;
    }
    if (Journal.anyHas(host, unmount)) {
      // Another run has mounted it; the last of the two unmounts it.
      guard.before(unmount);
    }
    return mounted.get();
  }

  private static void set(Host host, Path item, String name, String value) {
    Path file = item.resolve(name);
    if (!Files.exists(file)) {
      throw new DeviceException(
          "null_blk: this kernel's null_blk has no " + name + "; leave it out");
    }
    try {
      host.files().write(file, value);
    } catch (IOException e) {
      throw new DeviceException(
          "null_blk: the kernel refuses "
              + (name.equals("power") ? "this combination of parameters" : name + "=" + value)
              + ": "
              + BlockQueue.reason(e)
              + "; see Documentation/block/null_blk.rst of the kernel",
          e);
    }
  }

  private static void checkKept(Host host, Path item, String name, String value) {
    try {
      String kept = host.files().read(item.resolve(name));
      if (!kept.equals(value)) {
        throw new DeviceException(
            "null_blk: the kernel makes "
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
          "null_blk: " + name + " cannot be read back: " + BlockQueue.reason(e), e);
    }
  }

  /** The disk has its item's name since Linux 5.19; before it is numbered. */
  private static Optional<String> diskOf(Host host, Path item) {
    String name = item.getFileName().toString();
    if (Files.exists(host.sys().resolve("block").resolve(name))) {
      return Optional.of(name);
    }
    try {
      String numbered = "nullb" + host.files().read(item.resolve("index"));
      return Optional.of(numbered)
          .filter(disk -> Files.exists(host.sys().resolve("block").resolve(disk)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
