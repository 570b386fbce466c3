package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The machine as this package sees it; tests put a made-up tree in its place.
 *
 * @param sys where sysfs is mounted
 * @param proc where procfs is mounted
 * @param files reads and writes below both
 * @param stat tells what a path is
 * @param searchPath the directories in which tools are looked for
 * @param stateDirectories where journals may be kept, the best place first
 * @param temporary where workspaces are mounted
 */
record Host(
    Path sys,
    Path proc,
    SysFiles files,
    Stat stat,
    List<Path> searchPath,
    List<Path> stateDirectories,
    Path temporary) {

  /** What a path is. */
  enum Kind {
    BLOCK,
    CHARACTER,
    DIRECTORY,
    FILE,
    OTHER
  }

  /** A device's number: major and minor. */
  record DeviceNumber(int major, int minor) {

    /** Splits the kernel's packed form as glibc's {@code gnu_dev_major} and {@code _minor} do. */
    static DeviceNumber of(long packed) {
      return new DeviceNumber(
          (int) (((packed >>> 8) & 0xfff) | ((packed >>> 32) & ~0xfffL)),
          (int) ((packed & 0xff) | ((packed >>> 12) & ~0xffL)));
    }

    @Override
    public String toString() {
      return major + ":" + minor;
    }
  }

  /**
   * What stat(2) says of a path, following links.
   *
   * @param kind what it is
   * @param liesOn the device the path lies on
   * @param is the device the path stands for; 0:0 unless it is one
   */
  record FileStat(Kind kind, DeviceNumber liesOn, DeviceNumber is) {}

  /** Tells what a path is. */
  @FunctionalInterface
  interface Stat {

    /** Returns what {@code path} is, following links; throws if there is none. */
    FileStat of(Path path) throws IOException;
  }

  /** Returns the machine this process runs on, with journals in the usual places. */
  static Host real() {
    String state = System.getenv("XDG_STATE_HOME");
    Path home =
        state == null || state.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(state);
    Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    String user = System.getProperty("user.name");
    List<Path> places =
        new ArrayList<>(List.of(Path.of("/var/lib/iosched"), home.resolve("iosched")));
    if (!user.equals("root")) {
      // Users of services, such as nobody, have no home; root trusts no place that others can make.
      places.add(temporary.resolve(".iosched-" + user.replaceAll("[^A-Za-z0-9._-]", "_")));
    }
    return real(places, temporary);
  }

  /** Returns the machine this process runs on, with other places for journals and mounts. */
  static Host real(List<Path> stateDirectories, Path temporary) {
    List<Path> searchPath = searchPath(System.getenv("PATH"));
    return new Host(
        Path.of("/sys"),
        Path.of("/proc"),
        new SudoFiles(SysFiles.REAL, new Sudo(new Tools(searchPath))),
        Host::statOf,
        searchPath,
        stateDirectories,
        temporary);
  }

  private static List<Path> searchPath(String path) {
    List<Path> directories = new ArrayList<>();
    for (String directory : (path == null ? "" : path).split(":", -1)) {
      if (directory.startsWith("/")) {
        directories.add(Path.of(directory));
      }
    }
    // Administrators' tools are often missing from the PATH of a shell that became root.
    for (String directory : List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin")) {
      if (!directories.contains(Path.of(directory))) {
        directories.add(Path.of(directory));
      }
    }
    return directories;
  }

  private static FileStat statOf(Path path) throws IOException {
    Map<String, Object> stat = Files.readAttributes(path, "unix:mode,dev,rdev");
    Kind kind =
        switch ((int) number(stat, "mode") & 0170000) {
          case 0060000 -> Kind.BLOCK;
          case 0020000 -> Kind.CHARACTER;
          case 0040000 -> Kind.DIRECTORY;
          case 0100000 -> Kind.FILE;
          default -> Kind.OTHER;
        };
    return new FileStat(
        kind, DeviceNumber.of(number(stat, "dev")), DeviceNumber.of(number(stat, "rdev")));
  }

  private static long number(Map<String, Object> stat, String field) {
    return stat.get(field) instanceof Number number ? number.longValue() : 0;
  }

  /**
   * Returns whether the process has root's user id, from {@code /proc/self/status}, and is the
   * machine's root rather than that of a user namespace, which owns nothing that the kernel makes.
   */
  boolean isRoot() {
    try {
      Path map = proc.resolve("self/uid_map");
      if (Files.exists(map) && !Files.readString(map).strip().matches("(?s)0\\s+0\\s.*")) {
        return false;
      }
      return Files.readAllLines(proc.resolve("self/status")).stream()
          .filter(line -> line.startsWith("Uid:"))
          .map(line -> line.split("\\s+", -1)[2])
          .anyMatch("0"::equals);
    } catch (IOException e) {
      return false;
    }
  }
}
