package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether this process runs in a container. There {@code /var/lib/iosched} goes with the container,
 * so that the journal lies in a folder {@code .iosched} of the measured directory, where the next
 * container finds it.
 */
final class Container {

  private static final String FOLDER = ".iosched";

  private static final Pattern GROUP =
      Pattern.compile("docker|libpod|kubepods|containerd|lxc|crio|buildkit");

  /** The numbers of the namespaces that the machine starts with (include/linux/proc_ns.h). */
  private static final List<String> OF_THE_MACHINE =
      List.of("pid:[4026531836]", "uts:[4026531838]", "ipc:[4026531839]");

  private Container() {}

  /** Returns by what a container is known; empty if this is none. */
  static Optional<String> of(Host host) {
    if (isOfTheMachine(host)) {
      // A machine that was made from a container's image keeps its signs.
      return Optional.empty();
    }
    for (String sign : List.of(".dockerenv", "run/.dockerenv", "run/.containerenv")) {
      Path file = host.proc().resolveSibling(sign);
      if (Files.exists(file)) {
        return Optional.of("known by " + file);
      }
    }
    try {
      if (GROUP.matcher(Files.readString(host.proc().resolve("self/cgroup"))).find()) {
        return Optional.of("known by its cgroup");
      }
    } catch (IOException e) {
      // Without /proc it is known by the rest.
    }
    return MissingRights.isReadOnly(host, host.sys())
        ? Optional.of("known by its read-only " + host.sys())
        : Optional.empty();
  }

  private static boolean isOfTheMachine(Host host) {
    try {
      for (String namespace : OF_THE_MACHINE) {
        String kind = namespace.substring(0, namespace.indexOf(':'));
        Path link = host.proc().resolve("self/ns").resolve(kind);
        if (!Files.readSymbolicLink(link).toString().equals(namespace)) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the host with the journal in the directory, if it is a container's whose own journals
   * would go with it: those on its root file system, on which nothing is bound.
   */
  static Host keepingJournalIn(Host host, Path directory) {
    Path usual = host.stateDirectories().get(0);
    boolean goes =
        Mount.holding(host, usual).map(mount -> mount.point().getNameCount() == 0).orElse(true);
    if (of(host).isEmpty() || !goes) {
      return host;
    }
    List<Path> places = new ArrayList<>(List.of(directory.resolve(FOLDER)));
    places.addAll(host.stateDirectories());
    return new Host(
        host.sys(),
        host.proc(),
        host.files(),
        host.stat(),
        host.searchPath(),
        places,
        host.temporary());
  }

  /** Tells whether others than this machine's runs can have written the journals in a place. */
  static boolean isShared(Path place) {
    return place.endsWith(FOLDER);
  }

  /**
   * Returns what is believed of a shared journal: settings of the queues below the directory, and
   * the folder that the run made in it, wherever the directory was bound then.
   *
   * @param place the folder {@code .iosched} with the journal
   * @param asked what the journal asks for
   * @return what is to be done; empty if it is not believed
   */
  static Optional<Undo> believed(Host host, Path place, Undo asked) {
    Path directory = place.resolveSibling(".").normalize();
    List<String> words = asked.words();
    return switch (asked.kind()) {
      case PUT ->
          Storage.of(host, directory).flatMap(Storage::disk).stream()
                  .flatMap(disk -> disk.scheduling().stream())
                  .anyMatch(disk -> isOf(disk.directory(), words.get(0), words.get(2)))
              ? Optional.of(asked)
              : Optional.empty();
      case DELETE -> {
        String name = words.get(0).substring(words.get(0).lastIndexOf('/') + 1);
        yield name.matches("iosched-[0-9a-f]{8}")
            ? Optional.of(Undo.delete(directory.resolve(name)))
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static boolean isOf(Path disk, String sequenceFile, String file) {
    return sequenceFile.equals(disk + "/diskseq")
        && file.matches(
            Pattern.quote(disk.toString())
                + "/(queue/[a-z0-9_]+|queue/iosched/[A-Za-z0-9_]+|device/queue_depth)");
  }
}
