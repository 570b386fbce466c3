package org.iosched.device;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing to put back or remove, written down before it is changed or made. Its line is read by
 * the watchdog, and by the recovery from a journal.
 *
 * @param kind what is to be done
 * @param words what it is to be done with
 */
record Undo(Kind kind, List<String> words) {

  /** What is to be done. What each may touch is a closed set: see {@link Reach}. */
  enum Kind {
    /** Write a value to a file in sysfs, if the disk still is the same. */
    PUT(4),
    /** End the processes of a run. */
    END(2),
    /** End what is in cgroups, and remove these. */
    GROUPS(1),
    /** Unmount a directory. */
    UNMOUNT(1),
    /** Detach the loop devices over a file. */
    DETACH(1),
    /** Remove an item of configfs, and with it the device that it stands for. */
    CONFIGFS(1),
    /** Unload a kernel module, unless something uses it. */
    UNLOAD(2),
    /** Unmount configfs, unless somebody has items in it. */
    CONFIGFSMOUNT(2),
    /** Delete a file or directory that the run has made. */
    DELETE(1),
    /** Delete the journal, if all went well. */
    JOURNAL(1);

    private final int words;

    Kind(int words) {
      this.words = words;
    }
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

  /** Reads a line of a journal; empty if it is none that a run writes. */
  static Optional<Undo> parse(String line) {
    List<String> words = List.of(line.split("\t", -1));
    for (Kind kind : Kind.values()) {
      if (words.get(0).equals(kind.name().toLowerCase(Locale.ROOT))
          && words.size() == kind.words + 1
          && !words.contains("")) {
        return Optional.of(new Undo(kind, words.subList(1, words.size())));
      }
    }
    return Optional.empty();
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

  /** Returns the command with which a person does it. */
  String byHand() {
    return switch (kind) {
      case PUT -> "echo '" + words.get(3) + "' > " + words.get(2);
      case END ->
          "kill -KILL $(grep -lzsxF IOSCHED_RUN="
              + words.get(0)
              + " /proc/[0-9]*/environ | cut -d/ -f3)";
      case GROUPS -> "rmdir " + words.get(0) + "*";
      case UNMOUNT -> "umount '" + words.get(0) + "'";
      case DETACH -> "losetup -d $(losetup -n -O NAME -j '" + words.get(0) + "')";
      case CONFIGFS -> "rmdir '" + words.get(0) + "'";
      case UNLOAD -> "rmmod " + words.get(0);
      case CONFIGFSMOUNT -> "umount '" + words.get(0) + "'";
      case DELETE -> "rm -rf --one-file-system '" + words.get(0) + "'";
      case JOURNAL -> "rm '" + words.get(0) + "'";
    };
  }

  /** Tells whether it still means something after the machine has restarted: files are left. */
  boolean outlivesRestart() {
    return kind == Kind.DELETE;
  }
}
