package org.iosched.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run changes on a queue: its scheduler, the attributes that follow it, its tunables.
 *
 * @param scheduler the active scheduler
 * @param attributes queue attributes, as far as the queue has them
 * @param tunables the scheduler's tunables by name
 */
record QueueSettings(
    String scheduler, Map<QueueAttribute, String> attributes, Map<String, String> tunables) {

  /** Reads what the queue has now. */
  static QueueSettings of(BlockQueue queue) {
    return new QueueSettings(queue.schedulers().active(), queue.attributes(), queue.tunables());
  }

  /**
   * Returns the files with their values in the order in which they must be written: a scheduler
   * sets the attributes when it comes, and {@code nr_requests} resets tunables such as {@code
   * async_depth}.
   */
  Map<Path, String> inOrder(BlockQueue queue) {
    Map<Path, String> values = new LinkedHashMap<>();
    values.put(queue.schedulerFile(), scheduler);
    attributes.forEach((name, value) -> values.put(queue.attributeFile(name), value));
    tunables.forEach((name, value) -> values.put(queue.tunableFile(name), value));
    return values;
  }

  /**
   * Gives the queue these settings and reads them back.
   *
   * @throws NotRestoredException if one could not be set, with the commands that set them
   */
  void applyTo(BlockQueue queue) {
    queue.checkPresent();
    List<DeviceException> refusals = new ArrayList<>();
    inOrder(queue)
        .forEach(
            (file, value) -> {
              if (!holds(queue, file, value)) {
                try {
                  queue.write(file, value);
                } catch (DeviceException e) {
                  refusals.add(e);
                }
              }
            });
    List<String> commands = new ArrayList<>();
    inOrder(queue)
        .forEach(
            (file, value) -> {
              if (!holds(queue, file, value)) {
                commands.add("echo '" + value + "' > " + file);
              }
            });
    if (!commands.isEmpty()) {
      NotRestoredException failure =
          new NotRestoredException(
              queue.name()
                  + " could not be set back to "
                  + scheduler
                  + " as it was"
                  + refusals.stream().findFirst().map(e -> " (" + e.getMessage() + ")").orElse(""),
              commands);
      refusals.forEach(failure::addSuppressed);
      throw failure;
    }
  }

  private boolean holds(BlockQueue queue, Path file, String value) {
    return file.equals(queue.schedulerFile())
        ? queue.schedulers().active().equals(value)
        : queue.value(file).map(value::equals).orElse(false);
  }

  /**
   * Returns why the kernel would not take one of these values back; empty as far as that can be
   * known. A time of mq-deadline that is longer than the kernel can show is shown as a negative
   * number, and a negative number is taken for 0.
   */
  Optional<String> cannotComeBack(BlockQueue queue) {
    for (Map.Entry<String, String> tunable : tunables.entrySet()) {
      if (tunable.getKey().endsWith("_expire") && tunable.getValue().startsWith("-")) {
        return Optional.of(
            queue.name()
                + " shows "
                + tunable.getValue()
                + " for "
                + tunable.getKey()
                + " of "
                + scheduler
                + ", which the kernel does not take back, so that a switch would lose it; set a value"
                + " that can be kept first: echo 5000 > "
                + queue.tunableFile(tunable.getKey()));
      }
    }
    return Optional.empty();
  }

  /** Returns the same settings without an attribute. */
  QueueSettings without(QueueAttribute attribute) {
    Map<QueueAttribute, String> others = new LinkedHashMap<>(attributes);
    others.remove(attribute);
    return new QueueSettings(scheduler, others, tunables);
  }

  /** Returns what differs from {@code expected}; the scheduler alone where that does. */
  List<QueueChange> differencesFrom(QueueSettings expected, String queue) {
    if (!scheduler.equals(expected.scheduler)) {
      return List.of(new QueueChange(queue, QueueChange.SCHEDULER, scheduler, expected.scheduler));
    }
    List<QueueChange> changes = new ArrayList<>();
    compare(tunables, expected.tunables, queue, changes);
    compare(attributes, expected.attributes, queue, changes);
    return changes;
  }

  private static <K> void compare(
      Map<K, String> now, Map<K, String> expected, String queue, List<QueueChange> changes) {
    expected.forEach(
        (name, value) -> {
          String is = now.getOrDefault(name, "unreadable");
          if (!is.equals(value)) {
            changes.add(new QueueChange(queue, name.toString(), is, value));
          }
        });
  }
}
