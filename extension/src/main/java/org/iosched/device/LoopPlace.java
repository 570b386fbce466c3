package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A loop device over an image file, both made by the run. */
final class LoopPlace implements Place {

  private final Host host;
  private final Tools tools;
  private final Guard guard;
  private final Path image;
  private final Path node;
  private final Path mountPoint;
  private final long bytes;
  private @Nullable Path workspace;
  private boolean filled = true;
  private boolean mountNoted;

  private LoopPlace(
      Host host, Tools tools, Guard guard, Path image, Path node, Path mountPoint, long bytes) {
    this.host = host;
    this.tools = tools;
    this.guard = guard;
    this.image = image;
    this.node = node;
    this.mountPoint = mountPoint;
    this.bytes = bytes;
  }

  /**
   * Makes the image and attaches it.
   *
   * @throws DeviceException if there is no room for it, or no loop device can be had
   */
  static LoopPlace in(Host host, Tools tools, Guard guard, Path directory, String run, long bytes) {
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
    RandomFill.checkSpace(directory, bytes);
    Path image = directory.resolve("iosched-" + run + ".img");
    // Detached by its image, since other runs may be given the number that was free a moment ago.
    guard.before(Undo.detach(image), Undo.delete(image));
    RandomFill.makeFile(image, bytes);
    Path node = attach(tools, image);
    settle(tools);
    Path mountPoint = host.temporary().resolve("iosched-" + run);
    return new LoopPlace(host, tools, guard, image, node, mountPoint, bytes);
  }

  private static Path attach(Tools tools, Path image) {
    String path = image.toString();
    Tools.Answer direct = tools.run("losetup", "-f", "--show", "--direct-io=on", path);
    if (direct.ok()) {
      return Path.of(direct.out().lines().reduce((a, b) -> b).orElseThrow());
    }
    // Some file systems refuse direct I/O; what it means for the figures is told in the facts.
    tools.mustRun("sync", path);
    return Path.of(
        tools.mustRun("losetup", "-f", "--show", path).lines().reduce((a, b) -> b).orElseThrow());
  }

  /**
   * Waits for udev, which looks at a device that was written to, and on many distributions then
   * sets the scheduler that its rules name.
   */
  private static void settle(Tools tools) {
    if (Files.exists(Path.of("/run/udev/control")) && tools.find("udevadm").isPresent()) {
      tools.run("udevadm", "settle", "--timeout=10");
    }
  }

  /** Returns the loop device. */
  Path node() {
    return node;
  }

  @Override
  public synchronized Path target() {
    removeWorkspace();
    if (!filled) {
      // ext4 zeroes blocks by giving them back, and what has no block is read without the disk.
      RandomFill.overwrite(node, bytes);
      filled = true;
    }
    return node;
  }

  @Override
  public long targetBytes() {
    return bytes;
  }

  @Override
  public boolean targetIsRaw() {
    return true;
  }

  @Override
  public Optional<String> refuseWrites() {
    return Optional.empty();
  }

  @Override
  public synchronized Path freshWorkspace() {
    removeWorkspace();
    filled = false;
    tools.mustRun(
        "mkfs.ext4",
        "-q",
        "-F",
        "-m",
        "0",
        "-E",
        // Nothing is left for the kernel to do in the background while the clock runs.
        "nodiscard,lazy_itable_init=0,lazy_journal_init=0",
        node.toString());
    settle(tools);
    if (!mountNoted) {
      guard.before(Undo.unmount(mountPoint), Undo.delete(mountPoint));
      mountNoted = true;
    }
    try {
      Files.createDirectories(mountPoint);
    } catch (IOException e) {
      throw new DeviceException(
          "the mount point " + mountPoint + " cannot be made: " + BlockQueue.reason(e), e);
    }
    tools.mustRun("mount", "-t", "ext4", node.toString(), mountPoint.toString());
    Path fresh = mountPoint.resolve("workspace");
    try {
      // Beside lost+found, so that a workload finds an empty directory.
      Files.createDirectory(fresh);
    } catch (IOException e) {
      throw new DeviceException(
          "the workspace " + fresh + " cannot be made: " + BlockQueue.reason(e), e);
    }
    workspace = fresh;
    return fresh;
  }

  @Override
  public synchronized void removeWorkspace() {
    if (workspace == null) {
      return;
    }
    Tools.Answer answer = tools.run("umount", mountPoint.toString());
    for (int tries = 0; !answer.ok() && tries < 20; tries++) {
      if (Mount.all(host).stream().noneMatch(mount -> mount.point().equals(mountPoint))) {
        break;
      }
      if (tries == 0) {
        // A stream that the body has forgotten to close is closed when it is collected.
        System.gc();
      }
      // A process that has just ended may take a moment to let go.
      answer = tools.run("sh", "-c", "sleep 0.1; exec umount \"$0\"", mountPoint.toString());
    }
    if (!answer.ok()
        && Mount.all(host).stream().anyMatch(mount -> mount.point().equals(mountPoint))) {
      throw new DeviceException(
          mountPoint
              + " cannot be unmounted, since something still uses it; close every file and stream in"
              + " the benchmark's body, and end the process that is left (`fuser -vm "
              + mountPoint
              + "` names it)");
    }
    workspace = null;
  }

  @Override
  public synchronized Optional<Path> written() {
    return workspace != null ? Optional.of(workspace) : Optional.of(node);
  }

  @Override
  public synchronized Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(
        "work happens in",
        node + " (made for this run; file workloads in a freshly made ext4 on it)");
    facts.put("image", image.toString());
    facts.put("file system", "ext4, made before each file workload and initialized to the end");
    return facts;
  }
}
