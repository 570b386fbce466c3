package org.iosched.device;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A whole block device in sysfs, and what it is made of.
 *
 * @param host the machine
 * @param directory the disk's directory below {@code /sys/devices}
 */
record Disk(Host host, Path directory) {

  /**
   * Finds the disk with a number; for a partition it is the disk that the partition is on.
   *
   * @throws DeviceException if the kernel knows no block device of that number
   */
  static Disk of(Host host, Host.DeviceNumber number) {
    try {
      Path directory = host.sys().resolve("dev/block/" + number).toRealPath();
      return at(host, directory);
    } catch (IOException e) {
      throw new DeviceException(
          "the kernel lists no block device "
              + number
              + " below "
              + host.sys().resolve("dev/block")
              + "; is sysfs mounted and not hidden by a container?",
          e);
    }
  }

  /** Returns the disk of a directory that is a disk's or, one level down, its partition's. */
  static Disk at(Host host, Path directory) {
    Path parent = directory.getParent();
    return Files.exists(directory.resolve("partition")) && parent != null
        ? new Disk(host, parent)
        : new Disk(host, directory);
  }

  /** Returns the kernel's name. */
  String name() {
    return directory.getFileName().toString();
  }

  /** Returns the value of a file below the disk's directory, if it can be read. */
  Optional<String> value(String file) {
    try {
      return Optional.of(host.files().read(directory.resolve(file))).filter(v -> !v.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the schedulers it lists; empty where it has no such file. */
  Optional<SchedulerLine> schedulers() {
    return value("queue/scheduler").map(SchedulerLine::parse);
  }

  /** Returns the size in bytes. */
  long bytes() {
    // Always in sectors of 512 bytes, whatever the disk's are.
    return value("size").map(Long::parseLong).orElse(0L) * 512;
  }

  /** Returns the disks it is made of: members of an md, targets of a dm, paths of an NVMe. */
  List<Disk> below() {
    Set<Path> found = new LinkedHashSet<>();
    found.addAll(links(directory.resolve("slaves")));
    // The paths of a multipath NVMe are listed since Linux 6.15.
    found.addAll(links(directory.resolve("multipath")));
    if (found.isEmpty() && name().matches("nvme\\d+n\\d+")) {
      String pattern = name().replaceFirst("^(nvme\\d+)(n\\d+)$", "$1c[0-9]*$2");
      found.addAll(links(host.sys().resolve("block"), pattern));
    }
    List<Disk> disks = new ArrayList<>();
    for (Path member : found) {
      disks.add(at(host, member));
    }
    return disks;
  }

  /** Returns where the links in a directory lead, sorted; none if it cannot be read. */
  static List<Path> links(Path directory) {
    return links(directory, "*");
  }

  private static List<Path> links(Path directory, String pattern) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, pattern)) {
      for (Path entry : entries) {
        found.add(entry.toRealPath());
      }
    } catch (IOException e) {
      return List.of();
    }
    found.sort(null);
    return found;
  }

  /**
   * Returns the disks whose queues do the scheduling: this one where it lists more than one
   * scheduler, else those below it, since LVM, md and other stacked devices hand requests on.
   */
  List<Disk> scheduling() {
    Set<Disk> found = new LinkedHashSet<>();
    collect(found, new LinkedHashSet<>());
    return List.copyOf(found);
  }

  private void collect(Set<Disk> found, Set<Disk> seen) {
    if (!seen.add(this)) {
      return;
    }
    if (isScheduling()) {
      found.add(this);
      return;
    }
    for (Disk member : below()) {
      member.collect(found, seen);
    }
  }

  private boolean isScheduling() {
    return schedulers().map(line -> line.listed().size() > 1).orElse(false);
  }

  /**
   * Returns the disks at the end of a stack that have no scheduler, such as zram: requests that go
   * there are under no arm's policy.
   */
  List<Disk> withoutScheduler() {
    Set<Disk> found = new LinkedHashSet<>();
    collectWithout(found, new LinkedHashSet<>());
    return List.copyOf(found);
  }

  private void collectWithout(Set<Disk> found, Set<Disk> seen) {
    if (!seen.add(this) || isScheduling()) {
      return;
    }
    List<Disk> members = below();
    if (members.isEmpty()) {
      found.add(this);
    }
    for (Disk member : members) {
      member.collectWithout(found, seen);
    }
  }

  /**
   * Returns the disk that a loop device's image is stored on, with its file system; empty for what
   * is no loop device or cannot be found.
   */
  Optional<Storage> storage() {
    return value("loop/backing_file").map(Path::of).flatMap(image -> Storage.of(host, image));
  }

  /**
   * Returns the disks at the bottom of it, which others may share: below members, targets and the
   * images of loop devices, as far as they can be found; itself where it lies on nothing.
   */
  List<Disk> bottom() {
    Set<Disk> found = new LinkedHashSet<>();
    collectBottom(found, new LinkedHashSet<>());
    return List.copyOf(found);
  }

  private void collectBottom(Set<Disk> found, Set<Disk> seen) {
    if (!seen.add(this)) {
      return;
    }
    List<Disk> lower = storage().flatMap(Storage::disk).map(List::of).orElseGet(this::below);
    if (lower.isEmpty()) {
      found.add(this);
    }
    for (Disk disk : lower) {
      disk.collectBottom(found, seen);
    }
  }

  /**
   * Returns how many bytes its scheduling disks may count for one byte of it, at the most. Of
   * several members each is taken to hold a copy, or parity, where nothing says otherwise.
   */
  int mostCopies() {
    return mostCopies(new LinkedHashSet<>());
  }

  private int mostCopies(Set<Disk> seen) {
    List<Disk> members = below();
    if (!seen.add(this) || members.isEmpty() || isScheduling()) {
      return 1;
    }
    boolean once = value("md/level").map(List.of("raid0", "linear")::contains).orElse(false);
    int here = once ? 1 : members.size();
    return here * members.stream().mapToInt(member -> member.mostCopies(seen)).max().orElse(1);
  }

  /**
   * Returns how many bytes the disks at its bottom may count for one byte that its scheduling disks
   * count: 1 over a loop device with direct I/O on a plain disk.
   */
  int mostCopiesBelow() {
    int copies = 1;
    for (Disk disk : scheduling()) {
      Optional<Disk> under = disk.storage().flatMap(Storage::disk);
      if (under.isPresent()) {
        int cached = disk.value("loop/dio").map("1"::equals).orElse(false) ? 1 : 2;
        Disk lower = under.get();
        copies = Math.max(copies, cached * lower.mostCopies() * lower.mostCopiesBelow());
      }
    }
    return copies;
  }

  /** Returns who has made a device-mapper device, as the prefix of its UUID tells. */
  private String mapped() {
    String maker = value("dm/uuid").map(uuid -> uuid.replaceFirst("-.*", "")).orElse("");
    return switch (maker) {
      case "LVM" -> "LVM ";
      case "CRYPT" -> "crypt ";
      case "mpath" -> "multipath ";
      default -> "";
    };
  }

  /** Returns what it is and what it lies on: {@code "dm-0 (LVM vg-data) on sda, sdb"}. */
  String layers() {
    StringBuilder text = new StringBuilder(name());
    value("dm/name").ifPresent(name -> text.append(" (" + mapped() + name + ")"));
    value("md/level").ifPresent(level -> text.append(" (").append(level).append(")"));
    Optional<String> image = value("loop/backing_file");
    if (image.isPresent()) {
      text.append(" over ").append(image.get());
      storage().ifPresent(storage -> text.append(" on ").append(storage.layers()));
      return text.toString();
    }
    List<Disk> members = below();
    if (!members.isEmpty()) {
      text.append(" on ");
      text.append(String.join(", ", members.stream().map(Disk::layers).toList()));
    } else {
      schedulers().ifPresent(line -> text.append(" (").append(line.active()).append(")"));
    }
    return text.toString();
  }
}
