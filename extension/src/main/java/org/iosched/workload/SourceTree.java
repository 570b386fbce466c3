package org.iosched.workload;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Generates a source tree as a tar archive: the same bytes on every machine.
 *
 * <p>File sizes are log-normal with a median of 4.4 KiB and a mean near 13 KiB, capped at 1 MiB,
 * and directories hold about 15 files three to five levels deep: the shape of a Linux kernel source
 * tree, where half of the files are below one or two blocks and a few hold most of the bytes.
 */
public final class SourceTree {

  private static final long SEED = 20_090_323L;
  private static final double MEDIAN_BYTES = 4.4 * 1024;
  private static final double LOG_DEVIATION = 1.45;
  private static final int LARGEST_BYTES = 1 << 20;
  private static final int FILES_PER_DIRECTORY = 15;
  private static final String[] TOP = {
    "arch", "block", "drivers", "fs", "include", "kernel", "lib", "mm", "net", "sound", "tools"
  };

  private SourceTree() {}

  /**
   * Writes the archive.
   *
   * @param archive the file to write
   * @param files how many files the tree holds; 1 or more
   * @throws IOException if it cannot be written
   */
  public static void write(Path archive, int files) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    byte[] text = text(random);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive), 1 << 20);
        TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      String directory = "";
      for (int i = 0; i < files; i++) {
        if (i % FILES_PER_DIRECTORY == 0) {
          directory = directory(random, i / FILES_PER_DIRECTORY);
          TarArchiveEntry entry = new TarArchiveEntry(directory);
          entry.setModTime(0L);
          tar.putArchiveEntry(entry);
          tar.closeArchiveEntry();
        }
        int bytes = size(random);
        TarArchiveEntry entry = new TarArchiveEntry(directory + "file" + i + ".c");
        entry.setSize(bytes);
        entry.setModTime(0L);
        tar.putArchiveEntry(entry);
        tar.write(text, random.nextInt(text.length - bytes), bytes);
        tar.closeArchiveEntry();
      }
    }
  }

  private static int size(SplittableRandom random) {
    // Box-Muller, since SplittableRandom has no Gaussian that is the same in every JDK.
    double gaussian =
        Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
            * Math.cos(2 * Math.PI * random.nextDouble());
    return (int)
        Math.min(LARGEST_BYTES, Math.exp(Math.log(MEDIAN_BYTES) + LOG_DEVIATION * gaussian));
  }

  private static String directory(SplittableRandom random, int number) {
    StringBuilder path = new StringBuilder("tree/").append(TOP[random.nextInt(TOP.length)]);
    int depth = 1 + random.nextInt(3);
    for (int level = 1; level < depth; level++) {
      path.append("/part").append(random.nextInt(12));
    }
    return path.append("/unit").append(number).append('/').toString();
  }

  /** Makes text of words and lines, twice as long as the largest file. */
  private static byte[] text(SplittableRandom random) {
    StringBuilder words = new StringBuilder(2 * LARGEST_BYTES + 16);
    while (words.length() < 2 * LARGEST_BYTES) {
      int letters = 1 + random.nextInt(9);
      for (int i = 0; i < letters; i++) {
        words.append((char) ('a' + random.nextInt(26)));
      }
      words.append(random.nextInt(8) == 0 ? '\n' : ' ');
    }
    return words.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
