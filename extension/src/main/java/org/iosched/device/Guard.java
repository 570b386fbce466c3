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
  private final String header;
  private final List<Undo> plan = new ArrayList<>();
  private Watchdog watchdog;
  private boolean finished;

  private Guard(Host host, Tools tools, Journal.Begun begun, Watchdog watchdog) {
    this.host = host;
    this.tools = tools;
    this.journal = begun.journal();
    this.header = begun.header();
    this.watchdog = watchdog;
  }

  /**
   * Starts the watchdog of a run whose journal has been begun.
   *
   * @throws DeviceException if it cannot be started or noted; nothing is left then
   */
  static Guard over(Host host, Tools tools, Journal.Begun begun) {
    try {
      Guard guard = new Guard(host, tools, begun, Watchdog.start(tools));
      try {
        guard.journal.noteWatchdog(host, guard.watchdog);
        guard.instruct();
        return guard;
      } catch (DeviceException e) {
        Watchdog.Report unused = guard.watchdog.finish(BOUND);
        throw e;
      }
    } catch (DeviceException e) {
      begun.journal().discard();
      throw e;
    }
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
    journal.append(undo.stream().map(Undo::line).toList());
    plan.addAll(undo);
    try {
      for (Undo one : undo) {
        watchdog.tell(one.line());
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

  /** Only after the one before has ended: two that write at once crash some kernels. */
  private void replaceWatchdog() {
    Watchdog.Report unused = watchdog.finish(BOUND);
    if (watchdog.isAlive()) {
      throw new DeviceException(
          "the watchdog that restores the device after a crash (pid "
              + watchdog.pid()
              + ") hangs; end it and start again");
    }
    watchdog = Watchdog.start(tools);
    journal.noteWatchdog(host, watchdog);
    instruct();
  }

  /** Tells the watchdog all there is so far. */
  private void instruct() {
    try {
      watchdog.tell(header);
      for (Undo undo : plan) {
        watchdog.tell(undo.line());
      }
      // Last: should this process be killed while it tells, the next run finds the journal.
      watchdog.tell(Undo.journal(journal.file()).line());
    } catch (IOException e) {
      throw new DeviceException(
          "the watchdog that restores the device after a crash keeps dying: " + e.getMessage(), e);
    }
  }

  /**
   * Has everything put back, by the same hands that would do it after a crash.
   *
   * @return commands that remain to be run by hand
   */
  synchronized List<String> finish() {
    try {
      return putBack();
    } finally {
      journal.release();
    }
  }

  private List<String> putBack() {
    finished = true;
    try {
      if (!watchdog.isAlive()) {
        replaceWatchdog();
      }
      Watchdog.Report report = watchdog.finish(BOUND);
      if (!report.ended() && !watchdog.isAlive()) {
        // It was killed at its work.
        replaceWatchdog();
        report = watchdog.finish(BOUND);
      }
      return report.ended() ? report.remaining() : byHand();
    } catch (DeviceException e) {
      // No watchdog can be had.
      return byHand();
    }
  }

  private List<String> byHand() {
    List<Undo> all = new ArrayList<>(plan);
    all.add(Undo.journal(journal.file()));
    return all.stream().map(Undo::byHand).toList();
  }

  /** Returns the watchdog's process number. */
  synchronized long watchdogPid() {
    return watchdog.pid();
  }
}
