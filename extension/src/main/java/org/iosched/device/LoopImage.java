package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a loop device over an image file. */
final class LoopImage {

  private LoopImage() {}

  /**
   * Makes the image and attaches it.
   *
   * @param usual the directory for the image where the device names none; it is made if missing
   * @param bytes the image's size
   * @throws DeviceException if there is no room for it, or no loop device can be had
   */
  static MadeDevice make(
      VirtualDevice device, Tools tools, Guard guard, Path usual, String run, long bytes) {
    Path directory = device.imageDirectory(usual);
    if (directory.equals(usual)) {
      prepare(directory);
    }
    RandomFill.checkSpace(directory, bytes);
    Path image = directory.resolve("iosched-" + run + ".img");
    // Detached by its image, since other runs may be given the number that was free a moment ago.
    guard.before(Undo.detach(image), Undo.delete(image));
    RandomFill.makeFile(image, bytes);
    Path node = attach(device, tools, image);
    return new MadeDevice(
        node,
        bytes,
        "a loop device over an image file, made for this run",
        true,
        true,
        Map.of("image", image.toString()));
  }

  /**
   * Checks the directory that the device names: unlike the usual one it is not made, since a name
   * with a slip, or of a disk that is not mounted, would lead to another disk.
   *
   * @throws DeviceException if it is missing or may not be written
   */
  static void checkDirectory(VirtualDevice device) {
    String named = device.settings().get("dir");
    if (named == null) {
      return;
    }
    Path directory = Path.of(named);
    if (!Files.isDirectory(directory)) {
      throw new DeviceException(
          "loop: dir="
              + named
              + (Files.exists(directory) ? " is no directory" : " does not exist")
              + "; make it, or mount the disk, or name another one");
    }
    if (!Files.isWritable(directory)) {
      throw new DeviceException(
          "loop: dir=" + named + " may not be written, or is mounted read-only; name another one");
    }
  }

  private static void prepare(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new DeviceException(
          "the directory for the image, "
              + directory
              + ", cannot be made: "
              + BlockQueue.reason(e)
              + "; set iosched.image.dir to one that can be written",
          e);
    }
  }

  private static Path attach(VirtualDevice device, Tools tools, Path image) {
    List<String> options = new ArrayList<>(List.of("-f", "--show"));
    Optional.ofNullable(device.settings().get("sector_size"))
        .ifPresent(size -> options.addAll(List.of("--sector-size", size)));
    String directIo = device.settings().getOrDefault("direct_io", "");
    if (!directIo.equals("false")) {
      Tools.Answer direct = losetup(tools, options, "--direct-io=on", image.toString());
      if (direct.ok()) {
        return lastLine(direct);
      }
      if (directIo.equals("true")) {
        throw new DeviceException(
            "loop: direct_io=true is refused for "
                + image
                + " ("
                + direct.out().replace('\n', ' ')
                + "); leave it out, or name a directory on another file system");
      }
    }
    // Some file systems refuse direct I/O; what it means for the figures is told in the facts.
    tools.mustRun("sync", image.toString());
    Tools.Answer buffered = losetup(tools, options, image.toString());
    if (!buffered.ok()) {
      throw new DeviceException(
          "losetup of "
              + image
              + " failed with status "
              + buffered.status()
              + ": "
              + buffered.out().replace('\n', ' '));
    }
    return lastLine(buffered);
  }

  private static Tools.Answer losetup(Tools tools, List<String> options, String... more) {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of(more));
    return tools.run("losetup", arguments.toArray(String[]::new));
  }

  private static Path lastLine(Tools.Answer answer) {
    return Path.of(answer.out().lines().reduce((a, b) -> b).orElseThrow());
  }
}
