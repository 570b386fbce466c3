package org.iosched.device;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Remembers what has to be put back in two places, a journal on disk and a watchdog process, each
 * time before it is changed.
 */
final class Guard {

  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Host host;
  private final Tools tools;
  private final Journal journal;
  private final List<String> plan = new ArrayList<>();
  private Watchdog watchdog;
  private boolean finished;

  private Guard(Host host, Tools tools, Journal journal, Watchdog watchdog) {
    this.host = host;
    this.tools = tools;
    this.journal = journal;
    this.watchdog = watchdog;
  }

  /** Starts the watchdog of a run whose journal has been begun. */
  static Guard over(Host host, Tools tools, Journal journal) {
    Guard guard = new Guard(host, tools, journal, Watchdog.start(tools));
    guard.noteWatchdog();
    guard.before(Undo.journal(journal.file()));
    return guard;
  }

  /** Writes down what has to be undone, before it is done. */
  void before(Undo... undo) {
    before(List.of(undo));
  }

  /** Writes down what has to be undone, before it is done. */
  synchronized void before(List<Undo> undo) {
    if (finished) {
      throw new DeviceException("the run has ended and its device is closed");
    }
    List<String> lines = undo.stream().map(Undo::line).toList();
    journal.append(lines);
    plan.addAll(lines);
    try {
      for (String line : lines) {
        watchdog.tell(line);
      }
    } catch (IOException e) {
      replaceWatchdog();
    }
  }

  /** Claims one more queue, one that this run has made. */
  void claim(String queue) {
    journal.append(List.of("queue\t" + queue));
  }

  /** Makes sure that a watchdog is there, starting another if somebody has killed it. */
  synchronized void ensureWatched() {
    if (!finished && !watchdog.isAlive()) {
      replaceWatchdog();
    }
  }

  private void replaceWatchdog() {
    watchdog = Watchdog.start(tools);
    noteWatchdog();
    try {
      for (String line : plan) {
        watchdog.tell(line);
      }
    } catch (IOException e) {
      throw new DeviceException(
          "the watchdog that restores the device after a crash keeps dying: " + e.getMessage(), e);
    }
  }

  private void noteWatchdog() {
    LiveProcess process = LiveProcess.of(host.proc(), watchdog.pid());
    journal.append(List.of("watchdog\t" + process.pid() + "\t" + process.startTicks()));
  }

  /**
   * Has everything put back, by the same hands that would do it after a crash.
   *
   * @return commands that remain to be run by hand
   */
  synchronized List<String> finish() {
    List<String> remaining = putBack();
    journal.release();
    return remaining;
  }

  private List<String> putBack() {
    ensureWatched();
    finished = true;
    Watchdog.Report report = watchdog.finish(BOUND);
    if (!report.complete() && report.remaining().isEmpty()) {
      // It was killed at its work.
      replaceWatchdog();
      report = watchdog.finish(BOUND);
    }
    if (!report.complete() && report.remaining().isEmpty()) {
      return List.of("sh -c 'see " + journal.file() + "'");
    }
    return report.remaining();
  }

  /** Returns the watchdog's process number. */
  synchronized long watchdogPid() {
    return watchdog.pid();
  }
}
