package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A block device that the run has made: jobs write it, and file workloads get an ext4 on it. */
final class MadePlace implements Place {

  private final Host host;
  private final Tools tools;
  private final Guard guard;
  private final MadeDevice device;
  private final Path mountPoint;
  private @Nullable Path workspace;
  private boolean filled;
  private boolean mountNoted;

  /**
   * Takes a device that has been made, once udev is done with it.
   *
   * @param run the run's name, for the mount point
   */
  MadePlace(Host host, Tools tools, Guard guard, MadeDevice device, String run) {
    this.host = host;
    this.tools = tools;
    this.guard = guard;
    this.device = device;
    this.filled = device.filled();
    this.mountPoint = host.temporary().resolve("iosched-" + run);
    settle(tools);
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

  @Override
  public synchronized Path target() {
    removeWorkspace();
    if (!filled) {
      // ext4 zeroes blocks by giving them back, and what has no block is read without the disk.
      RandomFill.overwrite(device.node(), device.bytes());
      filled = true;
    }
    return device.node();
  }

  @Override
  public long targetBytes() {
    return device.bytes();
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
  public Optional<String> refuseContent() {
    return device.keepsContent()
        ? Optional.empty()
        : Optional.of(
            device.node()
                + " keeps nothing of what is written to it, so files and verify= are impossible;"
                + " give memory_backed=1 with it");
  }

  @Override
  public synchronized Path freshWorkspace() {
    refuseContent()
        .ifPresent(
            reason -> {
              throw new DeviceException(reason);
            });
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
        device.node().toString());
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
    tools.mustRun("mount", "-t", "ext4", device.node().toString(), mountPoint.toString());
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
    return workspace != null ? Optional.of(workspace) : Optional.of(device.node());
  }

  @Override
  public synchronized Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(
        "work happens in",
        device.node()
            + (device.keepsContent()
                ? " (made for this run; file workloads in a freshly made ext4 on it)"
                : " (made for this run; it keeps nothing, so there are no file workloads)"));
    facts.putAll(device.facts());
    if (device.keepsContent()) {
      facts.put("file system", "ext4, made before each file workload and initialized to the end");
    }
    return facts;
  }
}
