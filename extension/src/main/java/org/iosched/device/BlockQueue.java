package org.iosched.device;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One queue of the kernel's block layer: the files below {@code /sys/block/DEV}. */
final class BlockQueue {

  /** For how long a write is repeated that the kernel answers with EBUSY. */
  private static final Duration BUSY_BOUND = Duration.ofSeconds(2);

  private final SysFiles files;
  private final Path directory;
  private final String name;
  private final Optional<String> diskSequence;
  private final List<QueueAttribute> present;

  /**
   * Looks at a queue.
   *
   * @param files how to read and write
   * @param directory the disk's directory in sysfs
   */
  BlockQueue(SysFiles files, Path directory) {
    this.files = files;
    this.directory = directory;
    this.name = directory.getFileName().toString();
    this.diskSequence = optional("diskseq");
    this.present =
        Arrays.stream(QueueAttribute.values())
            .filter(attribute -> Files.exists(attributeFile(attribute)))
            .toList();
  }

  /** Returns the kernel's name, e.g. {@code "sda"}. */
  String name() {
    return name;
  }

  /** Returns the disk's directory in sysfs. */
  Path directory() {
    return directory;
  }

  /** Returns the file that holds the scheduler. */
  Path schedulerFile() {
    return directory.resolve("queue/scheduler");
  }

  /** Returns the file of a tunable of the active scheduler. */
  Path tunableFile(String tunable) {
    return directory.resolve("queue/iosched").resolve(tunable);
  }

  /** Tells whether a file is a tunable's, of whatever scheduler. */
  boolean isTunable(Path file) {
    return file.startsWith(directory.resolve("queue/iosched"));
  }

  /** Returns the file of a queue attribute. */
  Path attributeFile(QueueAttribute attribute) {
    return directory.resolve(attribute.file());
  }

  /**
   * Returns the file that tells one disk from its successor of the same name (since Linux 5.15).
   */
  Path diskSequenceFile() {
    return directory.resolve("diskseq");
  }

  /** Returns the disk's sequence number as it was when this was made. */
  Optional<String> diskSequence() {
    return diskSequence;
  }

  /**
   * Checks that the disk is the one this was made for.
   *
   * @throws DeviceException if it is gone or another one has its name
   */
  void checkPresent() {
    if (!Files.isDirectory(directory)) {
      throw gone();
    }
    if (diskSequence.isPresent() && !optional("diskseq").equals(diskSequence)) {
      throw gone();
    }
  }

  private DeviceException gone() {
    return new DeviceException(
        name
            + " has disappeared during the run (unplugged, or its loop device detached); attach it"
            + " again and start anew");
  }

  /** Returns the schedulers and the active one. */
  SchedulerLine schedulers() {
    try {
      return SchedulerLine.parse(files.read(schedulerFile()));
    } catch (IOException e) {
      checkPresent();
      throw new DeviceException(
          name + " has no scheduler: " + schedulerFile() + " cannot be read (" + reason(e) + ")",
          e);
    }
  }

  /** Returns the active scheduler's tunables that can be read, by name. */
  Map<String, String> tunables() {
    Path iosched = directory.resolve("queue/iosched");
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(iosched)) {
      entries.forEach(found::add);
    } catch (IOException e) {
      // `none` has no tunables.
      return Map.of();
    }
    Map<String, String> tunables = new TreeMap<>();
    for (Path file : found) {
      value(file).ifPresent(value -> tunables.put(file.getFileName().toString(), value));
    }
    return Collections.unmodifiableMap(tunables);
  }

  /** Returns the queue attributes that a run may change, as far as the queue has them. */
  Map<QueueAttribute, String> attributes() {
    Map<QueueAttribute, String> attributes = new EnumMap<>(QueueAttribute.class);
    for (QueueAttribute attribute : present) {
      // wbt_lat_usec answers EINVAL where write-back throttling is not built in.
      value(attributeFile(attribute)).ifPresent(value -> attributes.put(attribute, value));
    }
    return Collections.unmodifiableMap(attributes);
  }

  /** Returns the value of a file below the disk's directory, if it can be read. */
  Optional<String> optional(String file) {
    return value(directory.resolve(file));
  }

  /** Returns a file's value, if it can be read. */
  Optional<String> value(Path file) {
    try {
      return Optional.of(files.read(file)).filter(value -> !value.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Writes a value, again and again for up to two seconds while the kernel answers EBUSY.
   *
   * @throws DeviceException with the reason in words if the kernel refuses
   */
  void write(Path file, String value) {
    long deadline = System.nanoTime() + BUSY_BOUND.toNanos();
    long pauseMillis = 1;
    boolean interrupted = false;
    try {
      while (true) {
        try {
          files.write(file, value);
          return;
        } catch (IOException e) {
          if (!isBusy(e) || System.nanoTime() > deadline) {
            throw refused(file, value, e);
          }
        }
        try {
          Thread.sleep(pauseMillis);
        } catch (InterruptedException e) {
          // A queue left half restored is worse than a late answer to an interrupt.
          interrupted = true;
        }
        pauseMillis = Math.min(50, pauseMillis * 2);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private DeviceException refused(Path file, String value, IOException e) {
    if (e instanceof NoSuchFileException) {
      checkPresent();
    }
    String remedy = "";
    if (e instanceof AccessDeniedException) {
      remedy =
          "; run it as root (sudo), or allow it by this line of sudoers: "
              + String.join("", Sudoers.lines(User.current(), List.of(file)));
    } else if (reason(e).contains("Read-only")) {
      remedy = "; mount /sys writable, or bind " + directory.resolve("queue") + " writable";
    } else if (reason(e).contains("Invalid argument")) {
      remedy = "; it holds " + value(file).orElse("nothing") + ", so ask for a value of that kind";
    } else if (isBusy(e)) {
      remedy =
          " for "
              + BUSY_BOUND.toSeconds()
              + " s; look which process writes to it (udev, tuned?) and end it";
    }
    return new DeviceException(
        "the kernel refused '" + value + "' for " + file + ": " + reason(e) + remedy, e);
  }

  /** Tells whether a write failed since the value is not one that the file takes. */
  static boolean isBadValue(IOException e) {
    return reason(e).contains("Invalid argument") || reason(e).contains("out of range");
  }

  private static boolean isBusy(IOException e) {
    return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("resource busy");
  }

  /** Returns why a file operation failed, without the path that the caller names anyway. */
  static String reason(IOException e) {
    if (e instanceof AccessDeniedException denied) {
      return denied.getReason() == null ? "permission denied" : denied.getReason();
    }
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return String.valueOf(e.getMessage());
  }
}
