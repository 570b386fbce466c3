package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The decision that a device which the run has not made may be written, with the claim that keeps
 * others off it. Whatever cannot be told for certain is a reason against it.
 */
final class WritePermit implements AutoCloseable {

  /** The machine's own namespaces: PROC_PID_INIT_INO and PROC_USER_INIT_INO of the kernel. */
  private static final Map<String, String> MACHINES =
      Map.of("pid", "pid:[4026531836]", "user", "user:[4026531837]");

  /** How the mark of a member is taken off a device, by what blkid calls it. */
  private static final Map<String, String> ERASING =
      Map.of(
          "linux_raid_member", "mdadm --zero-superblock",
          "LVM2_member", "pvremove",
          "zfs_member", "zpool labelclear");

  private final Tools tools;
  private final Disk disk;
  private final Path node;
  private final Identity identity;
  private final Contents contents;
  private final Destroy destroy;
  private final List<String> unseen;
  private final WriteClaim claim;
  private boolean written;

  private WritePermit(
      Tools tools,
      Disk disk,
      Path node,
      Identity identity,
      Contents contents,
      Destroy destroy,
      List<String> unseen,
      WriteClaim claim) {
    this.tools = tools;
    this.disk = disk;
    this.node = node;
    this.identity = identity;
    this.contents = contents;
    this.destroy = destroy;
    this.unseen = unseen;
    this.claim = claim;
  }

  /**
   * Decides whether a device may be written, and claims it if so. Nothing is written, and a device
   * that is refused is not even claimed.
   *
   * @param node the device as the user named it
   * @param disk the disk or partition that it is
   * @param destroy the user's {@code destroy=}; empty without one
   * @throws DeviceException with why it must not be written, what is on it, and what would allow it
   */
  static WritePermit of(Tools tools, Disk disk, Path node, String destroy) {
    Host host = disk.host();
    String refused = node + " is not written, ";
    if (!host.isRoot() || isContainer(host)) {
      throw new DeviceException(
          refused
              + "since the run did not make it and "
              + (host.isRoot()
                  ? "in a container it cannot be seen who else uses it; run on the machine itself"
                  : "whether it may be is only told to root; run as root with destroy= (sudo)")
              + "; "
              + elsewhere(List.of()));
    }
    Identity identity = Identity.of(tools, disk);
    Uses uses = Uses.of(disk);
    Contents contents = contents(tools, disk, refused, uses);
    List<Uses.Use> against = new ArrayList<>(uses.found());
    addMembers(contents, against);
    if (disk.isPartition()) {
      addMember(ofDisk(tools, disk.whole(), refused, uses), against);
    }
    if (!against.isEmpty()) {
      throw new DeviceException(inUse(refused, node, against, contents));
    }
    List<String> names = identity.unique(tools, disk);
    Destroy given = allowed(refused, node, names, contents, destroy);
    WriteClaim claim;
    try {
      claim = WriteClaim.on(disk.node());
    } catch (DeviceException e) {
      throw new DeviceException(
          refused
              + "whatever destroy= says: "
              + e.getMessage()
              + "; end who uses it, or choose another device ("
              + contents.text(node)
              + ")",
          e);
    }
    WritePermit permit =
        new WritePermit(tools, disk, node, identity, contents, given, uses.unseen(), claim);
    try {
      permit.checkAll();
    } catch (DeviceException | Error e) {
      permit.close();
      throw e;
    }
    return permit;
  }

  /** Tells whether there may be processes, and so mounts, that cannot be seen from here. */
  private static boolean isContainer(Host host) {
    for (Map.Entry<String, String> namespace : MACHINES.entrySet()) {
      try {
        Path link = host.proc().resolve("self/ns").resolve(namespace.getKey());
        if (!Files.readSymbolicLink(link).toString().equals(namespace.getValue())) {
          return true;
        }
      } catch (IOException e) {
        return true;
      }
    }
    return false;
  }

  /** Tells what is on a device; where that cannot be told, a use of it says more to people. */
  private static Contents contents(Tools tools, Disk disk, String refused, Uses uses) {
    try {
      return Contents.of(tools, disk);
    } catch (DeviceException e) {
      String why =
          uses.found().stream()
              .findFirst()
              .map(use -> use.what() + "; " + use.remedy() + ", or choose another device (")
              .orElse("");
      throw new DeviceException(
          refused + "whatever destroy= says: " + why + e.getMessage() + (why.isEmpty() ? "" : ")"),
          e);
    }
  }

  /** Returns what is on the disk of a partition, apart from its partitions. */
  private static Contents ofDisk(Tools tools, Disk whole, String refused, Uses uses) {
    Contents all = contents(tools, whole, refused, uses);
    return new Contents(whole, all.signatures(), List.of());
  }

  private static void addMembers(Contents contents, List<Uses.Use> against) {
    contents.all().forEach(part -> addMember(part, against));
  }

  private static void addMember(Contents part, List<Uses.Use> against) {
    Optional<Signature> member = part.signatures().stream().filter(Signature::isMember).findFirst();
    if (member.isEmpty() && part.isBtrfsOfSeveral()) {
      member = part.signatures().stream().filter(s -> s.type().equals("btrfs")).findFirst();
    }
    member.ifPresent(
        mark -> {
          String erase = ERASING.getOrDefault(mark.type(), "wipefs -a") + " " + part.disk().node();
          String holders =
              part.disk().holders().stream()
                  .map(Disk::node)
                  .filter(node -> mark.type().equals("linux_raid_member"))
                  .map(node -> "stop the array (`mdadm --stop " + node + "`) and take it out, ")
                  .findFirst()
                  .orElse("take it out of that, ");
          against.add(
              // Before "is held by", which says less.
              (int) against.stream().filter(use -> !use.what().contains(" is held by ")).count(),
              new Uses.Use(
                  part.disk().node()
                      + " is a member of an array, pool or volume group ("
                      + mark
                      + "), which others are a part of",
                  holders + "or, if that no longer exists, erase its mark (`" + erase + "`)",
                  Optional.empty()));
        });
  }

  private static String inUse(
      String refused, Path node, List<Uses.Use> against, Contents contents) {
    Uses.Use first = against.get(0);
    List<String> more = against.stream().skip(1).map(Uses.Use::what).distinct().toList();
    List<Path> mounted = against.stream().flatMap(use -> use.mountPoint().stream()).toList();
    return refused
        + "whatever destroy= says: "
        + first.what()
        + "; "
        + first.remedy()
        + ", or choose another device ("
        + contents.text(node)
        + (more.isEmpty() ? "" : "; also " + String.join("; ", more))
        + ")"
        + (mounted.isEmpty() ? "" : "; " + elsewhere(mounted));
  }

  private static String elsewhere(List<Path> mounted) {
    return "to measure writes on this disk give a directory on it: -Ddevice="
        + mounted.stream().findFirst().map(Path::toString).orElse("/where/it/is/mounted");
  }

  private static Destroy allowed(
      String refused, Path node, List<String> names, Contents contents, String destroy) {
    if (names.isEmpty()) {
      throw new DeviceException(
          refused
              + "whatever destroy= says: it has no name of its own (serial number, WWN, uuid; for a"
              + " loop device its file) or shares it with another device, so that it cannot be told"
              + " from others; choose another device ("
              + contents.text(node)
              + ")");
    }
    String value = new Destroy(names.get(0), contents.types()).value();
    String would =
        contents.text(node)
            + "; to have all of that overwritten and lost say -Ddestroy="
            + value
            + ", or "
            + elsewhere(List.of());
    if (destroy.isEmpty()) {
      throw new DeviceException(
          refused + "since the run did not make it and what is on it would be lost: " + would);
    }
    Destroy given = Destroy.parse(destroy);
    if (!names.contains(given.name())) {
      throw new DeviceException(
          refused + "since destroy=" + destroy + " names another device, or none: " + would);
    }
    List<String> unnamed = contents.types().stream().filter(type -> !given.gives(type)).toList();
    if (!unnamed.isEmpty()) {
      throw new DeviceException(
          refused
              + "since destroy="
              + destroy
              + " does not name what is on it ("
              + String.join(", ", unnamed)
              + "): "
              + would);
    }
    return given;
  }

  /**
   * Makes sure, right before a run that may write, that the device still is the one that was looked
   * at; before the first one also that what is on it is, and that nobody uses it.
   *
   * @throws DeviceException if not
   */
  synchronized void check() {
    if (written) {
      checkIdentity();
    } else {
      checkAll();
      written = true;
    }
  }

  private void checkIdentity() {
    if (!Identity.of(tools, disk).equals(identity)) {
      throw new DeviceException(
          node
              + " is no longer the device that was looked at (its number, size, serial number or place"
              + " has changed); see `lsblk` and start anew");
    }
  }

  private void checkAll() {
    checkIdentity();
    String refused = node + " is not written, ";
    Uses uses = Uses.of(disk);
    if (!uses.found().isEmpty()) {
      throw new DeviceException(inUse(refused, node, uses.found(), contents));
    }
    Contents now = contents(tools, disk, refused, uses);
    if (!now.equals(contents)) {
      throw new DeviceException(
          refused
              + "since what is on it has changed since it was looked at: "
              + now.text(node)
              + "; end who writes to it and start anew");
    }
  }

  /** Returns the device file to write to, which belongs to the claimed device. */
  Path target() {
    return disk.node();
  }

  /** Returns what is allowed, for reports. */
  String words() {
    return contents.text(node)
        + ", as -Ddestroy="
        + destroy.value()
        + " allows"
        + (unseen.isEmpty()
            ? ""
            : " (not looked into, beyond what the kernel's claim tells: "
                + String.join(", ", unseen)
                + ")");
  }

  @Override
  public void close() {
    claim.close();
  }
}
