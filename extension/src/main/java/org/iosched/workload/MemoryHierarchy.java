package org.iosched.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where this process may make cgroups that limit memory. Formats: {@code proc(5)} for {@code
 * mountinfo}, {@code cgroups(7)} for {@code cgroup}.
 *
 * @param parent the directory in which groups are made
 * @param unified whether it is of version 2
 */
record MemoryHierarchy(Path parent, boolean unified) {

  private static final String CONTROLLER = "memory";

  /**
   * Finds the place: with version 1 below this process's own group; with version 2 below the
   * nearest group above that hands the controller on, since a group with processes cannot.
   *
   * @param proc where {@code /proc} is
   * @return empty if the kernel has no such controller, or does not hand it on
   */
  static Optional<MemoryHierarchy> find(Path proc) {
    try {
      List<String> mounts = Files.readAllLines(proc.resolve("self/mountinfo"));
      List<String> groups = Files.readAllLines(proc.resolve("self/cgroup"));
      Optional<MemoryHierarchy> first =
          mounted(mounts, false)
              .flatMap(mount -> own(groups, false).map(mount::directory))
              .filter(Files::isDirectory)
              .map(parent -> new MemoryHierarchy(parent, false));
      return first.isPresent()
          ? first
          : mounted(mounts, true)
              .flatMap(mount -> own(groups, true).flatMap(group -> handingOn(mount, group)))
              .map(parent -> new MemoryHierarchy(parent, true));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Path> handingOn(Mounted mount, String group) {
    for (Path at = mount.directory(group);
        at != null && at.startsWith(mount.point());
        at = at.getParent()) {
      try {
        String handed = Files.readString(at.resolve("cgroup.subtree_control"));
        if (Arrays.asList(handed.strip().split("\\s+")).contains(CONTROLLER)) {
          return Optional.of(at);
        }
      } catch (IOException e) {
        // The root of a container's view has none; look further up.
      }
    }
    return Optional.empty();
  }

  /**
   * A mounted hierarchy.
   *
   * @param root which of its groups is mounted
   * @param point where
   */
  private record Mounted(String root, Path point) {

    Path directory(String group) {
      String below = group.startsWith(root) ? group.substring(root.length()) : "";
      return point.resolve(below.replaceFirst("^/+", "")).normalize();
    }
  }

  private static Optional<Mounted> mounted(List<String> mounts, boolean unified) {
    for (String line : mounts) {
      String[] halves = line.split(" - ", 2);
      String[] left = halves[0].split(" ", -1);
      String[] right = halves.length > 1 ? halves[1].split(" ", -1) : new String[0];
      boolean found =
          left.length > 4
              && right.length > 2
              && (unified
                  ? right[0].equals("cgroup2")
                  : right[0].equals("cgroup")
                      && Arrays.asList(right[2].split(",", -1)).contains(CONTROLLER));
      if (found) {
        return Optional.of(new Mounted(left[3].equals("/") ? "" : left[3], Path.of(left[4])));
      }
    }
    return Optional.empty();
  }

  /** Returns the group of this process, e.g. {@code /system.slice/runner.service}. */
  private static Optional<String> own(List<String> groups, boolean unified) {
    return groups.stream()
        .map(line -> line.split(":", 3))
        .filter(
            parts ->
                parts.length == 3
                    && (unified
                        ? parts[1].isEmpty()
                        : Arrays.asList(parts[1].split(",", -1)).contains(CONTROLLER)))
        .map(parts -> parts[2])
        .findFirst();
  }
}
