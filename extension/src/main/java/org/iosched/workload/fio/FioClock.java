package org.iosched.workload.fio;

import java.util.Collection;
import java.util.Optional;

/** What an I/O's latency counts from; fio has a clock for each. */
enum FioClock {
  /** From the preparation of the I/O on, the wait for a place in the device's queue included. */
  TOTAL("lat", "from the preparation of an I/O (fio's lat)"),

  /** From the submission of the I/O on. */
  COMPLETION("clat", "from the submission of an I/O (fio's clat)");

  private final String member;
  private final String phrase;

  FioClock(String member, String phrase) {
    this.member = member;
    this.phrase = phrase;
  }

  /** Returns the name of its member in documents, without the unit. */
  String member() {
    return member;
  }

  /** Returns what it counts, for people. */
  String phrase() {
    return phrase;
  }

  /**
   * Chooses one clock for all figures of a document, since those of two do not add up: the total
   * one if every direction that has latencies has it, else that of completions. Where there are
   * distributions, a clock without one does not count: mean and percentiles are to be of one kind.
   *
   * @param sides the directions with I/Os
   * @return empty where no direction has latencies
   */
  static Optional<FioClock> of(Collection<FioSide> sides) {
    boolean distributed =
        sides.stream().anyMatch(side -> side.has(TOTAL, true) || side.has(COMPLETION, true));
    boolean measured = false;
    boolean total = true;
    for (FioSide side : sides) {
      if (side.has(TOTAL, false) || side.has(COMPLETION, false)) {
        measured = true;
        total &= side.has(TOTAL, distributed);
      }
    }
    if (!measured) {
      return Optional.empty();
    }
    boolean completion = sides.stream().anyMatch(side -> side.has(COMPLETION, false));
    return Optional.of(total || !completion ? TOTAL : COMPLETION);
  }
}
