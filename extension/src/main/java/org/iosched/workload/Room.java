package org.iosched.workload;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The room in a file system, of which 5% stay free: many get slow then, or reserve it for root, and
 * whatever else runs on the machine needs some.
 *
 * @param usableBytes how many bytes this user may still write
 * @param totalBytes the size of the file system
 */
public record Room(long usableBytes, long totalBytes) {

  private static final double LEFT_FREE = 0.05;

  /**
   * Asks a file system.
   *
   * @param directory a directory in it
   * @throws IOException if it does not tell
   */
  public static Room of(Path directory) throws IOException {
    return of(Files.getFileStore(directory));
  }

  static Room of(FileStore store) throws IOException {
    return new Room(store.getUsableSpace(), store.getTotalSpace());
  }

  /** Returns how many bytes a workload may write; below 0 where too little is free already. */
  public long possibleBytes() {
    return usableBytes - (long) Math.ceil(totalBytes * LEFT_FREE);
  }
}
