package org.iosched.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A block device of the user's: it is read, and written only where {@code destroy=} allows it. */
final class NodePlace implements Place {

  private final Tools tools;
  private final Path node;
  private final Disk disk;
  private final String destroy;
  private @Nullable WritePermit permit;
  private @Nullable String refusal;

  /**
   * Takes a device node.
   *
   * @param node as the user named it
   * @param disk the disk or partition that it is
   * @param destroy what the user allows to be overwritten; empty for nothing
   */
  NodePlace(Tools tools, Path node, Disk disk, String destroy) {
    this.tools = tools;
    this.node = node;
    this.disk = disk;
    this.destroy = destroy;
    if (!destroy.isEmpty()) {
      // From the start, so that the report says it and nobody mounts the device meanwhile.
      decide();
    }
  }

  private void decide() {
    if (permit == null && refusal == null) {
      try {
        permit = WritePermit.of(tools, disk, node, destroy);
      } catch (DeviceException e) {
        refusal = e.getMessage();
      }
    }
  }

  @Override
  public synchronized Path target() {
    if (!Files.isReadable(node)) {
      throw new DeviceException(
          "this user may not read "
              + node
              + "; run as root (sudo), or add the user to the group that owns it (often `disk`)");
    }
    WritePermit permitted = permit;
    if (permitted == null) {
      return node;
    }
    permitted.check();
    return permitted.target();
  }

  @Override
  public long targetBytes() {
    return disk.bytes();
  }

  @Override
  public boolean targetIsRaw() {
    return true;
  }

  @Override
  public synchronized Optional<String> refuseWrites() {
    decide();
    return Optional.ofNullable(refusal);
  }

  @Override
  public Path freshWorkspace() {
    throw new DeviceException(
        "there is no place for files on "
            + node
            + ", since no file system is made on a device that the run did not make; to measure"
            + " files on this disk give a directory on it: -Ddevice="
            + Mount.all(disk.host()).stream()
                .filter(mount -> mount.device().equals(disk.number()))
                .map(mount -> mount.point().toString())
                .findFirst()
                .orElse("/where/it/is/mounted"));
  }

  @Override
  public void removeWorkspace() {
    // There never is one.
  }

  @Override
  public synchronized Optional<Path> written() {
    return Optional.ofNullable(permit).map(WritePermit::target);
  }

  @Override
  public synchronized Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    WritePermit permitted = permit;
    facts.put(
        "work happens in", node + (permitted == null ? " (reads only)" : " (reads and writes)"));
    if (permitted != null) {
      facts.put(TestDevice.OVERWRITTEN, permitted.words());
    }
    return facts;
  }

  @Override
  public synchronized void close() {
    if (permit != null) {
      permit.close();
    }
  }
}
