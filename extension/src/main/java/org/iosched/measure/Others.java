package org.iosched.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * What processes other than the workload's did between two looks.
 *
 * @param processes those that are there at the second look
 * @param allSeen whether the I/O of all of them may be looked at
 */
record Others(List<Other> processes, boolean allSeen) {

  /** Copies the list. */
  Others {
    processes = List.copyOf(processes);
  }

  /**
   * One of them.
   *
   * @param pid its number
   * @param name its command
   * @param io what it read and wrote, with the children it has waited for
   * @param cpuTicks its processor time in ticks of 10 ms
   */
  record Other(long pid, String name, ProcessIo io, long cpuTicks) {}

  /**
   * Compares two looks.
   *
   * @param before the first look
   * @param after the second look
   * @param own processes that are the workload's own; what they have started is so too
   */
  static Others between(ProcessScan.Snapshot before, ProcessScan.Snapshot after, Set<Long> own) {
    Map<Long, ProcessIo> ended = ended(before, after);
    List<Other> others = new ArrayList<>();
    boolean allSeen = true;
    for (Map.Entry<Long, ProcessScan.Seen> entry : after.processes().entrySet()) {
      long pid = entry.getKey();
      ProcessScan.Seen now = entry.getValue();
      if (isOwn(pid, after, own)) {
        continue;
      }
      allSeen &= now.io().isPresent();
      ProcessScan.Seen known = before.processes().get(pid);
      Optional<ProcessScan.Seen> then = Optional.ofNullable(known).filter(k -> isSame(k, now));
      ProcessIo earlier = ended.getOrDefault(pid, ProcessIo.ZERO);
      ProcessIo io =
          now.io()
              .map(total -> total.since(then.map(t -> t.io().orElse(total)).orElse(ProcessIo.ZERO)))
              .orElse(ProcessIo.ZERO)
              .since(earlier);
      long ticks = ticks(now) - then.map(Others::ticks).orElse(0L);
      others.add(new Other(pid, now.stat().name(), io, ticks));
    }
    return new Others(others, allSeen);
  }

  /**
   * Returns what processes that have ended meanwhile had done before, by parent. A parent that has
   * waited for them now counts all of it, of which that part is older than the first look.
   */
  private static Map<Long, ProcessIo> ended(
      ProcessScan.Snapshot before, ProcessScan.Snapshot after) {
    Map<Long, ProcessIo> ended = new HashMap<>();
    before
        .processes()
        .forEach(
            (pid, then) -> {
              ProcessScan.Seen now = after.processes().get(pid);
              if (now == null || !isSame(then, now)) {
                then.io().ifPresent(io -> ended.merge(then.stat().parent(), io, ProcessIo::plus));
              }
            });
    return ended;
  }

  private static boolean isSame(ProcessScan.Seen then, ProcessScan.Seen now) {
    return then.stat().startTicks() == now.stat().startTicks();
  }

  private static boolean isOwn(long pid, ProcessScan.Snapshot snapshot, Set<Long> own) {
    long ancestor = pid;
    // Numbers may be given anew while /proc is read; so no chain is followed for ever.
    for (int steps = 0; steps < 64; steps++) {
      if (own.contains(ancestor)) {
        return true;
      }
      ProcessScan.Seen seen = snapshot.processes().get(ancestor);
      if (seen == null) {
        return false;
      }
      ancestor = seen.stat().parent();
    }
    return false;
  }

  private static long ticks(ProcessScan.Seen seen) {
    return seen.stat().userTicks() + seen.stat().systemTicks();
  }

  /** Returns what all of them read and wrote. */
  ProcessIo io() {
    return processes.stream().map(Other::io).reduce(ProcessIo.ZERO, ProcessIo::plus);
  }

  /** Returns the one with most of something; empty where none has any. */
  Optional<Other> most(ToLongFunction<Other> what) {
    return processes.stream()
        .filter(other -> what.applyAsLong(other) > 0)
        .max(Comparator.comparingLong(what));
  }
}
