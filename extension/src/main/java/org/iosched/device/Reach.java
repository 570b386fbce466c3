package org.iosched.device;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run can have changed or made: nothing else is written, ended or deleted on the word of a
 * journal, whatever it says.
 *
 * @param host the machine
 * @param run the run's name
 */
record Reach(Host host, String run) {

  /** A setting of a queue, below {@code /sys/block} or {@code /sys/devices}. */
  private static final Pattern SETTING =
      Pattern.compile(
          "(/(?:block|devices)/(?:[^/]+/)*([^/]+))"
              + "/(?:queue/[a-z0-9_]+|queue/iosched/[A-Za-z0-9_]+|device/queue_depth)");

  /** Drivers of virtual devices, and schedulers. */
  private static final Pattern MODULE =
      Pattern.compile("null_blk|scsi_debug|bfq|mq-deadline|adios|[a-z0-9_]+-iosched");

  private static final Pattern VALUE = Pattern.compile("[ -~]{1,200}");

  /** Tells whether a run of this name can have asked for this. */
  boolean covers(Undo undo) {
    List<String> words = undo.words();
    return switch (undo.kind()) {
      case PUT -> coversSetting(words.get(0), words.get(1), words.get(2), words.get(3));
      case END ->
          words.get(0).equals(run) && (words.get(1).equals("-") || isGroup(words.get(1), run));
      case GROUPS -> isGroup(words.get(0), "memory-\\d{1,10}-");
      case UNMOUNT, DETACH, DELETE -> isOfRun(words.get(0));
      case CONFIGFS -> isPlain(words.get(0)) && words.get(0).endsWith("/nullb/iosched-" + run);
      case UNLOAD -> MODULE.matcher(words.get(0)).matches() && isState(words.get(1));
      case CONFIGFSMOUNT ->
          words.get(0).equals(host.sys().resolve("kernel/config").toString())
              && isState(words.get(1));
      case JOURNAL -> true;
    };
  }

  private boolean coversSetting(String sequenceFile, String sequence, String file, String value) {
    String sys = host.sys().toString();
    if (!isPlain(file) || !file.startsWith(sys)) {
      return false;
    }
    Matcher setting = SETTING.matcher(file.substring(sys.length()));
    return setting.matches()
        && sequenceFile.equals(sys + setting.group(1) + "/diskseq")
        && sequence.matches("-|\\d{1,20}")
        && VALUE.matcher(value).matches();
  }

  /** Returns the name of the disk that a setting belongs to. */
  static String disk(Undo put) {
    String sequenceFile = put.words().get(0);
    Path directory = Path.of(sequenceFile).getParent();
    return directory == null ? "" : String.valueOf(directory.getFileName());
  }

  private boolean isGroup(String path, String name) {
    return isPlain(path)
        && nameOf(path).matches("iosched-" + name)
        && Mount.all(host).stream()
            .filter(mount -> mount.type().startsWith("cgroup"))
            .anyMatch(mount -> Path.of(path).startsWith(mount.point()));
  }

  private boolean isOfRun(String path) {
    return isPlain(path) && nameOf(path).matches("iosched-" + run + "([^A-Za-z0-9].*)?");
  }

  private boolean isState(String directory) {
    return host.stateDirectories().stream().anyMatch(place -> directory.equals(place.toString()));
  }

  private static String nameOf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Tells whether a path is written from the root, without detours, and of plain characters. */
  private static boolean isPlain(String path) {
    try {
      return path.startsWith("/")
          && path.chars().noneMatch(Character::isISOControl)
          && path.equals(Path.of(path).normalize().toString());
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
