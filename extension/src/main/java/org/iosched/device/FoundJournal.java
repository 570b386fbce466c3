package org.iosched.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A journal as it was found on disk. */
sealed interface FoundJournal {

  /**
   * That of a run.
   *
   * @param file where it is
   * @param header its first line
   * @param run the run's name
   * @param holder the run's process
   * @param watchdog the one that was started last
   * @param bootId which start of the machine the run belongs to
   * @param started when the run began
   * @param queues what it claims
   * @param undo what is to be undone
   * @param unknown lines that no run writes
   */
  record Whole(
      Path file,
      String header,
      String run,
      LiveProcess holder,
      Optional<LiveProcess> watchdog,
      String bootId,
      String started,
      List<String> queues,
      List<Undo> undo,
      List<String> unknown)
      implements FoundJournal {

    /** Returns the run in words. */
    String who() {
      return "the run of pid " + holder.pid() + ", started " + started;
    }
  }

  /**
   * One whose first line was cut off: nothing has been changed before that was on disk.
   *
   * @param file where it is
   */
  record Unfinished(Path file) implements FoundJournal {}

  /**
   * One that no run has written, or that may not be believed.
   *
   * @param file where it is
   * @param reason a half sentence
   */
  record Unbelievable(Path file, String reason) implements FoundJournal {}

  /** The suffix of all journals. */
  String SUFFIX = ".journal";

  /** {@code run NAME PID START-TICKS BOOT-ID TIME}. */
  Pattern HEADER =
      Pattern.compile(
          "run\t([0-9a-z]{1,16})\t(\\d{1,10})\t(\\d{1,18})\t([0-9a-z-]{1,40})\t([0-9TZ:+-]{10,40})");

  /** {@code watchdog PID START-TICKS}. */
  Pattern WATCHDOG = Pattern.compile("watchdog\t(\\d{1,10})\t(\\d{1,18})");

  /** {@code queue NAME}. */
  Pattern QUEUE = Pattern.compile("queue\t([^/\t]{1,64})");

  /** Reads a journal; empty if it is there no more. */
  static Optional<FoundJournal> read(Path file) {
    String content;
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
            ? Optional.of(new Unbelievable(file, "is no ordinary file"))
            : Optional.empty();
      }
      if (!Journal.isTrusted(file)) {
        return Optional.of(new Unbelievable(file, "may be written by another user"));
      }
      // Bytes that are no text make a line that no run writes.
      content = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return Optional.empty();
    }
    return Optional.of(parse(file, content));
  }

  /** Reads the text of a journal. */
  static FoundJournal parse(Path file, String content) {
    // A line without its end was being written when the power went; what it says was not done.
    String whole = content.substring(0, content.lastIndexOf('\n') + 1);
    if (whole.isEmpty()) {
      return content.isEmpty() || content.startsWith("run\t") || content.matches("r|ru|run|\0+")
          ? new Unfinished(file)
          : new Unbelievable(file, "is not a run's");
    }
    List<String> lines = List.of(whole.substring(0, whole.length() - 1).split("\n", -1));
    Matcher header = HEADER.matcher(lines.get(0));
    if (!header.matches() || !file.getFileName().toString().equals(header.group(1) + SUFFIX)) {
      return new Unbelievable(file, "is not a run's");
    }
    Optional<LiveProcess> watchdog = Optional.empty();
    List<String> queues = new ArrayList<>();
    List<Undo> undo = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      Matcher dog = WATCHDOG.matcher(line);
      Matcher queue = QUEUE.matcher(line);
      if (dog.matches()) {
        watchdog = Optional.of(process(dog, 1));
      } else if (queue.matches()) {
        queues.add(queue.group(1));
      } else {
        Undo.parse(line).ifPresentOrElse(undo::add, () -> unknown.add(line));
      }
    }
    return new Whole(
        file,
        lines.get(0),
        header.group(1),
        process(header, 2),
        watchdog,
        header.group(4),
        header.group(5),
        queues,
        undo,
        unknown);
  }

  private static LiveProcess process(Matcher line, int first) {
    return new LiveProcess(
        Long.parseLong(line.group(first)), Long.parseLong(line.group(first + 1)));
  }
}
