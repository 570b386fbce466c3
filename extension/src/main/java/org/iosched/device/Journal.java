package org.iosched.device;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

  /** For how long another run is given that is being begun, or restored. */
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Path file;
  private final @Nullable FileChannel held;

  private Journal(Path file, @Nullable FileChannel held) {
    this.file = file;
    this.held = held;
  }

  /** Returns the journal in a file. */
  static Journal of(Path file) {
    return new Journal(file, null);
  }

  /**
   * A journal, and what was put back before it was begun.
   *
   * @param journal the new journal
   * @param header its first line
   * @param recovered sentences
   */
  record Begun(Journal journal, String header, List<String> recovered) {}

  /**
   * Puts back what runs that have died have left, and begins a journal that claims {@code queues}.
   *
   * @throws DeviceException if another run has one of the queues, or no journal can be written
   */
  static Begun begin(Host host, Tools tools, String run, List<String> queues) {
    Path directory = directory(host);
    FileChannel held = Container.isShared(directory) ? hold(directory) : null;
    try {
      return begin(host, tools, run, queues, directory, held);
    } catch (RuntimeException | Error e) {
      close(held);
      throw e;
    }
  }

  /**
   * Locks a folder against runs in other containers for as long as this run lives: they have
   * process numbers of their own, by which it is not seen.
   */
  private static FileChannel hold(Path directory) {
    Path file = directory.resolve("held");
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        if (channel.tryLock() != null) {
          return channel;
        }
      } catch (OverlappingFileLockException e) {
        // Another run of this process has it.
      }
      channel.close();
    } catch (IOException e) {
      throw new DeviceException(
          "the journal in " + directory + " cannot be written: " + BlockQueue.reason(e), e);
    }
    throw new DeviceException(
        directory.resolveSibling(".").normalize()
            + " is in use by another run, perhaps of another container (it has locked "
            + file
            + "); wait for it or end it");
  }

  private static void close(@Nullable FileChannel held) {
    if (held != null) {
      try {
        held.close();
      } catch (IOException e) {
        // The end of the process lets go of it.
      }
    }
  }

  /** Lets go of what this run holds against other containers. */
  void release() {
    close(held);
  }

  private static Begun begin(
      Host host,
      Tools tools,
      String run,
      List<String> queues,
      Path directory,
      @Nullable FileChannel held) {
    List<String> recovered = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (true) {
      String waitsFor;
      try (FileChannel channel =
              FileChannel.open(
                  directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          @Nullable FileLock lock = lock(channel)) {
        if (lock == null) {
          waitsFor =
              "another run, which is being begun (the process that has "
                  + directory.resolve("lock")
                  + " open)";
        } else {
          List<FoundJournal> found = found(host);
          Optional<FoundJournal.Whole> restoring = restoring(host, found, queues);
          if (restoring.isEmpty()) {
            recovered.addAll(recover(host, tools, found, seen));
            return begin(host, directory, run, queues, recovered, held);
          }
          waitsFor =
              "the watchdog (pid "
                  + restoring.get().watchdog().orElseThrow().pid()
                  + ") of "
                  + restoring.get().who()
                  + ", which has died, to restore "
                  + String.join(", ", restoring.get().queues());
        }
      } catch (IOException e) {
        throw new DeviceException(
            "the journal in " + directory + " cannot be written: " + BlockQueue.reason(e), e);
      }
      if (System.nanoTime() > deadline) {
        throw new DeviceException(
            "waited "
                + BOUND.toSeconds()
                + " s in vain for "
                + waitsFor
                + "; look what it waits for, or end it");
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DeviceException("interrupted while waiting for " + waitsFor, e);
      }
    }
  }

  private static List<FoundJournal> found(Host host) {
    List<FoundJournal> found = new ArrayList<>();
    for (Path place : host.stateDirectories()) {
      if (!isTrusted(place)) {
        continue;
      }
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(place, "*" + FoundJournal.SUFFIX)) {
        for (Path file : files) {
          FoundJournal.read(file).ifPresent(found::add);
        }
      } catch (IOException | DirectoryIteratorException e) {
        // A place that cannot be read, as root's may be, holds nothing that could be done.
      }
    }
    return found;
  }

  /**
   * Returns the run that has died and whose watchdog is at work on one of the queues.
   *
   * @throws DeviceException if a run that lives has one of them
   */
  private static Optional<FoundJournal.Whole> restoring(
      Host host, List<FoundJournal> found, List<String> queues) {
    for (FoundJournal journal : found) {
      if (journal instanceof FoundJournal.Whole whole && isOfThisBoot(host, whole)) {
        Optional<String> queue = whole.queues().stream().filter(queues::contains).findFirst();
        if (queue.isEmpty()) {
          continue;
        }
        if (whole.holder().isAlive(host.proc())) {
          throw new DeviceException(
              queue.get() + " is in use by " + whole.who() + "; wait for it or end it");
        }
        if (isRestoring(host, whole)) {
          return Optional.of(whole);
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isOfThisBoot(Host host, FoundJournal.Whole journal) {
    return journal.bootId().equals(bootId(host));
  }

  private static boolean isRestoring(Host host, FoundJournal.Whole journal) {
    return journal.watchdog().filter(dog -> dog.isAlive(host.proc())).isPresent();
  }

  private static List<String> recover(
      Host host, Tools tools, List<FoundJournal> found, Set<Path> seen) {
    List<FoundJournal.Whole> dead = new ArrayList<>();
    Set<String> held = new HashSet<>();
    List<String> sentences = new ArrayList<>();
    for (FoundJournal journal : found) {
      if (journal instanceof FoundJournal.Whole whole) {
        if (isOfThisBoot(host, whole)
            && (whole.holder().isAlive(host.proc()) || isRestoring(host, whole))) {
          held.addAll(whole.queues());
        } else if (seen.add(whole.file())) {
          dead.add(whole);
        }
      } else if (journal instanceof FoundJournal.Unfinished unfinished) {
        // Whoever writes one holds the lock, so its run has died before it changed anything.
        try {
          Files.deleteIfExists(unfinished.file());
        } catch (IOException e) {
          // Another user's, or on a disk that is read-only: it says nothing and does no harm.
        }
      } else if (journal instanceof FoundJournal.Unbelievable unbelievable) {
        sentences.add(
            unbelievable.file()
                + " "
                + unbelievable.reason()
                + ", so nothing of it is done; look at it, then delete it");
      }
    }
    Recovery recovery = new Recovery(host, tools, bootId(host), held);
    dead.forEach(journal -> sentences.addAll(recovery.of(journal)));
    return sentences;
  }

  private static Begun begin(
      Host host,
      Path directory,
      String run,
      List<String> queues,
      List<String> recovered,
      @Nullable FileChannel held) {
    Journal journal = new Journal(directory.resolve(run + FoundJournal.SUFFIX), held);
    LiveProcess self = LiveProcess.of(host.proc(), ProcessHandle.current().pid());
    String header =
        String.join(
            "\t",
            "run",
            run,
            Long.toString(self.pid()),
            Long.toString(self.startTicks()),
            bootId(host),
            DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).atZone(ZoneId.systemDefault())));
    List<String> lines = new ArrayList<>();
    lines.add(header);
    queues.forEach(queue -> lines.add("queue\t" + queue));
    try {
      journal.append(lines);
    } catch (DeviceException e) {
      journal.discard();
      throw e;
    }
    return new Begun(journal, header, recovered);
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Another thread of this process is at it, for moments.
      return null;
    }
  }

  /**
   * Tells whether only this user or root has made, and may change, what is there: journals are
   * acted upon.
   */
  static boolean isTrusted(Path place) {
    try {
      Object owner = Files.getAttribute(place, "unix:uid");
      boolean ours =
          owner.equals(0) || owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
      return ours
          && !Files.getPosixFilePermissions(place).contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException e) {
      return false;
    }
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

  /** Tells whether a journal notes that this is to be undone. */
  static boolean anyHas(Host host, Undo undo) {
    return found(host).stream()
        .anyMatch(found -> found instanceof FoundJournal.Whole run && run.undo().contains(undo));
  }

  /** Returns the file. */
  Path file() {
    return file;
  }

  /** Notes the watchdog that is in charge from now on. */
  void noteWatchdog(Host host, Watchdog watchdog) {
    LiveProcess process = LiveProcess.of(host.proc(), watchdog.pid());
    append(List.of("watchdog\t" + process.pid() + "\t" + process.startTicks()));
  }

  /** Deletes it, of a run that has changed nothing. */
  void discard() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The next run finds that there is nothing to do.
    }
  }

  /**
   * Adds lines, and returns when they are on disk.
   *
   * @throws DeviceException if they cannot be written; the journal is as it was
   */
  void append(List<String> lines) {
    boolean isNew = !Files.exists(file);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      if (isNew) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      }
      long length = out.length();
      try {
        out.seek(length);
        out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        out.getFD().sync();
      } catch (IOException e) {
        // Half a line would spoil the next one.
        out.setLength(length);
        throw e;
      }
      if (isNew) {
        syncDirectory();
      }
    } catch (IOException e) {
      throw new DeviceException(
          "the journal that a crash is recovered from, "
              + file
              + ", cannot be written: "
              + BlockQueue.reason(e)
              + "; free some space there or make it writable",
          e);
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
