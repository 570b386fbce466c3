package org.iosched.workload;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks several times a second how much room a workload has left, and interrupts the thread that
 * runs it before the last 5% of the file system are filled. A thread that heeds no interrupt is
 * found out at its end.
 */
public final class RoomWatch implements AutoCloseable {

  private static final long EVERY_MILLIS = 50;

  private final Path directory;
  private final @Nullable FileStore store;
  private final Thread worker;
  private final Thread watch = new Thread(this::look, "iosched-room");
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile @Nullable String problem;

  private RoomWatch(Path directory, @Nullable FileStore store, Thread worker) {
    this.directory = directory;
    this.store = store;
    this.worker = worker;
  }

  /**
   * Begins to watch over what the calling thread runs.
   *
   * @param directory where it works
   * @throws IOException if the directory is on no file system that tells its room
   */
  public static RoomWatch over(Path directory) throws IOException {
    RoomWatch room =
        new RoomWatch(directory, Files.getFileStore(directory), Thread.currentThread());
    room.watch.setDaemon(true);
    room.watch.start();
    return room;
  }

  /** Watches nothing, for a workload that works on no files. */
  public static RoomWatch none() {
    return new RoomWatch(Path.of("/"), null, Thread.currentThread());
  }

  private void look() {
    try {
      while (!closing.await(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        if (isFull()) {
          worker.interrupt();
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isFull() {
    if (store == null) {
      return false;
    }
    try {
      Room room = Room.of(store);
      if (room.possibleBytes() > 0) {
        return false;
      }
      problem =
          String.format(
              Locale.ROOT,
              "the workload was ended, since in %s only %d of %d MiB are free and 5%% of a file"
                  + " system stay so; make it write less, or name a directory with more room (for"
                  + " the default device set a larger iosched.image.size)",
              directory,
              room.usableBytes() >> 20,
              room.totalBytes() >> 20);
      return true;
    } catch (IOException e) {
      // A file system that has gone away is told by whoever works on it.
      return false;
    }
  }

  /** Returns what to throw for a workload that failed: the lack of room where that ended it. */
  public Throwable explained(Throwable failure) {
    stop();
    String told = problem;
    if (told == null) {
      return failure;
    }
    return new ExecException(told);
  }

  /**
   * Looks once more, after the clock has stopped.
   *
   * @throws ExecException if the last 5% were reached
   */
  public void check() {
    stop();
    if (problem != null || isFull()) {
      throw new ExecException(String.valueOf(problem));
    }
  }

  /** Ends the watch, and takes an interrupt back that the workload did not heed. */
  private void stop() {
    closing.countDown();
    boolean interrupted = false;
    while (watch.isAlive()) {
      try {
        watch.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (problem != null) {
      boolean unused = Thread.interrupted();
    } else if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop();
  }
}
