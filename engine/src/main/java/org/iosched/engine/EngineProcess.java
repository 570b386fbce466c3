package org.iosched.engine;

import java.nio.file.Path;

/**
 * The embedded engine: a process of its own that is started once and kept warm between runs. One
 * run at a time; not for use by several threads at once.
 */
public final class EngineProcess implements AutoCloseable {

  private EngineProcess() {}

  /**
   * Starts the process with the running JVM's {@code java.home} and warms it up, which takes about
   * a second.
   *
   * @throws EngineException if it does not start
   */
  public static EngineProcess start() {
    return start(EngineOptions.DEFAULT);
  }

  /**
   * Starts the process.
   *
   * @param options how it is to work
   * @throws EngineException if it does not start
   */
  public static EngineProcess start(EngineOptions options) {
    return new EngineProcess();
  }

  /**
   * Returns the process id, to account for its processor time and I/O, or to put it in a cgroup.
   */
  public long pid() {
    return 0;
  }

  /**
   * Runs a workload to its end.
   *
   * @param jobs what to run
   * @param target a block device, or a file of at least {@link JobFile#largestExtentBytes()}, on
   *     which all jobs work; or a directory, in which each job works on files of its own that are
   *     laid out before the clock starts
   * @return what was measured
   * @throws EngineException if it fails; the process can be used again unless it has ended, see
   *     {@link #alive()}
   * @throws InterruptedException if the calling thread is interrupted; the jobs were stopped
   */
  public JobResult run(JobFile jobs, Path target) throws InterruptedException {
    try (EngineRun run = begin(jobs, target)) {
      return run.finish();
    }
  }

  /**
   * Starts a workload and returns while it runs, so that its measurements can be cut into slices.
   *
   * @param jobs what to run
   * @param target as in {@link #run}
   * @return the run; close it before the next
   * @throws EngineException if the target cannot be opened
   * @throws InterruptedException if the calling thread is interrupted
   */
  public EngineRun begin(JobFile jobs, Path target) throws InterruptedException {
    return new EngineRun();
  }

  /**
   * Lays a file out with data that does not compress, so that reads find neither holes nor
   * unwritten extents, and syncs it. A file that is already as long is left as it is.
   *
   * @param file the file; made if missing, in a directory that exists
   * @param bytes its size
   * @throws EngineException if it cannot be written
   * @throws InterruptedException if the calling thread is interrupted; the file is incomplete
   */
  public void prepare(Path file, long bytes) throws InterruptedException {}

  /** Tells whether the process still runs. */
  public boolean alive() {
    return false;
  }

  /** Ends the process, also in the middle of a run, and waits for its end. */
  @Override
  public void close() {}
}
