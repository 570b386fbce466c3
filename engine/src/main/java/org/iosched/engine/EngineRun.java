package org.iosched.engine;

/** A workload under way in an {@link EngineProcess}. */
public final class EngineRun implements AutoCloseable {

  EngineRun() {}

  /**
   * Returns what was measured since the previous cut, or since the start, and goes on.
   *
   * @throws EngineException if the run has failed or ended
   * @throws InterruptedException if the calling thread is interrupted
   */
  public JobResult cut() throws InterruptedException {
    return new JobResult(java.util.List.of(), false, 0, 0, 0, "");
  }

  /**
   * Waits for the end of the workload and returns what was measured since the previous cut, or
   * since the start.
   *
   * @throws EngineException if the run fails
   * @throws InterruptedException if the calling thread is interrupted; the jobs were stopped
   */
  public JobResult finish() throws InterruptedException {
    return new JobResult(java.util.List.of(), false, 0, 0, 0, "");
  }

  /**
   * Stops the jobs now and returns what was measured since the previous cut, or since the start.
   *
   * @throws EngineException if the run has failed
   * @throws InterruptedException if the calling thread is interrupted; the jobs were stopped
   */
  public JobResult stop() throws InterruptedException {
    return new JobResult(java.util.List.of(), false, 0, 0, 0, "");
  }

  /** Stops the jobs if they still run, and drops what was measured. */
  @Override
  public void close() {}
}
