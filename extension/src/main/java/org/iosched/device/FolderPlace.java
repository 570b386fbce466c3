package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A folder of the run's own in a directory that lies on the device. */
final class FolderPlace implements Place {

  private final Path folder;
  private final long bytes;
  private final Optional<Mount> mount;
  private final Object folderMade;
  private @Nullable Object targetMade;
  private @Nullable Path target;
  private @Nullable Path workspace;
  private int made;

  private FolderPlace(Path folder, long bytes, Optional<Mount> mount) {
    this.folder = folder;
    this.bytes = bytes;
    this.mount = mount;
    this.folderMade = keyOf(folder);
  }

  /**
   * Returns what tells a file or directory from another one in its place; links are not followed.
   */
  private static Object keyOf(Path path) {
    try {
      BasicFileAttributes is =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return List.of(is.isSymbolicLink(), String.valueOf(is.fileKey()));
    } catch (IOException e) {
      return BlockQueue.reason(e);
    }
  }

  /** What is written must be what the run has made, and not what a link in its place leads to. */
  private static void refuseReplaced(Path path, @Nullable Object made) {
    if (!keyOf(path).equals(made)) {
      throw new DeviceException(
          path
              + ", which the run has made, is gone or has been replaced, so that nothing more is"
              + " written there; workloads must leave it where it is");
    }
  }

  /** Makes the folder. */
  static FolderPlace in(
      Path directory, String run, long bytes, Optional<Mount> mount, Guard guard) {
    RandomFill.checkSpace(directory, bytes);
    Path folder = directory.resolve("iosched-" + run);
    guard.before(Undo.delete(folder));
    try {
      Files.createDirectory(folder);
    } catch (IOException e) {
      throw new DeviceException(
          "no folder can be made in "
              + directory
              + ": "
              + BlockQueue.reason(e)
              + "; make it writable for this user or name another one",
          e);
    }
    return new FolderPlace(folder, bytes, mount);
  }

  @Override
  public synchronized Path target() {
    if (target == null) {
      Path file = folder.resolve("target");
      refuseReplaced(folder, folderMade);
      RandomFill.checkSpace(folder, bytes);
      RandomFill.makeFile(file, bytes);
      targetMade = keyOf(file);
      target = file;
    }
    refuseReplaced(folder, folderMade);
    refuseReplaced(target, targetMade);
    return target;
  }

  @Override
  public long targetBytes() {
    return bytes;
  }

  @Override
  public boolean targetIsRaw() {
    return false;
  }

  @Override
  public Optional<String> refuseWrites() {
    return Optional.empty();
  }

  @Override
  public synchronized Path freshWorkspace() {
    refuseReplaced(folder, folderMade);
    removeWorkspace();
    made++;
    Path fresh = folder.resolve("workspace-" + made);
    try {
      workspace = Files.createDirectory(fresh);
    } catch (IOException e) {
      throw new DeviceException(
          "the workspace " + fresh + " cannot be made: " + BlockQueue.reason(e), e);
    }
    return fresh;
  }

  @Override
  public synchronized void removeWorkspace() {
    if (workspace != null) {
      refuseReplaced(folder, folderMade);
      Trees.delete(workspace);
      workspace = null;
    }
  }

  @Override
  public synchronized Optional<Path> written() {
    return workspace != null ? Optional.of(workspace) : Optional.ofNullable(target);
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("work happens in", folder.toString());
    mount.ifPresent(
        m -> {
          facts.put("file system", m.type());
          facts.put("mount options", m.options());
        });
    return facts;
  }
}
