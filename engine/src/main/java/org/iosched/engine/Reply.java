package org.iosched.engine;

import org.jspecify.annotations.Nullable;

/**
 * One line from the engine's process to the client; the protocol is described in {@code
 * docs/engine.md}.
 *
 * @param id the request it answers; 0 for {@link Event#READY}
 * @param event what happened
 * @param message one sentence for a person, for {@link Event#FAILED} and {@link Event#REFUSED}
 * @param result what was measured, for {@link Event#RESULT}
 * @param ready what the process is, for {@link Event#READY}
 */
public record Reply(
    long id,
    Event event,
    @Nullable String message,
    @Nullable JobResult result,
    @Nullable Ready ready) {

  /** What can have happened. */
  public enum Event {
    /** The process is warm and takes requests. */
    READY,
    /** The clock of a run has started. */
    STARTED,
    /** A run has ended, or was cut. */
    RESULT,
    /** A file is laid out, or a stop was taken note of. */
    DONE,
    /** A run or a preparation failed. */
    FAILED,
    /** A request or its job text is not valid; nothing was started. */
    REFUSED
  }

  /**
   * What the process is.
   *
   * @param protocol the version of the protocol, {@link Wire#PROTOCOL}
   * @param pid its process id
   * @param ioPath what {@link JobResult#ioPath()} will say
   * @param whyNoRing why io_uring is not used, or null where it is
   * @param warmUpSeconds how long it took to get warm
   */
  public record Ready(
      int protocol, long pid, String ioPath, @Nullable String whyNoRing, double warmUpSeconds) {}

  /** Returns a reply without a result. */
  public static Reply of(long id, Event event, @Nullable String message) {
    return new Reply(id, event, message, null, null);
  }
}
