package org.iosched.workload;

import java.nio.file.Path;
import java.util.Optional;
import org.iosched.dsl.Metric;

/**
 * A workload that programs of the machine carry out: fio, bonnie++, dd or a command line. It is
 * made once from what the user wrote, which is checked then, and run once in each invocation.
 */
public interface Tool {

  /** Returns what the user wrote, for reports. */
  String text();

  /**
   * Tells where it works: on files in a directory of the device, or on the device itself (or a file
   * that stands for it).
   */
  boolean worksInDirectory();

  /** Tells whether it runs for a fixed time, so that its speed is its throughput. */
  boolean continuous();

  /** Returns the name of its job if it has exactly one, whose metrics are those of the whole. */
  default Optional<String> onlyJob() {
    return Optional.empty();
  }

  /**
   * Returns why a metric can never be measured of it, as a sentence with a remedy; empty if it can.
   */
  Optional<String> neverMeasures(Metric metric);

  /**
   * Returns why it cannot run on this machine, as a sentence with the remedy, such as a program
   * that is not installed; empty if it can. Asked once, before anything is measured.
   */
  Optional<String> missing();

  /** Tells whether it writes to its target, which is refused where the target is not the run's. */
  boolean writes();

  /** Tells whether it compares what it reads with what it wrote. */
  default boolean verifies() {
    return false;
  }

  /** Returns how many bytes its target must have; 0 where any size will do. */
  default long neededBytes() {
    return 0;
  }

  /**
   * Returns what a reader of its figures must know, as one sentence with the remedy, such as that a
   * figure is the page cache's; empty if they are what they seem.
   */
  default Optional<String> caution() {
    return Optional.empty();
  }

  /**
   * Makes what it works on, such as the file that is to be read; before each run, when neither the
   * cache is cold nor the clock running.
   *
   * @param workspace where it will run
   * @throws ExecException if it fails, in one sentence
   * @throws InterruptedException if the calling thread is interrupted; its processes were ended
   */
  default void prepare(Workspace workspace) throws InterruptedException {}

  /**
   * Runs it once; the cache is cold and the clock is running.
   *
   * @param workspace starts processes; its directory lies on the device where {@link
   *     #worksInDirectory()}, and elsewhere if not
   * @param target the workspace's directory, or the block device or file to work on
   * @throws ExecException if it fails, in one sentence
   * @throws InterruptedException if the calling thread is interrupted; its processes were ended
   */
  WorkloadResult run(Workspace workspace, Path target) throws InterruptedException;

  /**
   * Gives up what {@link #prepare} has made outside of the workspace's directory, such as a limit
   * of memory, with what runs in it; after each run, when the clock has stopped. Called as well
   * where the run or its preparation failed or did not begin.
   *
   * @throws ExecException if something remains, with the remedy
   */
  default void after() {}
}
