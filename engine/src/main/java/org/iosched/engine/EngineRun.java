package org.iosched.engine;

import org.jspecify.annotations.Nullable;

/** A workload under way in an {@link EngineProcess}. */
public final class EngineRun implements AutoCloseable {

  private final EngineProcess engine;
  private final long id;

  /** What the process said at the end, or null while the run is under way. */
  private @Nullable Reply last;

  private boolean abandoned;

  EngineRun(EngineProcess engine, long id) {
    this.engine = engine;
    this.id = id;
  }

  void awaitStart() throws InterruptedException {
    Reply reply = await(id);
    if (reply.event() != Reply.Event.STARTED) {
      last = reply;
      EngineProcess.checked(reply);
    }
  }

  /**
   * Returns what was measured since the previous cut, or since the start, and goes on.
   *
   * @throws EngineException if the run has failed or ended
   * @throws InterruptedException if the calling thread is interrupted; the jobs were stopped
   */
  public JobResult cut() throws InterruptedException {
    checkUnderWay();
    long cutId = engine.send(Request.Ask.CUT);
    Reply reply = await(cutId);
    if (reply.id() == id) {
      last = reply;
      // The run ended while the cut was on its way, which is then answered with a refusal.
      await(cutId);
      EngineProcess.checked(reply);
      throw new EngineException("the run has ended by itself; finish() returns the rest of it");
    }
    return result(reply);
  }

  /**
   * Waits for the end of the workload and returns what was measured since the previous cut, or
   * since the start.
   *
   * @throws EngineException if the run fails
   * @throws InterruptedException if the calling thread is interrupted; the jobs were stopped
   */
  public JobResult finish() throws InterruptedException {
    Reply reply = last;
    if (reply == null) {
      checkUnderWay();
      reply = await(id);
      last = reply;
    }
    return result(reply);
  }

  /**
   * Stops the jobs now and returns what was measured since the previous cut, or since the start.
   *
   * @throws EngineException if the run has failed
   * @throws InterruptedException if the calling thread is interrupted; the jobs were stopped
   */
  public JobResult stop() throws InterruptedException {
    if (last == null) {
      checkUnderWay();
      engine.send(Request.Ask.STOP);
    }
    return finish();
  }

  /** Stops the jobs if they still run, and drops what was measured. */
  @Override
  public void close() {
    if (last == null && !abandoned && engine.alive()) {
      abandoned = true;
      engine.abandon(id);
    }
  }

  private void checkUnderWay() {
    if (last != null || abandoned) {
      throw new EngineException("the run has ended");
    }
  }

  private Reply await(long wanted) throws InterruptedException {
    try {
      return engine.await(wanted, id);
    } catch (InterruptedException e) {
      abandoned = true;
      engine.abandon(id);
      throw e;
    }
  }

  private static JobResult result(Reply reply) {
    JobResult result = EngineProcess.checked(reply).result();
    if (result == null) {
      throw new EngineException("the engine's process answered without a result");
    }
    return result;
  }
}
