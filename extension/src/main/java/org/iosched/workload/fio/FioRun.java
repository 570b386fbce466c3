package org.iosched.workload.fio;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.iosched.workload.RecordException;

/**
 * One document that fio wrote: a state of a run, mostly its end.
 *
 * @param where the document, for messages
 * @param entries its jobs, in its order; at least one
 * @param writtenAt when it was written, in seconds of the Unix epoch; absent before 2.2
 * @param stampSeconds how exact that is
 * @param elapsedSeconds how old the run was then, rounded up to whole seconds
 * @param unfinished whether it says that the run has still some time to go
 * @param text the document
 */
record FioRun(
    String where,
    List<FioEntry> entries,
    OptionalDouble writtenAt,
    double stampSeconds,
    OptionalDouble elapsedSeconds,
    boolean unfinished,
    String text) {

  private static final double MILLIS = 1000;

  /** How exact fio says how old a run is; interim documents are as far apart at least. */
  private static final double AGE_STEP = 1;

  static FioRun read(Members document, String where, String text) {
    Figures figures = new Figures(where);
    Map<String, String> globals = new LinkedHashMap<>();
    document.members("global options").ifPresent(one -> globals.putAll(FioEntry.texts(one)));
    document
        .array("global options")
        .ifPresent(each -> each.forEach(one -> globals.putAll(FioEntry.texts(one))));
    List<FioEntry> entries = new ArrayList<>();
    OptionalDouble elapsed = OptionalDouble.empty();
    boolean unfinished = false;
    for (Members job : jobs(document, where)) {
      FioEntry entry = FioEntry.read(job, globals, figures);
      if (entry.error() != 0) {
        throw new RecordException(
            String.format(
                Locale.ROOT,
                "Job \"%s\" of %s failed with %s; its figures are those of a failed run, so repeat"
                    + " it.",
                entry.job(),
                where,
                ErrorName.of(entry.error())));
      }
      entries.add(entry);
      unfinished |= job.number("eta").orElse(0.0) > 0;
      elapsed = elapsed.isPresent() ? elapsed : figures.size(job, "elapsed");
    }
    OptionalDouble millis = figures.size(document, "timestamp_ms");
    return new FioRun(
        where,
        List.copyOf(entries),
        millis.isPresent()
            ? OptionalDouble.of(millis.getAsDouble() / MILLIS)
            : figures.size(document, "timestamp"),
        millis.isPresent() ? 1 / MILLIS : 1,
        elapsed,
        unfinished,
        text);
  }

  private static List<Members> jobs(Members document, String where) {
    boolean clients = document.array("client_stats").isPresent();
    List<Members> jobs =
        document.array("client_stats").or(() -> document.array("jobs")).orElse(List.of());
    // With several servers fio's client adds an entry that sums them up.
    List<Members> own =
        clients && jobs.size() > 1
            ? jobs.stream()
                .filter(job -> !job.text("jobname").orElse("").equals("All clients"))
                .toList()
            : jobs;
    if (own.isEmpty()) {
      throw new RecordException(
          where + " has no job in it, so that nothing was measured; repeat the run.");
    }
    return own;
  }

  /**
   * Tells whether another document is a later state of the same run, as {@code --status-interval}
   * and SIGUSR1 have them written.
   */
  boolean continuesIn(FioRun later) {
    return sameStart(later) && sameJobs(later);
  }

  private boolean sameStart(FioRun later) {
    double grown = grownSeconds(later);
    if (grown < 0) {
      return false;
    }
    double aged = later.elapsedSeconds.orElse(0) - elapsedSeconds.orElse(0);
    if (writtenAt.isEmpty() || later.writtenAt.isEmpty()) {
      // Runs of 60 s and 61 s look like one that grew; only a run that is not over has another.
      return unfinished && aged >= 0;
    }
    double passed = later.writtenAt.getAsDouble() - writtenAt.getAsDouble();
    // Short runs behind each other agree in age and time, too, but are not at work in between.
    return passed >= 0
        && aged >= 0
        && Math.abs(passed - aged) < AGE_STEP + Math.max(stampSeconds, later.stampSeconds)
        && (hasNoIo() || grown >= passed / 2 - stampSeconds - later.stampSeconds);
  }

  private boolean hasNoIo() {
    return entries.stream().allMatch(entry -> entry.countedSeconds() == 0);
  }

  private boolean sameJobs(FioRun later) {
    return entries.stream()
        .map(FioEntry::job)
        .toList()
        .equals(later.entries.stream().map(FioEntry::job).toList());
  }

  /** Returns by how long a job has run on; negative if what one has counted became less. */
  private double grownSeconds(FioRun later) {
    double grown = 0;
    for (int i = 0; i < Math.min(entries.size(), later.entries.size()); i++) {
      FioEntry before = entries.get(i);
      FioEntry after = later.entries.get(i);
      double seconds = after.countedSeconds() - before.countedSeconds();
      if (after.read().ios() < before.read().ios()
          || after.write().ios() < before.write().ios()
          || seconds < 0) {
        return -1;
      }
      grown = Math.max(grown, seconds);
    }
    return grown;
  }
}
