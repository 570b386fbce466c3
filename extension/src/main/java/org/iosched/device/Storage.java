package org.iosched.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where a file or directory is stored.
 *
 * @param mount the mount it is seen through
 * @param disks the disks that its file system is made on; empty where that is no block device, or
 *     cannot be found
 */
record Storage(Mount mount, List<Disk> disks) {

  /** Why a file system leads to no queue. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("tmpfs", "lives in memory"),
          Map.entry("ramfs", "lives in memory"),
          Map.entry(
              "overlay",
              "shows the files of several directories as one, as containers do, and does not tell"
                  + " their disk; name one of the directories it is made of, or bind a directory of"
                  + " the host into the container"),
          Map.entry("btrfs", "does not tell its devices here"),
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
      Host.DeviceNumber number = host.stat().of(real).liesOn();
      return Mount.holding(host, real).map(mount -> new Storage(mount, disks(host, mount, number)));
    } catch (IOException | DeviceException e) {
      return Optional.empty();
    }
  }

  private static List<Disk> disks(Host host, Mount mount, Host.DeviceNumber number) {
    if (number.major() != 0) {
      return List.of(Disk.of(host, number));
    }
    // Its files carry a number that stands for no device, however many it is made on.
    return mount.type().equals("btrfs") ? BtrfsDevices.of(host, mount) : List.of();
  }

  /** Returns the disk below the file system; empty where no single one is. */
  Optional<Disk> disk() {
    return disks.size() == 1 ? Optional.of(disks.get(0)) : Optional.empty();
  }

  /** Returns why no disk is found below the file system. */
  String reason() {
    return mount.type() + " " + predicate();
  }

  private String predicate() {
    if (disks.size() > 1) {
      return "spreads over "
          + disks.stream().map(Disk::name).collect(Collectors.joining(", "))
          + " and does not tell which of them a file is on";
    }
    if (mount.type().startsWith("fuse")) {
      return "is served by a program (FUSE)";
    }
    return REASONS.getOrDefault(mount.type(), "is not on a block device of its own");
  }

  /** Returns file system and disk in words: {@code "ext4 on vda (mq-deadline)"}. */
  String layers() {
    return disk()
        .map(d -> mount.type() + " on " + d.layers())
        .orElseGet(() -> mount.type() + ", which " + predicate());
  }
}
