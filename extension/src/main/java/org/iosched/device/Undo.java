package org.iosched.device;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * One thing to put back or remove, written down before it is changed or made. Its line is read by
 * the watchdog, and by the recovery from a journal.
 *
 * @param kind what is to be done
 * @param words what it is to be done with
 */
record Undo(Kind kind, List<String> words) {

  /** What is to be done. */
  enum Kind {
    /** Write a value to a file in sysfs, if the disk still is the same. */
    PUT,
    /** End the processes of a run. */
    END,
    /** End what is in cgroups, and remove these. */
    GROUPS,
    /** Unmount a directory. */
    UNMOUNT,
    /** Detach the loop devices over a file. */
    DETACH,
    /** Remove an item of configfs, and with it the device that it stands for. */
    CONFIGFS,
    /** Unload a kernel module, unless something uses it. */
    UNLOAD,
    /** Unmount configfs, unless somebody has items in it. */
    CONFIGFSMOUNT,
    /** Delete a file or directory that the run has made. */
    DELETE,
    /** Delete the journal, if all went well. */
    JOURNAL
  }

  /**
   * Checks that the words can be told apart again.
   *
   * @throws DeviceException if one holds a tab or a line break
   */
  Undo {
    words = List.copyOf(words);
    for (String word : words) {
      if (word.isEmpty() || word.indexOf('\t') >= 0 || word.indexOf('\n') >= 0) {
        throw new DeviceException(
            "the path or value '"
                + word.replace("\t", "\\t").replace("\n", "\\n")
                + "' is empty or holds a tab or line break; use one without");
      }
    }
  }

  /** Writes {@code value} to {@code file} unless the queue's disk has been replaced. */
  static Undo put(BlockQueue queue, Path file, String value) {
    return new Undo(
        Kind.PUT,
        List.of(
            queue.diskSequenceFile().toString(),
            queue.diskSequence().orElse("-"),
            file.toString(),
            value));
  }

  /** Ends the processes that carry the run's mark, and those in its cgroup. */
  static Undo end(String run, String cgroup) {
    return new Undo(Kind.END, List.of(run, cgroup));
  }

  /** Removes the cgroups whose paths begin with {@code prefix}, and ends what is in them. */
  static Undo groups(Path prefix) {
    return new Undo(Kind.GROUPS, List.of(prefix.toString()));
  }

  /** Unmounts what is mounted at {@code directory}. */
  static Undo unmount(Path directory) {
    return new Undo(Kind.UNMOUNT, List.of(directory.toString()));
  }

  /** Detaches the loop devices that have {@code image} as their backing file. */
  static Undo detach(Path image) {
    return new Undo(Kind.DETACH, List.of(image.toString()));
  }

  /** Removes the null_blk device of an item, whose name must begin with {@code iosched-}. */
  static Undo configfs(Path item) {
    return new Undo(Kind.CONFIGFS, List.of(item.toString()));
  }

  /**
   * Unloads a kernel module, unless a journal in {@code journals} says that another run has it too.
   */
  static Undo unload(String module, Path journals) {
    return new Undo(Kind.UNLOAD, List.of(module, journals.toString()));
  }

  /** Unmounts configfs, unless a journal in {@code journals} says that another run uses it too. */
  static Undo configfsMount(Path point, Path journals) {
    return new Undo(Kind.CONFIGFSMOUNT, List.of(point.toString(), journals.toString()));
  }

  /** Deletes {@code path}, whose name must begin with {@code iosched-}. */
  static Undo delete(Path path) {
    if (!path.getFileName().toString().startsWith("iosched-")) {
      throw new IllegalArgumentException(path + " was not made by a run");
    }
    return new Undo(Kind.DELETE, List.of(path.toString()));
  }

  /** Deletes the journal once everything else is done. */
  static Undo journal(Path file) {
    return new Undo(Kind.JOURNAL, List.of(file.toString()));
  }

  /** Returns the line that the watchdog reads, without its end. */
  String line() {
    return kind.name().toLowerCase(Locale.ROOT) + "\t" + String.join("\t", words);
  }

  /** Tells whether a journal's line still means something after the machine has restarted. */
  static boolean outlivesRestart(String line) {
    return line.startsWith("delete\t") || line.startsWith("journal\t");
  }
}
