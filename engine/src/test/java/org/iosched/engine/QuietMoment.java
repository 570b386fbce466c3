package org.iosched.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Checks what holds while the machine has time for the engine. A thread that only sleeps tells
 * whether it had: where that thread is woken late, so are those of the engine.
 */
final class QuietMoment {
  private static final int TRIES = 8;
  private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
  private static final long HARMLESS_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private QuietMoment() {}

  /** Does something and returns what has to hold of it if the machine had time. */
  interface Attempt {
    Runnable run() throws Exception;
  }

  /** Sleeps, and adds up by how much too long. */
  private static final class Sleeper implements AutoCloseable {
    private final AtomicLong lateNanos = new AtomicLong();
    private volatile boolean ended;

    Sleeper() {
      Thread thread = new Thread(this::sleep, "sleeper");
      thread.setDaemon(true);
      thread.start();
    }

    private void sleep() {
      long before = System.nanoTime();
      while (!ended) {
        LockSupport.parkNanos(NAP_NANOS);
        long now = System.nanoTime();
        long late = now - before - NAP_NANOS;
        if (late > HARMLESS_NANOS) {
          lateNanos.addAndGet(late);
        }
        before = now;
      }
    }

    boolean late() {
      return lateNanos.get() > LATE_NANOS;
    }

    @Override
    public void close() {
      ended = true;
    }
  }

  /**
   * Tries until it holds, several times at most; fails if it did not hold though the machine had
   * time, and skips the test if it never had.
   */
  static void check(Attempt attempt) throws Exception {
    AssertionError failed = null;
    AssertionError excused = null;
    for (int number = 0; number < TRIES; number++) {
      try (Sleeper sleeper = new Sleeper()) {
        Runnable check = attempt.run();
        @Nullable AssertionError problem = problem(check);
        if (problem == null) {
          return;
        }
        if (sleeper.late()) {
          excused = problem;
        } else {
          failed = problem;
        }
      }
    }
    if (failed != null) {
      throw failed;
    }
    assumeTrue(false, "the machine was busy with something else all the time: " + excused);
  }

  private static @Nullable AssertionError problem(Runnable check) {
    try {
      check.run();
      return null;
    } catch (AssertionError e) {
      return e;
    }
  }
}
