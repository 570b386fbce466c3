package org.iosched.device;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who uses a device, so that it must not be written whatever the user says.
 *
 * @param found the uses, those that people know best first
 * @param unseen processes that could not be looked into, e.g. {@code "1 (systemd)"}; the kernel's
 *     exclusive claim finds their mounts all the same
 */
record Uses(List<Use> found, List<String> unseen) {

  private static final int ACCESS_MODE = 3;

  /**
   * One use.
   *
   * @param what a sentence without its end
   * @param remedy how to end it
   * @param mountPoint where a file system on the device is mounted for this process
   */
  record Use(String what, String remedy, Optional<Path> mountPoint) {}

  /** Copies the lists. */
  Uses {
    found = List.copyOf(found);
    unseen = List.copyOf(unseen);
  }

  /**
   * Looks for the uses of a device: of the disk or partition itself, of what is on it (partitions,
   * volumes, arrays and loop devices, and what is on these), and of the disk that a partition is
   * on.
   */
  static Uses of(Disk node) {
    Set<Disk> on = new LinkedHashSet<>();
    collect(node, on);
    if (node.isPartition()) {
      on.add(node.whole());
    }
    Map<String, Disk> numbers = new LinkedHashMap<>();
    on.forEach(disk -> numbers.put(disk.number(), disk));
    Looking looking = new Looking(node.host(), numbers);
    looking.mounts();
    looking.swaps();
    on.forEach(disk -> looking.holders(disk));
    looking.loops(on);
    looking.readOnly(node);
    looking.writers();
    return new Uses(looking.found, List.copyOf(looking.unseen));
  }

  private static void collect(Disk disk, Set<Disk> on) {
    if (!on.add(disk)) {
      return;
    }
    if (!disk.isPartition()) {
      disk.partitions().forEach(partition -> collect(partition, on));
    }
    disk.holders().forEach(holder -> collect(holder, on));
    for (Disk other : Disk.all(disk.host())) {
      if (other.value("loop/backing_file").filter(disk.node().toString()::equals).isPresent()) {
        collect(other, on);
      }
    }
  }

  /** Collects what is found. */
  private static final class Looking {
    private final Host host;
    private final Map<String, Disk> numbers;
    private final List<Use> found = new ArrayList<>();
    private final Set<String> unseen = new LinkedHashSet<>();

    Looking(Host host, Map<String, Disk> numbers) {
      this.host = host;
      this.numbers = numbers;
    }

    /** Looks through the mounts of one process per mount namespace, beginning with this one. */
    void mounts() {
      List<Mount> ours = Mount.all(host);
      if (ours.isEmpty()) {
        throw new DeviceException(
            "mounts cannot be told, since "
                + host.proc()
                + "/self/mountinfo is empty or unreadable");
      }
      ours.forEach(mount -> add(mount, Path.of("/"), ""));
      Map<String, Path> namespaces = new HashMap<>();
      Optional<String> own = namespace(host.proc().resolve("self"));
      for (Path process : processes(host)) {
        namespace(process).ifPresent(name -> namespaces.putIfAbsent(name, process));
      }
      own.ifPresent(namespaces::remove);
      for (Path process : namespaces.values()) {
        try {
          for (Mount mount : Mount.read(process.resolve("mountinfo"))) {
            add(mount, process.resolve("root"), pid(process));
          }
        } catch (IOException e) {
          note(process, e);
        }
      }
    }

    private Optional<String> namespace(Path process) {
      try {
        return Optional.of(Files.readSymbolicLink(process.resolve("ns/mnt")).toString());
      } catch (IOException e) {
        note(process, e);
        return Optional.empty();
      }
    }

    private void note(Path process, IOException e) {
      // One that has ended meanwhile has no mounts and no open files.
      if (e instanceof AccessDeniedException) {
        unseen.add(pid(process) + " (" + name(process) + ")");
      }
    }

    private String name(Path process) {
      try {
        return host.files().read(process.resolve("comm"));
      } catch (IOException e) {
        return "?";
      }
    }

    private void add(Mount mount, Path root, String pid) {
      Disk disk = numbers.get(mount.device());
      for (String source : mount.source().split(":/", -1)) {
        // btrfs and others have numbers of their own and tell their device by its name.
        disk = disk == null ? ofNode(root, source) : disk;
      }
      if (disk == null) {
        return;
      }
      String there =
          pid.isEmpty()
              ? ""
              : " in the mount namespace of process "
                  + pid
                  + " ("
                  + name(host.proc().resolve(pid))
                  + ")";
      String what =
          disk.node() + " is mounted at " + mount.point() + " (" + mount.type() + ")" + there;
      String remedy =
          mount.point().equals(Path.of("/"))
              ? "it holds this system or that of a container, which no benchmark may write over"
              : pid.isEmpty()
                  ? "unmount it (`umount " + mount.point() + "`)"
                  : "unmount it (`nsenter -t " + pid + " -m umount " + mount.point() + "`)";
      found.add(
          new Use(what, remedy, pid.isEmpty() ? Optional.of(mount.point()) : Optional.empty()));
    }

    private @Nullable Disk ofNode(Path root, String source) {
      String path = source.startsWith("/") ? source : "/" + source;
      if (!path.startsWith("/dev/")) {
        return null;
      }
      try {
        return numbers.get(host.stat().of(root.resolve(path.substring(1))).is().toString());
      } catch (IOException e) {
        return null;
      }
    }

    void swaps() {
      List<String> lines;
      try {
        lines = host.files().read(host.proc().resolve("swaps")).lines().skip(1).toList();
      } catch (IOException e) {
        throw new DeviceException(
            "swap space cannot be told, since "
                + host.proc()
                + "/swaps cannot be read: "
                + BlockQueue.reason(e),
            e);
      }
      for (String line : lines) {
        Path swap = Path.of(Mount.unescaped(line.split("\\s+", -1)[0]));
        try {
          Host.FileStat stat = host.stat().of(swap);
          Disk disk =
              numbers.get((stat.kind() == Host.Kind.BLOCK ? stat.is() : stat.liesOn()).toString());
          if (disk != null) {
            found.add(
                new Use(
                    disk.node() + " is in use as swap space",
                    "`swapoff " + swap + "`",
                    Optional.empty()));
          }
        } catch (IOException e) {
          // The kernel holds swap space exclusively, so that the claim finds it.
          unseen.add("the swap space " + swap);
        }
      }
    }

    void holders(Disk disk) {
      for (Disk holder : disk.holders()) {
        String name =
            holder.value("dm/name").map(n -> holder.name() + " (" + n + ")").orElse(holder.name());
        String remedy =
            holder
                .value("dm/name")
                .map(
                    n ->
                        holder.value("dm/uuid").orElse("").startsWith("CRYPT-")
                            ? "close it (`cryptsetup close " + n + "`)"
                            : holder.value("dm/uuid").orElse("").startsWith("LVM-")
                                ? "deactivate it (`lvchange -an /dev/mapper/" + n + "`)"
                                : "remove it (`dmsetup remove " + n + "`)")
                .orElse(
                    holder.name().startsWith("md")
                        ? "stop the array (`mdadm --stop " + holder.node() + "`)"
                        : "take it apart");
        found.add(new Use(disk.node() + " is held by " + name, remedy, Optional.empty()));
      }
    }

    void loops(Set<Disk> on) {
      for (Disk loop : on) {
        String image = loop.value("loop/backing_file").orElse("");
        on.stream()
            .filter(below -> !below.equals(loop) && below.node().toString().equals(image))
            .forEach(
                below ->
                    found.add(
                        new Use(
                            below.node() + " is what the loop device " + loop.node() + " lies on",
                            "detach it (`losetup -d " + loop.node() + "`)",
                            Optional.empty())));
      }
    }

    void readOnly(Disk node) {
      for (Disk disk : Set.copyOf(List.of(node, node.whole()))) {
        if (disk.value("ro").map("1"::equals).orElse(false)) {
          found.add(
              new Use(
                  disk.node() + " is read-only",
                  "see `blockdev --setrw " + disk.node() + "`",
                  Optional.empty()));
        }
      }
    }

    /** Looks for processes that have one of the devices open for writing. */
    void writers() {
      for (Path process : processes(host)) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
          for (Path file : files) {
            Disk disk = opened(file);
            if (disk != null && writes(process.resolve("fdinfo").resolve(file.getFileName()))) {
              found.add(
                  new Use(
                      disk.node()
                          + " is open for writing in process "
                          + pid(process)
                          + " ("
                          + name(process)
                          + ")",
                      "end it",
                      Optional.empty()));
            }
          }
        } catch (IOException e) {
          note(process, e);
        }
      }
    }

    private @Nullable Disk opened(Path file) {
      try {
        if (!Files.readSymbolicLink(file).toString().startsWith("/")) {
          return null;
        }
        Host.FileStat stat = host.stat().of(file);
        return stat.kind() == Host.Kind.BLOCK ? numbers.get(stat.is().toString()) : null;
      } catch (IOException e) {
        return null;
      }
    }

    private boolean writes(Path info) throws IOException {
      for (String line : host.files().read(info).lines().toList()) {
        if (line.startsWith("flags:")) {
          return (Integer.parseInt(line.substring("flags:".length()).strip(), 8) & ACCESS_MODE)
              != 0;
        }
      }
      return false;
    }

    private static List<Path> processes(Host host) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(host.proc(), "[0-9]*")) {
        List<Path> processes = new ArrayList<>();
        found.forEach(processes::add);
        return processes;
      } catch (IOException e) {
        throw new DeviceException(
            "who uses a device cannot be told, since " + host.proc() + " cannot be read", e);
      }
    }

    private static String pid(Path process) {
      return String.valueOf(process.getFileName());
    }
  }
}
