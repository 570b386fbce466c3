package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A made-up machine whose sysfs behaves like the kernel's as far as schedulers go. */
final class FakeMachine implements SysFiles {

  private static final Map<String, Map<String, String>> TUNABLES =
      Map.of(
          "mq-deadline", Map.of("fifo_batch", "16", "read_expire", "500", "async_depth", "256"),
          "bfq", Map.of("low_latency", "1", "slice_idle", "8", "slice_idle_us", "8000"),
          "kyber", Map.of("read_lat_nsec", "2000000"),
          "none", Map.of());

  private final Path root;
  private final Map<Path, Host.FileStat> stats = new HashMap<>();
  private final StringBuilder mounts = new StringBuilder();
  private int disks;

  /** How often the next writes are answered with EBUSY. */
  int busy;

  /** What the kernel keeps instead of a value, by {@code "file=value"}. */
  final Map<String, String> bent = new HashMap<>();

  /** Files of disks whose schedulers refuse to be written, by the disk's name and the value. */
  final Map<String, String> refused = new HashMap<>();

  /** What others switch to, each right after a switch of the run's. */
  final List<String> others = new ArrayList<>();

  /** What wbt_lat_usec stays at through every switch, as it does once it was written; or empty. */
  String keptWbt = "";

  /** All that was written, {@code "sda/queue/scheduler=bfq"}. */
  final List<String> writes = new ArrayList<>();

  FakeMachine(Path root) {
    this.root = root;
    for (String directory : List.of("sys/block", "sys/dev/block", "proc/self", "proc/sys/vm")) {
      mkdirs(root.resolve(directory));
    }
    put(root.resolve("proc/self/status"), "Name:\tjava\nUid:\t0\t0\t0\t0\n");
    put(root.resolve("proc/self/mountinfo"), "");
    put(root.resolve("proc/self/cgroup"), "");
  }

  Host host() {
    return new Host(
        root.resolve("sys"),
        root.resolve("proc"),
        this,
        path -> {
          Host.FileStat stat = stats.get(path);
          if (stat == null) {
            throw new NoSuchFileException(path.toString());
          }
          return stat;
        },
        List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/sbin")),
        List.of(root.resolve("state")),
        root);
  }

  /** Adds a disk; the scheduler line is what the kernel would show, empty for no such file. */
  Path disk(String name, String scheduler) {
    disks++;
    Path directory = root.resolve("sys/devices").resolve(name);
    mkdirs(directory.resolve("queue"));
    mkdirs(directory.resolve("slaves"));
    put(directory.resolve("size"), "4194304");
    put(directory.resolve("dev"), "8:" + disks * 16);
    put(directory.resolve("diskseq"), Integer.toString(disks));
    put(directory.resolve("inflight"), "0 0");
    put(directory.resolve("stat"), "1 2 3 4 5 6 7 8 0 10 11");
    if (!scheduler.isEmpty()) {
      put(directory.resolve("queue/scheduler"), scheduler);
      put(directory.resolve("queue/nr_requests"), "256");
      put(directory.resolve("queue/read_ahead_kb"), "128");
      put(directory.resolve("queue/wbt_lat_usec"), "2000");
      tunablesOf(directory, SchedulerLine.parse(scheduler).active());
    }
    link(root.resolve("sys/block").resolve(name), directory);
    link(root.resolve("sys/dev/block/8:" + disks * 16), directory);
    stats.put(
        Path.of("/dev", name),
        new Host.FileStat(Host.Kind.BLOCK, number(0, 6), number(8, disks * 16)));
    return directory;
  }

  /** Adds a partition. */
  void partition(Path disk, String name, long sectors) {
    Path directory = disk.resolve(name);
    mkdirs(directory);
    put(directory.resolve("partition"), "1");
    put(directory.resolve("size"), Long.toString(sectors));
    disks++;
    put(directory.resolve("dev"), "8:" + disks * 16);
    link(root.resolve("sys/dev/block/8:" + disks * 16), directory);
    stats.put(
        Path.of("/dev", name),
        new Host.FileStat(Host.Kind.BLOCK, number(0, 6), number(8, disks * 16)));
  }

  /** Puts a disk or partition below another one. */
  void slave(Path upper, Path lower) {
    link(upper.resolve("slaves").resolve(lower.getFileName()), lower);
  }

  /** Makes a path known. */
  void stat(String path, Host.Kind kind, int major, int minor) {
    stats.put(Path.of(path), new Host.FileStat(kind, number(major, minor), number(0, 0)));
  }

  /** Mounts something. */
  void mount(String device, Path point, String type, String source) {
    mounts.append(
        "30 1 " + device + " / " + point + " rw,relatime - " + type + " " + source + " rw\n");
    put(root.resolve("proc/self/mountinfo"), mounts.toString());
  }

  /** Writes a file of a disk, such as its serial number. */
  static void tell(Path disk, String file, String value) {
    Path path = disk.resolve(file);
    mkdirs(path.resolveSibling("."));
    put(path, value);
  }

  private static Host.DeviceNumber number(int major, int minor) {
    return new Host.DeviceNumber(major, minor);
  }

  @Override
  public String read(Path file) throws IOException {
    return Files.readString(file).strip();
  }

  @Override
  public void write(Path file, String value) throws IOException {
    if (busy > 0) {
      busy--;
      throw new IOException("Device or resource busy");
    }
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    String name = file.getFileName().toString();
    if (!name.equals("scheduler")) {
      if (value.equals(refused.get(name))) {
        throw new IOException("Invalid argument");
      }
      writes.add(name + "=" + value);
      put(file, bent.getOrDefault(name + "=" + value, value));
      if (name.equals("nr_requests")) {
        // As the kernel does: the depth of a scheduler follows the queue's.
        Path depth = file.resolveSibling("iosched/async_depth");
        if (Files.exists(depth)) {
          put(depth, value);
        }
      }
      return;
    }
    Path disk = file.resolve("../..").normalize();
    String diskName = disk.getFileName().toString();
    SchedulerLine line = SchedulerLine.parse(read(file));
    if (!line.listed().contains(value) || value.equals(refused.get(diskName))) {
      throw new IOException("Invalid argument");
    }
    writes.add(diskName + "=" + value);
    activate(disk, line, value);
    if (!others.isEmpty()) {
      activate(disk, SchedulerLine.parse(read(file)), others.remove(0));
    }
  }

  private void activate(Path disk, SchedulerLine line, String value) {
    if (line.active().equals(value)) {
      return;
    }
    List<String> words = new ArrayList<>();
    line.listed().forEach(word -> words.add(word.equals(value) ? "[" + word + "]" : word));
    put(disk.resolve("queue/scheduler"), String.join(" ", words));
    put(disk.resolve("queue/nr_requests"), value.equals("none") ? "128" : "256");
    String wbt = value.equals("bfq") ? "0" : "2000";
    put(disk.resolve("queue/wbt_lat_usec"), keptWbt.isEmpty() ? wbt : keptWbt);
    tunablesOf(disk, value);
  }

  private static void tunablesOf(Path disk, String scheduler) {
    Path iosched = disk.resolve("queue/iosched");
    if (Files.exists(iosched)) {
      Trees.delete(iosched);
    }
    Map<String, String> tunables = TUNABLES.getOrDefault(scheduler, Map.of());
    if (!tunables.isEmpty()) {
      mkdirs(iosched);
      tunables.forEach((name, value) -> put(iosched.resolve(name), value));
    }
  }

  /** Returns everything in sysfs that is a file, by its path. */
  Map<String, String> everything() {
    Map<String, String> all = new TreeMap<>();
    try (var files = Files.walk(root.resolve("sys/devices"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.put(root.relativize(file).toString(), Files.readString(file));
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return new LinkedHashMap<>(all);
  }

  static void mkdirs(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  static void put(Path file, String content) {
    try {
      Files.writeString(file, content + "\n");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void link(Path link, Path target) {
    try {
      Files.createSymbolicLink(link, target);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
