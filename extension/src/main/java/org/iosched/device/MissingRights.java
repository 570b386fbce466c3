package org.iosched.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Why this run may not switch a device's scheduler.
 *
 * @param sentence which right is missing, and the shortest way to it
 * @param remedies all that give the right, to be printed one a line with the lines that belong to
 *     them; empty where the sentence says it all
 */
record MissingRights(String sentence, List<String> remedies) {

  /** Copies the list. */
  MissingRights {
    remedies = List.copyOf(remedies);
  }

  /** Missing rights that need no more than a sentence. */
  MissingRights(String sentence) {
    this(sentence, List.of());
  }

  /**
   * Looks whether everything that a run saves of these queues can be put back, plainly or through
   * sudo: else it must not begin to switch them. Empty if it can.
   */
  static Optional<MissingRights> of(Host host, List<BlockQueue> queues) {
    List<String> folders = new ArrayList<>();
    for (BlockQueue queue : queues) {
      if (isReadOnly(host, queue.directory().resolve("queue"))) {
        folders.add(host.sys().resolve("block").resolve(queue.name()).resolve("queue").toString());
      }
    }
    if (!folders.isEmpty()) {
      return Optional.of(
          new MissingRights(
              readOnly(
                  host,
                  String.join(
                      " ",
                      folders.stream().map(folder -> "-v " + folder + ":" + folder).toList()))));
    }
    Map<Path, String> refused = new LinkedHashMap<>();
    for (BlockQueue queue : queues) {
      for (Path file : QueueSettings.of(queue).inOrder(queue).keySet()) {
        // The kernel makes tunables anew, and root's, with each switch: a right to them goes.
        boolean keeps = host.isRoot() || !queue.isTunable(file);
        if (!keeps || !Files.isWritable(file)) {
          host.files().sudoRefusal(file).ifPresent(reason -> refused.put(file, reason));
        }
      }
    }
    return refused.isEmpty()
        ? Optional.empty()
        : Optional.of(of(User.current(), queues, refused, host.proc()));
  }

  /** Puts into words what was refused. */
  static MissingRights of(
      User user, List<BlockQueue> queues, Map<Path, String> refused, Path proc) {
    Path first = refused.keySet().iterator().next();
    boolean onlyTunables =
        refused.keySet().stream()
            .allMatch(file -> queues.stream().anyMatch(q -> q.isTunable(file)));
    int more = refused.size() - 1;
    String remedy =
        user.number() == 0
            ? "; it is root without the rights of the machine's root: have the file belong to it, or"
                + " give its container these rights (see docs/rights.md)"
            : "; run it under sudo (`sudo mvn test …`), or give the right in one of the ways that the"
                + " run prints when it starts (see docs/rights.md)";
    String sentence =
        "this process (user "
            + user.name()
            + ") may not write "
            + first
            + (more == 0 ? "" : " and " + more + (more == 1 ? " other file" : " other files"))
            + (onlyTunables ? ", which the kernel makes anew and root's with each switch" : "")
            + ", and "
            + refused.get(first)
            + remedy;
    return new MissingRights(sentence, remedies(user, queues, proc));
  }

  private static List<String> remedies(User user, List<BlockQueue> queues, Path proc) {
    List<String> lines = new ArrayList<>();
    if (user.number() == 0) {
      // Root without capabilities, or of a user namespace: the container's options are its remedy.
      return lines;
    }
    lines.add("each of these gives the right:");
    lines.add("(a) run it all as root: sudo mvn test …");
    lines.add(
        "(b) have just these files written through sudo: save the following lines as FILE, then"
            + " `visudo -cf FILE && sudo install -m 440 FILE /etc/sudoers.d/iosched`");
    for (BlockQueue queue : queues) {
      lines.add("    # iosched: scheduler, attributes and tunables of " + queue.name());
      Sudoers.lines(user, Sudoers.filesOf(queue)).forEach(line -> lines.add("    " + line));
    }
    lines.add("    # iosched: a cold start of each run");
    Sudoers.lines(user, Set.of(proc.resolve("sys/vm/drop_caches")))
        .forEach(line -> lines.add("    " + line));
    List<String> owned = new ArrayList<>();
    List<String> tuned = new ArrayList<>();
    for (BlockQueue queue : queues) {
      for (Path file : QueueSettings.of(queue).inOrder(queue).keySet()) {
        if (!queue.isTunable(file)) {
          owned.add(file.toString());
        }
      }
      if (!queue.tunables().isEmpty()) {
        tuned.add(queue.schedulers().active() + " of " + queue.name());
      }
    }
    lines.add(
        tuned.isEmpty()
            ? "(c) until the next boot, without tunables: sudo chown "
                + user.inShell()
                + " "
                + String.join(" ", owned)
            : "(c) chown does not help here: the kernel makes the tunables of "
                + String.join(", ", tuned)
                + " anew and root's with each switch, so they could not be put back");
    return lines;
  }

  /** Says that nothing in sysfs can be written, with what binds it into a container. */
  static String readOnly(Host host, String bind) {
    return host.sys()
        + " is mounted read-only, so no scheduler can be switched; "
        + Container.of(host)
            .map(sign -> "start the container (" + sign + ") with `" + bind + "`")
            .orElse(
                "mount it writable (`mount -o remount,rw "
                    + host.sys()
                    + "`), in a container bind it writable (`"
                    + bind
                    + "`)");
  }

  /** Tells whether a path is seen through a mount that is read-only. */
  static boolean isReadOnly(Host host, Path path) {
    return Mount.holding(host, path)
        .map(mount -> List.of(mount.options().split(",", -1)).contains("ro"))
        .orElse(false);
  }
}
