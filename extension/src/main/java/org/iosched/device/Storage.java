package org.iosched.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where a file or directory is stored.
 *
 * @param mount the mount it is seen through
 * @param disk the disk below its file system; empty where no single block device is
 */
record Storage(Mount mount, Optional<Disk> disk) {

  /** Why a file system leads to no queue. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("tmpfs", "lives in memory"),
          Map.entry("ramfs", "lives in memory"),
          Map.entry(
              "overlay",
              "is a container's layered file system, which does not tell its disk; bind a directory"
                  + " of the host into the container"),
          Map.entry(
              "btrfs", "spreads over its own pool of devices and does not tell which one is used"),
          Map.entry("zfs", "spreads over its own pool of devices and does its own I/O scheduling"),
          Map.entry("9p", "is served by another machine or the virtual machine's host"),
          Map.entry("virtiofs", "is served by the virtual machine's host"),
          Map.entry("nfs", "is served by another machine"),
          Map.entry("nfs4", "is served by another machine"),
          Map.entry("cifs", "is served by another machine"),
          Map.entry("proc", "is made up by the kernel"),
          Map.entry("sysfs", "is made up by the kernel"),
          Map.entry("devtmpfs", "lives in memory"));

  /** Finds where an existing path is stored; empty if it cannot be looked at. */
  static Optional<Storage> of(Host host, Path path) {
    try {
      Path real = path.toRealPath();
      Optional<Mount> mount = Mount.holding(host, real);
      Host.DeviceNumber number = host.stat().of(real).liesOn();
      Optional<Disk> disk =
          number.major() == 0 ? Optional.empty() : Optional.of(Disk.of(host, number));
      return mount.map(m -> new Storage(m, disk));
    } catch (IOException | DeviceException e) {
      return Optional.empty();
    }
  }

  /** Returns why no disk is found below the file system. */
  String reason() {
    return mount.type() + " " + predicate();
  }

  private String predicate() {
    if (mount.type().startsWith("fuse")) {
      return "is served by a program (FUSE)";
    }
    return REASONS.getOrDefault(mount.type(), "is not on a block device of its own");
  }

  /** Returns file system and disk in words: {@code "ext4 on vda (mq-deadline)"}. */
  String layers() {
    return disk.map(d -> mount.type() + " on " + d.layers())
        .orElseGet(() -> mount.type() + ", which " + predicate());
  }
}
