package org.iosched.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The names of fio's options, so that what only fio runs is told from what is misspelt. */
final class FioNames {

  /** The name that each name and alias stands for. */
  private static final Map<String, String> OPTIONS = read();

  /** The I/O engines that reach nothing but the files or the device of a job. */
  static final Set<String> LOCAL_ENGINES =
      Set.of(
          "cpuio",
          "dev-dax",
          "dircreate",
          "dirdelete",
          "dirstat",
          "falloc",
          "filecreate",
          "filedelete",
          "filestat",
          "ftruncate",
          "io_uring",
          "io_uring_cmd",
          "libaio",
          "libpmem",
          "libzbc",
          "mmap",
          "mtd",
          "null",
          "page_fault",
          "pmemblk",
          "posixaio",
          "psync",
          "pvsync",
          "pvsync2",
          "sg",
          "splice",
          "sync",
          "vsync",
          "xnvme");

  /** The I/O engines that reach hosts, programs or files that are not the target of a job. */
  static final Set<String> FAR_ENGINES =
      Set.of(
          "dfs",
          "e4defrag",
          "exec",
          "gfapi",
          "gfapi_async",
          "http",
          "ime_aio",
          "ime_psync",
          "ime_psyncv",
          "libblkio",
          "libcufile",
          "libhdfs",
          "libhipfile",
          "libiscsi",
          "librpma_apm_client",
          "librpma_apm_server",
          "librpma_gpspm_client",
          "librpma_gpspm_server",
          "nbd",
          "net",
          "netsplice",
          "nfs",
          "rados",
          "rbd",
          "rdma");

  /** The letters of each name. */
  private static final Map<String, Integer> LETTERS =
      OPTIONS.keySet().stream()
          .collect(
              Collectors.toMap(name -> name, FioNames::letters, (a, b) -> a, LinkedHashMap::new));

  /** More wrong letters than that make another word. */
  private static final int MOST_SLIPS = 3;

  private FioNames() {}

  private static Map<String, String> read() {
    Map<String, String> names = new LinkedHashMap<>();
    InputStream resource =
        Objects.requireNonNull(
            FioNames.class.getResourceAsStream("fio-options.txt"), "fio-options.txt");
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          String[] words = line.split(" ", -1);
          for (String word : words) {
            names.put(word, words[0]);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }

  /** Tells whether fio has an option of that name. */
  static boolean knows(String key) {
    return OPTIONS.containsKey(key);
  }

  /** Returns the name that an alias stands for; any other word as it is. */
  static String canonical(String key) {
    return OPTIONS.getOrDefault(key, key);
  }

  /** Returns the option whose name is most like a misspelt one, if any is like it. */
  static Optional<String> nearest(String key) {
    int most = Math.max(1, Math.min(MOST_SLIPS, key.length() / 3));
    int best = most + 1;
    String nearest = null;
    int letters = letters(key);
    for (Map.Entry<String, Integer> option : LETTERS.entrySet()) {
      String name = option.getKey();
      // A slip brings one letter and takes another at most, so this spares most of the tables.
      if (Math.abs(name.length() - key.length()) <= most
          && Integer.bitCount(letters ^ option.getValue()) <= 2 * best) {
        int steps = distance(key, name, best);
        if (steps < best || (steps == best && nearest != null && prefers(name, nearest))) {
          best = steps;
          nearest = name;
        }
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** Returns a bit for each letter that is in a word. */
  private static int letters(String word) {
    int letters = 0;
    for (int i = 0; i < word.length(); i++) {
      letters |= 1 << word.charAt(i);
    }
    return letters;
  }

  private static boolean prefers(String name, String other) {
    return JobOptions.runs(name) && !JobOptions.runs(other);
  }

  /**
   * Levenshtein distance, with the swap of two neighbours as one step.
   *
   * @param most where it is above that, any larger number is returned
   */
  private static int distance(String a, String b, int most) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      int least = Integer.MAX_VALUE;
      for (int j = 0; j <= b.length(); j++) {
        steps[i][j] = i == 0 || j == 0 ? i + j : step(steps, a, b, i, j);
        least = Math.min(least, steps[i][j]);
      }
      // A swap looks back two rows, and adds one.
      if (least > most + 1) {
        return least;
      }
    }
    return steps[a.length()][b.length()];
  }

  private static int step(int[][] steps, String a, String b, int i, int j) {
    int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int best =
        Math.min(steps[i - 1][j - 1] + change, Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, steps[i - 2][j - 2] + 1) : best;
  }
}
