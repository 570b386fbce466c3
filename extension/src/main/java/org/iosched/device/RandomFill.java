package org.iosched.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.iosched.workload.Room;

/**
 * Writes data that cannot be compressed. A file that is merely allocated would be read without ever
 * asking the disk, and compressible data faster than any other by some drives and file systems.
 */
final class RandomFill {

  private static final int CHUNK_BYTES = 4 << 20;

  private RandomFill() {}

  /**
   * Checks that a file of {@code bytes} leaves 5% of the file system free.
   *
   * @throws DeviceException with the figures if it does not
   */
  static void checkSpace(Path directory, long bytes) {
    try {
      checkSpace(directory, bytes, Room.of(directory));
    } catch (IOException e) {
      throw new DeviceException(
          "the free space at " + directory + " cannot be read: " + BlockQueue.reason(e), e);
    }
  }

  /** As {@link #checkSpace(Path, long)}, with what the file system says. */
  static void checkSpace(Path directory, long bytes, Room room) {
    long possible = room.possibleBytes();
    if (bytes > possible) {
      String less =
          possible < DeviceRequest.SMALLEST_BYTES
              ? ""
              : "ask for " + size(possible) + " or less, or ";
      throw new DeviceException(
          String.format(
              Locale.ROOT,
              "a file of %s does not fit in %s: %s of %s are free and 5%% of it stay so; %sname a"
                  + " directory with more room",
              size(bytes),
              directory,
              size(room.usableBytes()),
              size(room.totalBytes()),
              less));
    }
  }

  /** Returns a size in words, e.g. {@code "1.5 GiB"}. */
  static String size(long bytes) {
    return bytes >= 1L << 30
        ? String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30))
        : String.format(Locale.ROOT, "%d MiB", bytes >> 20);
  }

  /** Makes a file of random data, past the page cache where its file system allows that. */
  static void makeFile(Path file, long bytes) {
    write(file, bytes, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  /** Writes random data over a file or block device that exists. */
  static void overwrite(Path target, long bytes) {
    write(target, bytes, Set.of(StandardOpenOption.WRITE));
  }

  private static void write(Path file, long bytes, Set<OpenOption> options) {
    try (FileChannel channel = open(file, options)) {
      ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES + 4096).alignedSlice(4096);
      SplittableRandom random = new SplittableRandom();
      long offset = 0;
      while (offset < bytes) {
        chunk.clear();
        LongBuffer longs = chunk.asLongBuffer();
        for (int i = CHUNK_BYTES / Long.BYTES; i > 0; i--) {
          longs.put(random.nextLong());
        }
        chunk.limit((int) Math.min(CHUNK_BYTES, bytes - offset));
        while (chunk.hasRemaining()) {
          offset += channel.write(chunk, offset);
        }
      }
      channel.force(true);
    } catch (IOException e) {
      throw new DeviceException(
          file + " could not be filled with " + size(bytes) + ": " + BlockQueue.reason(e), e);
    }
  }

  private static FileChannel open(Path file, Set<OpenOption> options) throws IOException {
    Optional<OpenOption> direct = direct();
    if (direct.isPresent()) {
      Set<OpenOption> withDirect = new HashSet<>(options);
      withDirect.add(direct.get());
      try {
        return FileChannel.open(file, withDirect);
      } catch (FileAlreadyExistsException e) {
        throw e;
      } catch (UnsupportedOperationException | IOException e) {
        // open(2) leaves the new file behind when it refuses O_DIRECT.
        if (options.contains(StandardOpenOption.CREATE_NEW)) {
          Files.deleteIfExists(file);
        }
      }
    }
    return FileChannel.open(file, options);
  }

  /**
   * Returns the JDK's option for O_DIRECT. It is looked up by name, since compilers warn of its
   * class in a way that no option silences.
   */
  private static Optional<OpenOption> direct() {
    try {
      Object[] options = Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants();
      return Stream.ofNullable(options)
          .flatMap(Stream::of)
          .filter(option -> option.toString().equals("DIRECT"))
          .map(OpenOption.class::cast)
          .findFirst();
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }
}
