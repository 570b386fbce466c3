package org.iosched.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A block device of the user's: it is read, and never written. */
final class NodePlace implements Place {

  private final Path node;
  private final long bytes;
  private final Optional<Path> mountedAt;

  /**
   * Takes a device node.
   *
   * @param node as the user named it
   * @param bytes its size
   * @param mountedAt where a file system on it is mounted
   */
  NodePlace(Path node, long bytes, Optional<Path> mountedAt) {
    this.node = node;
    this.bytes = bytes;
    this.mountedAt = mountedAt;
  }

  @Override
  public Path target() {
    if (!Files.isReadable(node)) {
      throw new DeviceException(
          "this user may not read "
              + node
              + "; run as root (sudo), or add the user to the group that owns it (often `disk`)");
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
    return Optional.of(
        node
            + " is not written, since the run did not make it and what is on it would be lost; "
            + elsewhere());
  }

  private String elsewhere() {
    return "to measure writes on this disk give a directory on it: -Ddevice="
        + mountedAt.map(Path::toString).orElse("/where/it/is/mounted");
  }

  @Override
  public Path freshWorkspace() {
    throw new DeviceException(
        "there is no place for files on "
            + node
            + ", since no file system is made on a device that the run did not make; "
            + elsewhere());
  }

  @Override
  public void removeWorkspace() {
    // There never is one.
  }

  @Override
  public Optional<Path> written() {
    return Optional.empty();
  }

  @Override
  public Map<String, String> facts() {
    return Map.of("work happens in", node + " (reads only)");
  }
}
