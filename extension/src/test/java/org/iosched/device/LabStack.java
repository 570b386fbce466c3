package org.iosched.device;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Devices made of the lab machine's disks; they are taken apart in reverse order. */
final class LabStack implements AutoCloseable {

  private final Deque<List<String>> undo = new ArrayDeque<>();

  /** Runs a command, and remembers the one that takes it back. */
  void make(List<String> command, List<String> takenBackBy) {
    run(command);
    undo.push(takenBackBy);
  }

  /** Makes an md of the two spinning disks, without a first synchronization. */
  String md(String level) {
    String node = "/dev/md0";
    List<String> create = new ArrayList<>(List.of("mdadm", "--create", node, "--quiet", "--run"));
    create.addAll(List.of("--level=" + level, "--raid-devices=2", "--metadata=1.0"));
    create.addAll(
        level.equals("1")
            ? List.of("--assume-clean")
            : level.equals("0") ? List.of("--chunk=64") : List.of("--chunk=64", "--assume-clean"));
    create.addAll(List.of(LabDisk.SATA1.link().toString(), LabDisk.SATA2.link().toString()));
    make(create, List.of("mdadm", "--stop", "--quiet", node));
    return node;
  }

  /** Makes a device-mapper device of a table's lines. */
  String mapped(String name, String... table) {
    make(
        List.of(
            "sh", "-c", "printf '" + String.join("\\n", table) + "\\n' | dmsetup create " + name),
        List.of("dmsetup", "remove", "--retry", name));
    return "/dev/mapper/" + name;
  }

  private static void run(List<String> command) {
    Machine.TOOLS.mustRun(
        command.get(0), command.subList(1, command.size()).toArray(new String[0]));
  }

  @Override
  public void close() {
    RuntimeException failure = null;
    while (!undo.isEmpty()) {
      try {
        run(undo.pop());
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
