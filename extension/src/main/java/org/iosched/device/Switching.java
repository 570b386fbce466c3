package org.iosched.device;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.iosched.dsl.Nearest;
import org.jspecify.annotations.Nullable;

/** Switches the scheduler of a device's queues together, and puts back what they had. */
final class Switching {

  private final List<BlockQueue> queues;
  private final List<QueueSettings> saved;
  private final ClosingGate gate = new ClosingGate();
  private volatile @Nullable List<QueueSettings> set;

  /** Saves what the queues have. */
  Switching(List<BlockQueue> queues) {
    this.queues = List.copyOf(queues);
    this.saved = queues.stream().map(QueueSettings::of).toList();
  }

  /** Returns the queues. */
  List<BlockQueue> queues() {
    return queues;
  }

  /** Returns what the queues had at first, in their order. */
  List<QueueSettings> saved() {
    return saved;
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

  /** See {@link TestDevice#switchTo}. */
  void switchTo(String scheduler, Map<String, String> tunables) {
    gate.pass(() -> switchThrough(scheduler, tunables));
  }

  private void switchThrough(String scheduler, Map<String, String> tunables) {
    queues.forEach(BlockQueue::checkPresent);
    for (BlockQueue queue : queues) {
      List<String> listed = queue.schedulers().listed();
      if (!listed.contains(scheduler)) {
        throw new DeviceException(
            scheduler
                + " is not a scheduler of "
                + queue.name()
                + "; available: "
                + String.join(", ", listed)
                + Nearest.hint(scheduler, listed));
      }
    }
    List<QueueSettings> before = queues.stream().map(QueueSettings::of).toList();
    List<QueueSettings> after = new ArrayList<>();
    try {
      for (BlockQueue queue : queues) {
        renew(queue, scheduler);
        tunables.forEach((name, value) -> tune(queue, scheduler, name, value));
        after.add(QueueSettings.of(queue));
      }
    } catch (DeviceException e) {
      rollBack(before, e);
      throw e;
    }
    set = after;
  }

  /**
   * Switches to a fresh instance. The kernel takes a scheduler that is already active for done, and
   * would leave it the tunables and all it has learned in the run before; so it goes by another.
   */
  private void renew(BlockQueue queue, String scheduler) {
    SchedulerLine line = queue.schedulers();
    boolean stateless = scheduler.equals("none") && set != null;
    if (line.active().equals(scheduler) && !stateless) {
      Optional<String> other =
          line.listed().stream().filter(listed -> !listed.equals(scheduler)).findFirst();
      other.ifPresent(name -> activate(queue, name));
    }
    activate(queue, scheduler);
  }

  private void activate(BlockQueue queue, String scheduler) {
    if (queue.schedulers().active().equals(scheduler)) {
      return;
    }
    queue.write(queue.schedulerFile(), scheduler);
    String active = queue.schedulers().active();
    if (!active.equals(scheduler)) {
      throw new DeviceException(
          queue.name()
              + " took "
              + scheduler
              + " without an error but reads back "
              + active
              + "; something else switches it too (udev, tuned?)");
    }
  }

  private void tune(BlockQueue queue, String scheduler, String tunable, String value) {
    Map<String, String> known = queue.tunables();
    if (!known.containsKey(tunable)) {
      throw new DeviceException(
          tunable
              + " is not a tunable of "
              + scheduler
              + " on "
              + queue.name()
              + (known.isEmpty()
                  ? ", which has none; leave it out"
                  : "; there are: " + String.join(", ", known.keySet()))
              + Nearest.hint(tunable, known.keySet()));
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

  private void rollBack(List<QueueSettings> before, DeviceException cause) {
    for (int i = 0; i < queues.size(); i++) {
      try {
        before.get(i).applyTo(queues.get(i));
      } catch (DeviceException e) {
        cause.addSuppressed(e);
      }
    }
  }

  /** See {@link TestDevice#changed}. */
  Optional<String> changed() {
    List<QueueSettings> expected = set;
    if (expected == null) {
      expected = saved;
    }
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < queues.size(); i++) {
      BlockQueue queue = queues.get(i);
      queue.checkPresent();
      List<String> differences = QueueSettings.of(queue).differencesFrom(expected.get(i));
      if (!differences.isEmpty()) {
        sentences.add("on " + queue.name() + " " + String.join(", ", differences));
      }
    }
    return sentences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join("; ", sentences)
                + "; something outside the run has changed it (udev or tuned do)");
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
    for (int i = 0; i < queues.size(); i++) {
      try {
        saved.get(i).applyTo(queues.get(i));
      } catch (DeviceException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw together(failures);
    }
  }
}
