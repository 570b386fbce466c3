package org.iosched.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run changes on a queue: its scheduler, the attributes that follow it, its tunables.
 *
 * @param scheduler the active scheduler
 * @param attributes queue attributes by name
 * @param tunables the scheduler's tunables by name
 */
record QueueSettings(
    String scheduler, Map<String, String> attributes, Map<String, String> tunables) {

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

  /** Returns {@code "bfq with low_latency=0"}-like words for what differs from {@code expected}. */
  List<String> differencesFrom(QueueSettings expected) {
    List<String> differences = new ArrayList<>();
    if (!scheduler.equals(expected.scheduler)) {
      differences.add("the scheduler is " + scheduler + " instead of " + expected.scheduler);
      return differences;
    }
    compare(tunables, expected.tunables, differences);
    compare(attributes, expected.attributes, differences);
    return differences;
  }

  private static void compare(
      Map<String, String> now, Map<String, String> expected, List<String> differences) {
    expected.forEach(
        (name, value) -> {
          String is = now.getOrDefault(name, "unreadable");
          if (!is.equals(value)) {
            differences.add(name + " is " + is + " instead of " + value);
          }
        });
  }
}
