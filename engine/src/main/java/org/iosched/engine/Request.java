package org.iosched.engine;

import org.jspecify.annotations.Nullable;

/**
 * One line from the client to the engine's process; the protocol is described in {@code
 * docs/engine.md}.
 *
 * @param id a number of the client's choice, which the replies carry
 * @param ask what to do; null where a client left it out
 * @param jobs the job text, for {@link Ask#RUN}
 * @param target the path of the target, for {@link Ask#RUN} and {@link Ask#PREPARE}
 * @param bytes the size of the file, for {@link Ask#PREPARE}
 */
public record Request(
    long id,
    @Nullable Ask ask,
    @Nullable String jobs,
    @Nullable String target,
    @Nullable Long bytes) {

  /** What can be asked for. */
  public enum Ask {
    /** Run a job text on a target. */
    RUN,
    /** Return what was measured since the last cut of the run under way. */
    CUT,
    /** Stop the run, or the preparation, under way. */
    STOP,
    /** Lay a file out. */
    PREPARE
  }
}
