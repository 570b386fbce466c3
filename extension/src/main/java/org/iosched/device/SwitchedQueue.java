package org.iosched.device;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.iosched.dsl.Nearest;
import org.jspecify.annotations.Nullable;

/** One queue that is switched: what it had at first, and what was set last. */
final class SwitchedQueue {

  /** How often a switch is begun anew that others have come between. */
  private static final int TRIES = 10;

  /** What the kernel sets by itself, in microseconds: without moving parts, and with. */
  private static final List<String> KERNELS_WBT = List.of("2000", "75000");

  /** The one scheduler that switches write-back throttling off, unless somebody has written it. */
  private static final String WITHOUT_WBT = "bfq";

  private final BlockQueue queue;
  private final QueueSettings saved;
  private final Set<QueueAttribute> written = EnumSet.noneOf(QueueAttribute.class);
  private boolean timesKept;
  private @Nullable String wbtBefore;
  private volatile @Nullable Held held;

  /**
   * What was set.
   *
   * @param settings what was read when all was set
   * @param instance the scheduler's instance since before the first tunable was set
   * @param asked the attributes that were asked for
   */
  private record Held(
      QueueSettings settings, SchedulerInstance instance, Set<QueueAttribute> asked) {}

  /** Saves what the queue has. */
  SwitchedQueue(BlockQueue queue) {
    this.queue = queue;
    this.saved = QueueSettings.of(queue);
  }

  /** Returns the queue. */
  BlockQueue queue() {
    return queue;
  }

  /** Returns what it had at first. */
  QueueSettings saved() {
    return saved;
  }

  /** Returns what a switch that fails has to bring back. */
  QueueSettings current() {
    Held last = held;
    return last == null ? QueueSettings.of(queue) : last.settings();
  }

  /**
   * Checks that what the queue had can be put back, as far as that can be known before.
   *
   * @throws DeviceException if it cannot; nothing has been changed
   */
  void checkRestorable() {
    if (held == null) {
      saved
          .cannotComeBack(queue)
          .ifPresent(
              sentence -> {
                throw new DeviceException(sentence);
              });
    }
  }

  /**
   * Switches, sets attributes and tunables, and reads all of it back. Begins anew, a bounded number
   * of times, where somebody else has switched meanwhile.
   *
   * @param line what the queue lists, and has active
   * @throws DeviceException if the kernel refuses, or others do not let it be
   */
  void set(
      SchedulerLine line,
      String scheduler,
      Map<String, String> tunables,
      Map<QueueAttribute, String> attributes) {
    if (held == null) {
      timesKept = SchedulerInstance.keepTimes(queue);
    }
    for (int i = 0; i < TRIES; i++) {
      renew(i == 0 ? line : queue.schedulers(), scheduler);
      Optional<Held> set = trySet(scheduler, tunables, attributes);
      if (set.isPresent()) {
        held = set.get();
        return;
      }
    }
    throw new DeviceException(
        queue.name()
            + " was switched by somebody else each of the "
            + TRIES
            + " times that the run set "
            + scheduler
            + ", and reads back "
            + queue.schedulers().active()
            + "; end what switches it (udev, tuned, another run?), then run again");
  }

  /**
   * Sets what belongs to a scheduler that has just been written, and returns what was set; empty if
   * somebody else has switched meanwhile.
   */
  private Optional<Held> trySet(
      String scheduler, Map<String, String> tunables, Map<QueueAttribute, String> attributes) {
    SchedulerInstance instance = instance();
    if (!queue.schedulers().active().equals(scheduler)) {
      return Optional.empty();
    }
    try {
      for (QueueAttribute attribute : QueueAttribute.values()) {
        setAttribute(attribute, scheduler, attributes.get(attribute));
      }
      tunables.forEach((name, value) -> tune(scheduler, name, value));
    } catch (DeviceException e) {
      if (!instance().equals(instance)) {
        return Optional.empty();
      }
      throw e;
    }
    QueueSettings now = QueueSettings.of(queue);
    return now.scheduler().equals(scheduler) && instance().equals(instance)
        ? Optional.of(new Held(now, instance, Set.copyOf(attributes.keySet())))
        : Optional.empty();
  }

  private SchedulerInstance instance() {
    return SchedulerInstance.of(queue, timesKept);
  }

  /**
   * Switches to a fresh instance. The kernel takes a scheduler that is already active for done, and
   * would leave it the tunables and all it has learned in the run before; so it goes by another.
   */
  private void renew(SchedulerLine line, String scheduler) {
    if (line.active().equals(scheduler)) {
      if (scheduler.equals("none") && isUntouched()) {
        return;
      }
      line.listed().stream()
          .filter(listed -> !listed.equals(scheduler))
          .findFirst()
          .ifPresent(other -> queue.write(queue.schedulerFile(), other));
    }
    queue.write(queue.schedulerFile(), scheduler);
  }

  /**
   * Tells whether nothing could be renewed: all is as the last switch, to the defaults, left it.
   */
  private boolean isUntouched() {
    Held last = held;
    return last != null
        && last.asked().isEmpty()
        && last.settings().attributes().equals(queue.attributes());
  }

  private void setAttribute(QueueAttribute attribute, String scheduler, @Nullable String asked) {
    if (asked == null) {
      if (written.contains(attribute)) {
        unasked(attribute, scheduler)
            .filter(
                value -> !queue.value(queue.attributeFile(attribute)).equals(Optional.of(value)))
            .ifPresent(value -> queue.write(queue.attributeFile(attribute), value));
      }
      return;
    }
    String held =
        queue
            .value(queue.attributeFile(attribute))
            .orElseThrow(() -> new DeviceException(lacks(attribute, asked)));
    if (sameValue(held, asked)) {
      return;
    }
    if (attribute == QueueAttribute.WBT_LAT_USEC
        && !written.contains(attribute)
        && !scheduler.equals(WITHOUT_WBT)) {
      wbtBefore = held;
    }
    written.add(attribute);
    try {
      queue.write(queue.attributeFile(attribute), asked);
    } catch (DeviceException e) {
      boolean taken = e.getCause() instanceof IOException io && !BlockQueue.isBadValue(io);
      throw taken
          ? e
          : new DeviceException(
              queue.name()
                  + " does not take "
                  + asked
                  + " for "
                  + attribute
                  + " and holds "
                  + held
                  + "; ask @Queue for a value that the kernel takes, or leave it out",
              e);
    }
    String kept = queue.value(queue.attributeFile(attribute)).orElse("nothing");
    if (!sameValue(kept, asked)) {
      throw new DeviceException(
          queue.name()
              + " keeps "
              + kept
              + " when asked for "
              + attribute
              + "="
              + asked
              + " (the kernel limits or rounds it), and held "
              + held
              + "; ask @Queue for a value that it keeps, or leave it out");
    }
  }

  private String lacks(QueueAttribute attribute, String asked) {
    return queue.name()
        + " has no "
        + attribute
        + " that could be set to "
        + asked
        + " ("
        + queue.attributeFile(attribute)
        + " holds nothing); leave it out of @Queue, or measure a disk that has it"
        + (attribute == QueueAttribute.QUEUE_DEPTH ? ", such as a SATA or SCSI one" : "");
  }

  /**
   * Returns what an attribute that an earlier switch has written is without that; empty where the
   * scheduler has brought its own value already.
   */
  private Optional<String> unasked(QueueAttribute attribute, String scheduler) {
    Optional<String> before = Optional.ofNullable(saved.attributes().get(attribute));
    return switch (attribute) {
      case NR_REQUESTS -> Optional.empty();
      case READ_AHEAD_KB, QUEUE_DEPTH -> before;
      case WBT_LAT_USEC -> before.map(value -> wbtUnasked(value, scheduler));
    };
  }

  /**
   * Once written, the kernel keeps the latency through every switch, where it has set it before.
   */
  private String wbtUnasked(String before, String scheduler) {
    boolean without = scheduler.equals(WITHOUT_WBT);
    if (without == saved.scheduler().equals(WITHOUT_WBT)) {
      return before;
    }
    if (without) {
      return KERNELS_WBT.contains(before) ? "0" : before;
    }
    // The kernel's own default is what -1 stands for.
    return !before.equals("0") ? before : wbtBefore == null ? "-1" : wbtBefore;
  }

  private void tune(String scheduler, String tunable, String value) {
    if (queue.value(queue.tunableFile(tunable)).isEmpty()) {
      Set<String> known = queue.tunables().keySet();
      throw new DeviceException(
          tunable
              + " is not a tunable of "
              + scheduler
              + " on "
              + queue.name()
              + (known.isEmpty()
                  ? ", which has none; leave it out"
                  : "; there are: " + String.join(", ", known))
              + Nearest.hint(tunable, known));
    }
    queue.write(queue.tunableFile(tunable), value);
    String kept = queue.value(queue.tunableFile(tunable)).orElse("nothing");
    if (!sameValue(kept, value)) {
      throw new DeviceException(
          queue.name()
              + " keeps "
              + kept
              + " for "
              + tunable
              + "="
              + value
              + " of "
              + scheduler
              + " (the kernel limits or rounds it); ask for a value that it keeps");
    }
  }

  /** Compares as numbers where both are: {@code 01} and {@code 1} are the same. */
  private static boolean sameValue(String kept, String asked) {
    if (kept.equals(asked.strip())) {
      return true;
    }
    try {
      return new BigDecimal(kept).compareTo(new BigDecimal(asked.strip())) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * Gives the queue what it had before a switch that failed.
   *
   * @throws DeviceException if it could not be set
   */
  void rollBack(QueueSettings before) {
    before.applyTo(queue);
    Held last = held;
    if (last != null) {
      held = new Held(last.settings(), instance(), last.asked());
    }
  }

  /**
   * Gives the queue what it had at first.
   *
   * @throws DeviceException if it could not be set, with the commands that set it
   */
  void restore() {
    boolean depth = written.contains(QueueAttribute.QUEUE_DEPTH);
    (depth ? saved : saved.without(QueueAttribute.QUEUE_DEPTH)).applyTo(queue);
  }

  /** Returns what somebody else has changed since the last switch, or since the beginning. */
  List<QueueChange> changes() {
    queue.checkPresent();
    Held last = held;
    QueueSettings expected = last == null ? saved : last.settings();
    if (last == null || !last.asked().contains(QueueAttribute.QUEUE_DEPTH)) {
      // The kernel lowers it by itself when a disk says that its queue is full.
      expected = expected.without(QueueAttribute.QUEUE_DEPTH);
    }
    List<QueueChange> changes = QueueSettings.of(queue).differencesFrom(expected, queue.name());
    // Looked at last: the same instance now has been it all the time.
    return changes.isEmpty() && last != null && !instance().equals(last.instance())
        ? List.of(
            new QueueChange(
                queue.name(), QueueChange.SCHEDULER, expected.scheduler(), expected.scheduler()))
        : changes;
  }
}
