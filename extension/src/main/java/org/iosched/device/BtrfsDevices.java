package org.iosched.device;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The devices of a mounted btrfs, as {@code /sys/fs/btrfs/UUID/devices} lists them. */
final class BtrfsDevices {

  private BtrfsDevices() {}

  /** Returns the disks it is made on, by name; empty if they cannot be found. */
  static List<Disk> of(Host host, Mount mount) {
    try {
      // What is mounted is told as one of its devices.
      Path source =
          host.sys()
              .resolve("dev/block/" + host.stat().of(Path.of(mount.source())).is())
              .toRealPath();
      try (DirectoryStream<Path> pools =
          Files.newDirectoryStream(host.sys().resolve("fs/btrfs"), "*-*")) {
        for (Path pool : pools) {
          List<Path> devices = Disk.links(pool.resolve("devices"));
          if (devices.contains(source)) {
            Set<Disk> disks = new LinkedHashSet<>();
            devices.forEach(device -> disks.add(Disk.at(host, device)));
            return List.copyOf(disks);
          }
        }
      }
    } catch (IOException e) {
      // Nothing is known then; callers say so.
    }
    return List.of();
  }
}
