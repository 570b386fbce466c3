package org.iosched.device;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a run has changed, on disk before it is changed, for the case that the watchdog dies as
 * well. At the same time it is the run's claim on its queues: whoever opens a device reads all
 * journals first.
 *
 * <p>A file of lines whose words are separated by tabs: {@code run NAME PID START-TICKS BOOT-ID
 * TIME}, {@code watchdog PID START-TICKS} (the last one counts), {@code queue NAME}, and the lines
 * of {@link Undo}.
 */
final class Journal {

  private static final String SUFFIX = ".journal";

  /** For how long the watchdog of a run that has died is given to finish. */
  private static final Duration WATCHDOG_BOUND = Duration.ofSeconds(20);

  private final Path file;

  private Journal(Path file) {
    this.file = file;
  }

  /**
   * A journal, and what was put back before it was begun.
   *
   * @param journal the new journal
   * @param recovered sentences
   */
  record Begun(Journal journal, List<String> recovered) {}

  /** A journal as it was found. */
  private record Entry(
      Path file,
      LiveProcess holder,
      Optional<LiveProcess> watchdog,
      String bootId,
      String started,
      List<String> queues,
      List<String> undo) {

    static Optional<Entry> read(Path file) {
      Optional<LiveProcess> holder = Optional.empty();
      Optional<LiveProcess> watchdog = Optional.empty();
      String bootId = "";
      String started = "";
      List<String> queues = new ArrayList<>();
      List<String> undo = new ArrayList<>();
      try {
        String content = Files.readString(file);
        // A line without its end was being written when the power went; what it says was not done.
        String whole = content.substring(0, content.lastIndexOf('\n') + 1);
        for (String line : whole.lines().toList()) {
          String[] words = line.split("\t", -1);
          if (words[0].equals("run") && words.length == 6) {
            holder =
                Optional.of(new LiveProcess(Long.parseLong(words[2]), Long.parseLong(words[3])));
            bootId = words[4];
            started = words[5];
          } else if (words[0].equals("watchdog") && words.length == 3) {
            watchdog =
                Optional.of(new LiveProcess(Long.parseLong(words[1]), Long.parseLong(words[2])));
          } else if (words[0].equals("queue") && words.length == 2) {
            queues.add(words[1]);
          } else {
            undo.add(line);
          }
        }
      } catch (IOException | NumberFormatException e) {
        return Optional.empty();
      }
      if (holder.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(new Entry(file, holder.get(), watchdog, bootId, started, queues, undo));
    }

    String who() {
      return "the run of pid " + holder.pid() + ", started " + started;
    }
  }

  /**
   * Puts back what runs that have died have left, and begins a journal that claims {@code queues}.
   *
   * @throws DeviceException if another run has one of the queues, or no journal can be written
   */
  static Begun begin(Host host, Tools tools, String run, List<String> queues) {
    Path directory = directory(host);
    List<String> recovered = new ArrayList<>();
    long deadline = System.nanoTime() + WATCHDOG_BOUND.toNanos();
    while (true) {
      try (FileChannel channel =
              FileChannel.open(
                  directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = lock(channel)) {
        Optional<Entry> restoring = Optional.empty();
        String bootId = bootId(host);
        for (Path place : host.stateDirectories()) {
          for (Entry entry : entries(place)) {
            boolean sameBoot = entry.bootId().equals(bootId);
            boolean overlaps = entry.queues().stream().anyMatch(queues::contains);
            if (sameBoot && entry.holder().isAlive(host.proc())) {
              if (overlaps) {
                throw inUse(entry, queues);
              }
            } else if (sameBoot
                && entry.watchdog().filter(dog -> dog.isAlive(host.proc())).isPresent()) {
              restoring = Optional.of(entry);
            } else if (lock.isValid()) {
              recovered.addAll(recover(tools, entry, sameBoot));
            }
          }
        }
        if (restoring.isEmpty()) {
          Journal journal = new Journal(directory.resolve(run + SUFFIX));
          LiveProcess self = LiveProcess.of(host.proc(), ProcessHandle.current().pid());
          List<String> lines = new ArrayList<>();
          lines.add(
              String.join(
                  "\t",
                  "run",
                  run,
                  Long.toString(self.pid()),
                  Long.toString(self.startTicks()),
                  bootId,
                  DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                      Instant.now()
                          .truncatedTo(ChronoUnit.SECONDS)
                          .atZone(ZoneId.systemDefault()))));
          queues.forEach(queue -> lines.add("queue\t" + queue));
          journal.append(lines);
          return new Begun(journal, recovered);
        }
        if (System.nanoTime() > deadline) {
          throw new DeviceException(
              "the watchdog (pid "
                  + restoring.get().watchdog().orElseThrow().pid()
                  + ") of "
                  + restoring.get().who()
                  + ", which has died, is still restoring; wait for it or end it");
        }
      } catch (IOException e) {
        throw new DeviceException(
            "the journal in " + directory + " cannot be written: " + BlockQueue.reason(e), e);
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DeviceException("interrupted while waiting for another run's watchdog", e);
      }
    }
  }

  private static DeviceException inUse(Entry entry, List<String> queues) {
    String queue = entry.queues().stream().filter(queues::contains).findFirst().orElseThrow();
    return new DeviceException(queue + " is in use by " + entry.who() + "; wait for it or end it");
  }

  private static FileLock lock(FileChannel channel) throws IOException {
    while (true) {
      try {
        return channel.lock();
      } catch (OverlappingFileLockException e) {
        // Another thread of this process is at it, for moments.
        Thread.onSpinWait();
      }
    }
  }

  /** Tells whether only this user or root has made what is there: journals are acted upon. */
  private static boolean isTrusted(Path place) {
    try {
      Object owner = Files.getAttribute(place, "unix:uid");
      return owner.equals(0) || owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Entry> entries(Path place) {
    if (!isTrusted(place)) {
      return List.of();
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(place, "*" + SUFFIX)) {
      found.forEach(files::add);
    } catch (IOException e) {
      return List.of();
    }
    return files.stream().sorted().map(Entry::read).flatMap(Optional::stream).toList();
  }

  private static List<String> recover(Tools tools, Entry entry, boolean sameBoot) {
    if (!Files.isWritable(entry.file().getParent())) {
      return List.of(entry.who() + " has died and left " + entry.file() + "; run once as root");
    }
    Watchdog watchdog = Watchdog.start(tools);
    try {
      for (String line : entry.undo()) {
        // After a restart every queue is as the boot made it, and names may mean other disks.
        if (sameBoot || Undo.outlivesRestart(line)) {
          watchdog.tell(line);
        }
      }
    } catch (IOException e) {
      // The report says so.
    }
    Watchdog.Report report = watchdog.finish(WATCHDOG_BOUND);
    List<String> sentences = new ArrayList<>();
    String head = entry.who() + (sameBoot ? ", has died" : ", ended with a restart of the machine");
    if (!report.done().isEmpty()) {
      sentences.add(head + "; put back for it: " + String.join(", ", report.done()));
    } else if (report.complete()) {
      sentences.add(head + "; nothing was left to put back");
    }
    if (!report.complete()) {
      sentences.add(
          head
              + " and could not be cleaned up after; by hand: "
              + (report.remaining().isEmpty()
                  ? "see " + entry.file()
                  : String.join("; ", report.remaining())));
    }
    return sentences;
  }

  private static String bootId(Host host) {
    try {
      return Files.readString(host.proc().resolve("sys/kernel/random/boot_id")).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static Path directory(Host host) {
    List<String> refusals = new ArrayList<>();
    for (Path place : host.stateDirectories()) {
      try {
        Files.createDirectories(place);
        if (!isTrusted(place)) {
          refusals.add(place + " (made by another user)");
        } else if (Files.isWritable(place)) {
          return place;
        } else {
          refusals.add(place + " (not writable)");
        }
      } catch (IOException e) {
        refusals.add(place + " (" + BlockQueue.reason(e) + ")");
      }
    }
    throw new DeviceException(
        "there is no place for the journal that a crash is recovered from: "
            + String.join(", ", refusals)
            + "; make one of them writable");
  }

  /** Tells whether a journal notes that {@code line} is to be undone. */
  static boolean anyHas(Host host, String line) {
    return host.stateDirectories().stream()
        .flatMap(place -> entries(place).stream())
        .anyMatch(entry -> entry.undo().contains(line));
  }

  /** Returns the file. */
  Path file() {
    return file;
  }

  /** Adds lines, and returns when they are on disk. */
  void append(List<String> lines) {
    boolean isNew = !Files.exists(file);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      if (isNew) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      }
      out.seek(out.length());
      out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
      out.getFD().sync();
      if (isNew) {
        syncDirectory();
      }
    } catch (IOException e) {
      throw new DeviceException(
          "the journal " + file + " cannot be written: " + BlockQueue.reason(e), e);
    }
  }

  private void syncDirectory() throws IOException {
    try (FileChannel channel = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "journal %s", file);
  }
}
