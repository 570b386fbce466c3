package org.iosched.engine;

import java.util.Map;

/**
 * What a value of {@code rw} does in fio, which has more of them than the embedded engine.
 *
 * @param word the value without what stands behind a colon
 * @param reads whether some of the I/Os are reads
 * @param writes whether some of the I/Os are writes
 * @param trims whether some of the I/Os are discards
 * @param sequence what stands behind the colon: how many offsets are in sequence or what is added
 *     to each; empty where there is none
 */
record FioDirection(String word, boolean reads, boolean writes, boolean trims, String sequence) {

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("read", "r"),
          Map.entry("write", "w"),
          Map.entry("trim", "t"),
          Map.entry("randread", "r"),
          Map.entry("randwrite", "w"),
          Map.entry("randtrim", "t"),
          Map.entry("rw", "rw"),
          Map.entry("readwrite", "rw"),
          Map.entry("randrw", "rw"),
          Map.entry("trimwrite", "tw"),
          Map.entry("randtrimwrite", "tw"));

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException with what was expected, if fio has no such value
   */
  static FioDirection of(String value) {
    int colon = value.indexOf(':');
    String word = colon < 0 ? value : value.substring(0, colon);
    String kinds = WORDS.get(word);
    if (kinds == null || (colon >= 0 && Numbers.bytes(value.substring(colon + 1)).isEmpty())) {
      throw new IllegalArgumentException(
          "it is read, write, randread, randwrite, readwrite (or rw), or randrw");
    }
    return new FioDirection(
        word,
        kinds.contains("r"),
        kinds.contains("w"),
        kinds.contains("t"),
        colon < 0 ? "" : value.substring(colon + 1));
  }
}
