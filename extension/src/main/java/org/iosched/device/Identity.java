package org.iosched.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What stays with a device wherever it is plugged in, and tells it from all others.
 *
 * @param number the kernel's number of it
 * @param sequence the kernel's running number of the disk, which a disk plugged in later never has;
 *     empty before Linux 5.15
 * @param bytes its size
 * @param names its serial number, WWN and the like, the best for people first
 */
record Identity(String number, Optional<String> sequence, long bytes, List<String> names) {

  private static final int SHORTEST = 3;

  /** Reads who a device is now. */
  static Identity of(Tools tools, Disk node) {
    Disk disk = node.whole();
    return new Identity(
        node.number(),
        disk.value("diskseq"),
        node.bytes(),
        sharesImage(disk) ? List.of() : List.copyOf(names(tools, node)));
  }

  /**
   * Returns the names that no other device of the machine has. Two sticks of one serial number, or
   * two paths to one LUN, have none of these in common names.
   */
  List<String> unique(Tools tools, Disk node) {
    Set<String> others = new LinkedHashSet<>();
    for (Disk other : Disk.all(node.host())) {
      if (!other.directory().equals(node.directory())
          && !other.directory().equals(node.whole().directory())) {
        others.addAll(own(tools, other));
      }
    }
    // A partition is told from others no better than its disk.
    Set<String> shared = new LinkedHashSet<>(own(tools, node));
    shared.addAll(own(tools, node.whole()));
    shared.retainAll(others);
    return names.stream()
        .filter(name -> !others.contains(name))
        // A link of udev's leads to one of the devices that have the same serial number.
        .filter(name -> shared.stream().noneMatch(common -> holds(name, common)))
        .toList();
  }

  /**
   * Tells whether what is below a loop device is somebody else's too: a block device, or a file
   * that another loop device has by whatever path, such as a hard link.
   */
  private static boolean sharesImage(Disk disk) {
    Optional<Path> image = image(disk).filter(Files::exists);
    if (image.isEmpty()) {
      return false;
    }
    return !Files.isRegularFile(image.get())
        || Disk.all(disk.host()).stream()
            .filter(other -> !other.name().equals(disk.name()))
            .flatMap(other -> image(other).stream())
            .anyMatch(other -> isSame(image.get(), other));
  }

  private static Optional<Path> image(Disk disk) {
    return disk.value("loop/backing_file").map(Path::of);
  }

  private static boolean isSame(Path image, Path other) {
    try {
      return Files.exists(other) && Files.isSameFile(image, other);
    } catch (IOException e) {
      return true;
    }
  }

  private static Set<String> names(Tools tools, Disk node) {
    Set<String> own = own(tools, node);
    Set<String> names = new LinkedHashSet<>(links(node, own));
    names.addAll(own);
    return names;
  }

  /** Returns what the device itself tells, but for a deleted image, which has no name any more. */
  private static Set<String> own(Tools tools, Disk node) {
    Disk disk = node.whole();
    String part = node.isPartition() ? "-part" + node.partitionNumber() : "";
    Set<String> names = new LinkedHashSet<>();
    for (String name : ofDisk(tools, disk)) {
      names.add(name + part);
    }
    return names;
  }

  private static List<String> ofDisk(Tools tools, Disk disk) {
    List<String> names = new ArrayList<>();
    if (disk.name().startsWith("loop")) {
      disk.value("loop/backing_file")
          .filter(image -> !image.endsWith(" (deleted)"))
          .ifPresent(image -> names.add("loop:" + image));
      return names;
    }
    if (Files.exists(disk.directory().resolve("dm"))) {
      disk.value("dm/uuid").ifPresent(uuid -> names.add("dm-uuid-" + uuid));
      return names;
    }
    if (Files.exists(disk.directory().resolve("md"))) {
      arrayUuid(tools, disk).ifPresent(uuid -> names.add("md-uuid-" + uuid));
      return names;
    }
    Optional<String> serial =
        usable(disk.value("serial"))
            .or(() -> usable(disk.value("device/serial")))
            .or(() -> usable(page80(disk)))
            .or(() -> usable(ofUsb(disk)));
    if (disk.name().startsWith("vd")) {
      serial.ifPresent(name -> names.add("virtio-" + name));
    }
    for (String file : List.of("wwid", "device/wwid", "eui", "nguid", "uuid", "device/cid")) {
      usable(disk.value(file)).ifPresent(id -> addId(names, disk, file, id));
    }
    serial.ifPresent(names::add);
    return names;
  }

  private static void addId(List<String> names, Disk disk, String file, String id) {
    if (id.startsWith("naa.")) {
      names.add("wwn-0x" + id.substring("naa.".length()));
    }
    if (file.equals("eui")) {
      names.add("eui." + id.replace(" ", "").replace("_", ""));
    } else if (disk.name().startsWith("nvme") && file.equals("wwid")) {
      names.add("nvme-" + id);
      names.add(id);
    } else {
      names.add(id);
    }
  }

  private static Optional<String> arrayUuid(Tools tools, Disk disk) {
    Optional<String> uuid = disk.value("md/uuid");
    if (uuid.isPresent() || tools.find("mdadm").isEmpty()) {
      return uuid;
    }
    Tools.Answer answer = tools.run("mdadm", "--detail", "--export", disk.node().toString());
    return answer.ok()
        ? answer
            .out()
            .lines()
            .filter(line -> line.startsWith("MD_UUID="))
            .map(line -> line.substring("MD_UUID=".length()))
            .findFirst()
        : Optional.empty();
  }

  /** Returns the serial number that a SCSI disk, or a SATA disk through libata, tells. */
  private static Optional<String> page80(Disk disk) {
    try {
      byte[] page = Files.readAllBytes(disk.directory().resolve("device/vpd_pg80"));
      final int header = 4;
      return page.length <= header
          ? Optional.empty()
          : Optional.of(
              new String(page, header, page.length - header, StandardCharsets.ISO_8859_1)
                  .replace("\0", ""));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the serial number of the USB device that a disk is in, not that of a hub. */
  private static Optional<String> ofUsb(Disk disk) {
    for (Path above = disk.directory(); above != null; above = above.getParent()) {
      if (Files.exists(above.resolve("idVendor"))) {
        return new Disk(disk.host(), above).value("serial");
      }
    }
    return Optional.empty();
  }

  /** Leaves out what makers write where they write nothing. */
  private static Optional<String> usable(Optional<String> told) {
    return told.map(name -> name.strip().replaceAll("\\s+", "_"))
        .filter(name -> plain(name).length() >= SHORTEST)
        .filter(name -> plain(name).chars().distinct().count() > 1);
  }

  /**
   * Returns the links of udev's to the device that hold one of its own names. Others are made of
   * what is written on it, such as LVM's, or of a name that is given by people.
   */
  private static List<String> links(Disk node, Set<String> own) {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> links = Files.newDirectoryStream(Path.of("/dev/disk/by-id"))) {
      for (Path link : links) {
        String name = String.valueOf(link.getFileName());
        if (own.stream().anyMatch(value -> holds(name, value)) && leadsTo(node, link)) {
          found.add(name);
        }
      }
    } catch (IOException e) {
      // Without udev the names that the kernel tells have to do.
      return List.of();
    }
    found.sort(
        Comparator.comparing((String name) -> name.matches("(wwn|scsi|nvme-eui|nvme-uuid)-.*"))
            .thenComparing(Comparator.naturalOrder()));
    return found;
  }

  private static boolean leadsTo(Disk node, Path link) {
    try {
      return node.host().stat().of(link).is().toString().equals(node.number());
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean holds(String name, String value) {
    return plain(name).contains(plain(value.replaceFirst("^(naa\\.|wwn-0x|virtio-|nvme-)", "")));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}
