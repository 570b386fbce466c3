package org.iosched.device;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.iosched.dsl.Nearest;

/** Switches the scheduler of a device's queues together, and puts back what they had. */
final class Switching {

  private final List<BlockQueue> queues;
  private final List<SwitchedQueue> switched;
  private final ClosingGate gate = new ClosingGate();
  private volatile List<QueueChange> changes = List.of();

  /** Saves what the queues have. */
  Switching(List<BlockQueue> queues) {
    this.queues = List.copyOf(queues);
    this.switched = queues.stream().map(SwitchedQueue::new).toList();
  }

  /** Returns the queues. */
  List<BlockQueue> queues() {
    return queues;
  }

  /** Returns what the queues had at first, in their order. */
  List<QueueSettings> saved() {
    return switched.stream().map(SwitchedQueue::saved).toList();
  }

  /** Returns the schedulers that all queues list, in the first one's order. */
  List<String> schedulers() {
    Set<String> common = new LinkedHashSet<>();
    for (int i = 0; i < queues.size(); i++) {
      List<String> listed = queues.get(i).schedulers().listed();
      if (i == 0) {
        common.addAll(listed);
      } else {
        common.retainAll(listed);
      }
    }
    return List.copyOf(common);
  }

  /** As {@link #switchTo(String, Map, Map)}, without attributes. */
  void switchTo(String scheduler, Map<String, String> tunables) {
    switchTo(scheduler, tunables, Map.of());
  }

  /** See {@link TestDevice#switchTo}. */
  void switchTo(
      String scheduler, Map<String, String> tunables, Map<QueueAttribute, String> attributes) {
    gate.pass(() -> switchThrough(scheduler, tunables, attributes));
  }

  private void switchThrough(
      String scheduler, Map<String, String> tunables, Map<QueueAttribute, String> attributes) {
    List<SchedulerLine> lines = new ArrayList<>();
    for (SwitchedQueue each : switched) {
      BlockQueue queue = each.queue();
      queue.checkPresent();
      SchedulerLine line = queue.schedulers();
      lines.add(line);
      List<String> listed = line.listed();
      if (!listed.contains(scheduler)) {
        throw new DeviceException(
            scheduler
                + " is not a scheduler of "
                + queue.name()
                + "; available: "
                + String.join(", ", listed)
                + Nearest.hint(scheduler, listed));
      }
      each.checkRestorable();
    }
    List<QueueSettings> before = switched.stream().map(SwitchedQueue::current).toList();
    try {
      for (int i = 0; i < switched.size(); i++) {
        switched.get(i).set(lines.get(i), scheduler, tunables, attributes);
      }
    } catch (DeviceException e) {
      rollBack(before, e);
      throw e;
    }
  }

  private void rollBack(List<QueueSettings> before, DeviceException cause) {
    for (int i = 0; i < switched.size(); i++) {
      try {
        switched.get(i).rollBack(before.get(i));
      } catch (DeviceException e) {
        cause.addSuppressed(e);
      }
    }
  }

  /** See {@link TestDevice#changed}. */
  Optional<String> changed() {
    List<String> sentences = new ArrayList<>();
    List<QueueChange> all = new ArrayList<>();
    for (SwitchedQueue each : switched) {
      List<QueueChange> found = each.changes();
      if (!found.isEmpty()) {
        all.addAll(found);
        sentences.add(
            "on "
                + each.queue().name()
                + " "
                + found.stream().map(QueueChange::sentence).collect(Collectors.joining(", ")));
      }
    }
    if (all.isEmpty()) {
      return Optional.empty();
    }
    changes = List.copyOf(all);
    return Optional.of(
        String.join("; ", sentences)
            + "; something outside the run has changed it (udev or tuned do)");
  }

  /**
   * See {@link TestDevice#tellChanges}.
   *
   * @param device the device's name
   * @param suspects where to look for who does it
   */
  String tellChanges(String device, String often, Suspects suspects) {
    List<QueueChange> told = changes;
    String what =
        told.stream().map(QueueChange::withName).distinct().collect(Collectors.joining(", "));
    List<String> names = told.stream().map(QueueChange::queue).distinct().toList();
    return (names.isEmpty() ? device : String.join(" and ", names))
        + (names.size() > 1 ? " were" : " was")
        + " changed under the run "
        + often
        + (what.isEmpty() ? "" : " (" + what + ")")
        + "; "
        + suspects.sentence(told);
  }

  /** Lets no further switch through, after the one that is under way. */
  void close() {
    gate.close();
  }

  private static DeviceException together(List<DeviceException> failures) {
    List<String> sentences = new ArrayList<>();
    List<String> commands = new ArrayList<>();
    for (DeviceException failure : failures) {
      if (failure instanceof NotRestoredException left) {
        sentences.add(left.sentence());
        commands.addAll(left.commands());
      } else {
        sentences.add(String.valueOf(failure.getMessage()));
      }
    }
    String sentence = String.join("; ", sentences);
    DeviceException all =
        commands.isEmpty()
            ? new DeviceException(sentence)
            : new NotRestoredException(sentence, commands);
    failures.forEach(all::addSuppressed);
    return all;
  }

  /**
   * Lets no further switch through, and gives each queue what it had.
   *
   * @throws DeviceException if a queue could not be set back, with the commands that do it
   */
  void restore() {
    gate.close();
    List<DeviceException> failures = new ArrayList<>();
    for (SwitchedQueue each : switched) {
      try {
        each.restore();
      } catch (DeviceException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw together(failures);
    }
  }
}
