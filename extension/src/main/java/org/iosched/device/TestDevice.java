package org.iosched.device;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The device under test: the queue whose scheduler is switched, and the place the work happens. A
 * device that lies on several queues (LVM, RAID) is switched as a whole.
 *
 * <p>All methods may be called from any thread; {@link #switchTo} and {@link #close} wait for each
 * other. Every method throws {@link DeviceException} when the device has disappeared.
 */
public interface TestDevice extends AutoCloseable {

  /** The fact in {@link #describe()} that says which device of the user's is written, and why. */
  String OVERWRITTEN = "overwritten";

  /** Returns the kernel's name of the device, e.g. {@code "loop0"} or {@code "dm-0"}. */
  String name();

  /** Returns what the device is, what it lies on, and how it is set up. */
  Description describe();

  /** Returns what was put back, when the device was opened, for earlier runs that had died. */
  List<String> recovered();

  // --- scheduler -------------------------------------------------------------------------------

  /**
   * Returns the schedulers that can be switched to now, as the kernel lists them and in its order;
   * of several queues, those that all of them list. Empty where the device has no scheduler.
   */
  List<String> schedulers();

  /**
   * Tells whether a scheduler is listed, loading its kernel module first where it is not.
   *
   * @param kernelName e.g. {@code "bfq"}, {@code "kyber"}, {@code "mq-deadline"}
   */
  boolean tryLoad(String kernelName);

  /** Returns the active scheduler as the kernel names it; of several queues, the first one's. */
  String active();

  /** Returns the active scheduler's tunables with their values, by name. */
  Map<String, String> tunables();

  /** Tells whether this run may switch the device's scheduler. */
  boolean canSwitch();

  /** Returns which right is missing and the commands that give it; empty when none is missing. */
  Optional<String> missingRights();

  /**
   * Returns all ways in which the missing right can be given, as lines to be printed below each
   * other; empty when none is missing, or {@link #missingRights()} says it all.
   */
  default List<String> rightsToGive() {
    return List.of();
  }

  /**
   * Switches to a fresh instance of a scheduler, with its defaults but for the given tunables, and
   * reads both back. When it fails, what was active before is active again.
   *
   * @param kernelName one of {@link #schedulers()}
   * @param tunables values for files below {@code queue/iosched}, set in this order
   * @param attributes values for attributes of every queue, set after the scheduler, which brings
   *     some of its own; those not given are as they were before the run, or as the scheduler has
   *     them
   * @throws DeviceException if the scheduler, a tunable or an attribute does not exist (with those
   *     that do and the nearest one), if the kernel refuses or bends a value, if others keep
   *     switching it, if what the queue had could not be put back, if the right is missing, or
   *     after {@link #closeSwitching()}
   */
  void switchTo(
      String kernelName, Map<String, String> tunables, Map<QueueAttribute, String> attributes);

  /** Switches as {@link #switchTo(String, Map, Map)} does, with the scheduler's own attributes. */
  default void switchTo(String kernelName, Map<String, String> tunables) {
    switchTo(kernelName, tunables, Map.of());
  }

  /**
   * Looks whether scheduler, tunables and queue attributes still are as {@link #switchTo} left
   * them, and the scheduler the same instance; udev or tuned may have changed them under the run.
   *
   * @return empty if they are; else a sentence that says what they are now
   */
  Optional<String> changed();

  /**
   * Returns one sentence for giving up, after {@link #changed} has told a change: what was changed
   * to what, and the udev rule or the like that is likely to do it.
   *
   * @param often how often, e.g. {@code "three times"}
   */
  String tellChanges(String often);

  /** Lets no further {@link #switchTo} through; one that is under way is waited for. */
  void closeSwitching();

  // --- where the work happens ------------------------------------------------------------------

  /**
   * Returns what raw jobs read and write: the block device, or a preallocated file on it. A
   * workspace that lies in the same place is removed first.
   */
  Path target();

  /** Returns the size of {@link #target()}. */
  long targetBytes();

  /** Tells whether {@link #target()} is a block device rather than a file. */
  boolean targetIsRaw();

  /**
   * Returns why raw jobs must not write {@link #target()}; empty if they may, which is so for what
   * this run has made, and for a block device that {@link DeviceRequest#destroy} gives up.
   */
  Optional<String> refuseWrites();

  /**
   * Returns why nothing that is written can be read again, so that neither files nor jobs that
   * verify are possible; empty if it can, as with every device but one that has no memory.
   */
  default Optional<String> refuseContent() {
    return Optional.empty();
  }

  /**
   * Returns a fresh, empty directory on the device for file workloads, removing the one before. On
   * the default device it is a freshly made ext4.
   *
   * @throws DeviceException if there is no place for files: {@code -Ddevice=/dev/X} has no file
   *     system made on it
   */
  Path freshWorkspace();

  /** Removes the workspace with all that is in it, if there is one. */
  void removeWorkspace();

  // --- around a run ----------------------------------------------------------------------------

  /**
   * Writes back and forgets what is cached, and waits until the device is idle, so that the next
   * run starts cold.
   *
   * @return empty if the next run starts cold; else a sentence that says what could not be done
   */
  @CanIgnoreReturnValue
  Optional<String> coldCache();

  /**
   * Waits until everything below {@code path} is on the device: for a directory by syncing its
   * whole file system (the cost of the call itself, with nothing to write, is in {@link
   * #describe()}), for a file or block device by {@code fsync}.
   */
  void durable(Path path);

  /** Returns the kernel's counters of the device. */
  Counters counters();

  /**
   * Returns the kernel's counters of the disks at the bottom of what the device lies on, by their
   * names, e.g. of {@code vda} for a loop device over an image on it. Disks that {@link
   * #counters()} counts already are left out, so it is empty for a disk, a partition, or LVM on
   * disks whose queues are switched; empty too where nothing can be found.
   */
  Map<String, Counters> countersBelow();

  /** Returns how many bytes both kinds of counters may show for one byte of the workload. */
  Copies copies();

  /**
   * Starts a process of the workload so that it is found and ended should this run die: its
   * environment carries the run's mark and it is moved to the run's cgroup where there is one.
   *
   * @throws IOException as {@link ProcessBuilder#start()} does
   */
  Process start(ProcessBuilder builder) throws IOException;

  /**
   * Returns the cgroup (v2) in which {@link #start} puts processes, for limits in groups below it;
   * empty where none can be made.
   */
  Optional<Path> cgroup();

  /**
   * Restores scheduler, tunables and queue attributes, ends the workload's processes, and removes
   * everything the run has made. A second call does nothing.
   *
   * @throws DeviceException if something could not be put back, with the commands that do it
   */
  @Override
  void close();
}
