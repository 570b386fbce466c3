package org.iosched.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Does for a run that has died, and whose watchdog has died too, what its journal says.
 *
 * @param host the machine
 * @param tools starts the watchdog that does it
 * @param bootId which start of the machine this is
 * @param held the disks whose queues runs that live have claimed
 */
record Recovery(Host host, Tools tools, String bootId, Set<String> held) {

  /** For how long the watchdog is given to finish. */
  static final Duration BOUND = Duration.ofSeconds(20);

  private static final Pattern GROUP_OF = Pattern.compile(".*-(\\d{1,10})-");

  /** What is done and what is not. */
  record Plan(List<String> lines, List<String> refused, boolean withheld) {}

  /** Returns what of a journal is done: what a run can have asked for, and nobody else needs. */
  Plan plan(FoundJournal.Whole journal) {
    boolean sameBoot = journal.bootId().equals(bootId);
    Reach reach = new Reach(host, journal.run());
    List<String> lines = new ArrayList<>();
    List<String> refused = new ArrayList<>(journal.unknown());
    boolean withheld = false;
    for (Undo undo : believed(journal)) {
      // After a restart every queue is as the boot made it, and names may mean other disks.
      boolean due = undo.kind() != Undo.Kind.JOURNAL && (sameBoot || undo.outlivesRestart());
      if (!reach.covers(undo)) {
        refused.add(undo.line());
      } else if (due && undo.kind() == Undo.Kind.PUT && held.contains(Reach.disk(undo))) {
        withheld = true;
      } else if (due && (undo.kind() != Undo.Kind.GROUPS || !isOfAnother(undo))) {
        lines.add(undo.line());
      }
    }
    if (refused.isEmpty() && !withheld) {
      // Last: should this be killed while it tells, the next run finds the journal.
      lines.add(Undo.journal(journal.file()).line());
    }
    return new Plan(lines, refused, withheld);
  }

  private List<Undo> believed(FoundJournal.Whole journal) {
    Path place = journal.file().getParent();
    if (place == null || !Container.isShared(place)) {
      return journal.undo();
    }
    return journal.undo().stream()
        .flatMap(undo -> Container.believed(host, place, undo).stream())
        .toList();
  }

  /**
   * The groups are named after a process, and another may have been given its number since. This
   * one, too, often has it in a container, but has made none yet.
   */
  private boolean isOfAnother(Undo groups) {
    Matcher name = GROUP_OF.matcher(groups.words().get(0));
    return name.matches()
        && !name.group(1).equals(Long.toString(ProcessHandle.current().pid()))
        && Files.exists(host.proc().resolve(name.group(1)));
  }

  /** Does it, and returns sentences about it. */
  List<String> of(FoundJournal.Whole journal) {
    Path file = journal.file();
    if (!Files.isWritable(file) || !Files.isWritable(file.getParent())) {
      return List.of(
          journal.who()
              + ", was killed and could not clean up after itself; "
              + file
              + " says what it left: start once under sudo to have it done");
    }
    Plan plan = plan(journal);
    Watchdog watchdog = Watchdog.start(tools);
    Watchdog.Report report;
    try {
      // Should this process die now, the next one waits for the watchdog before it writes.
      Journal.of(file).noteWatchdog(host, watchdog);
      watchdog.tell(journal.header());
      for (String line : plan.lines()) {
        watchdog.tell(line);
      }
    } catch (IOException e) {
      // It has died; the report says so.
    } finally {
      report = watchdog.finish(BOUND);
    }
    return sentences(journal, plan, report);
  }

  private List<String> sentences(FoundJournal.Whole journal, Plan plan, Watchdog.Report report) {
    boolean sameBoot = journal.bootId().equals(bootId);
    String head =
        journal.who()
            + (sameBoot
                ? ", was killed and could not clean up after itself"
                : ", was ended by a restart of the machine, which has set up the queues anew");
    List<String> sentences = new ArrayList<>();
    if (!report.done().isEmpty()) {
      sentences.add(
          head
              + (sameBoot ? "; done for it now: " : "; of its files: ")
              + String.join(", ", report.done()));
    } else if (report.complete()) {
      sentences.add(head + "; nothing was left to be done");
    }
    if (!report.complete()) {
      sentences.add(
          head
              + "; what remains is done by: "
              + (report.remaining().isEmpty()
                  ? "starting again, as " + journal.file() + " says it all"
                  : String.join("; ", report.remaining())));
    }
    if (plan.withheld()) {
      sentences.add(
          journal.who()
              + ", has left settings of a device that another run uses now; they are put back by the"
              + " first run after it");
    }
    if (!plan.refused().isEmpty()) {
      sentences.add(
          journal.file()
              + " holds what no run writes, which is not done: '"
              + shown(plan.refused().get(0))
              + "'; look at the file, then delete it");
    }
    return sentences;
  }

  private static String shown(String line) {
    String plain = line.replaceAll("[^ -~]", " ");
    return plain.length() <= 80 ? plain : plain.substring(0, 80) + "…";
  }
}
