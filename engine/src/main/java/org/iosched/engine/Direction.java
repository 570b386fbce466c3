package org.iosched.engine;

/** What a job does: the value of fio's {@code rw}. */
public enum Direction {
  /** Sequential reads. */
  READ("read", true, false, false),
  /** Sequential writes. */
  WRITE("write", false, true, false),
  /** Random reads. */
  RANDREAD("randread", true, false, true),
  /** Random writes. */
  RANDWRITE("randwrite", false, true, true),
  /** Sequential reads and writes, mixed by {@code rwmixread}. */
  READWRITE("readwrite", true, true, false),
  /** Random reads and writes, mixed by {@code rwmixread}. */
  RANDRW("randrw", true, true, true);

  private final String word;
  private final boolean reads;
  private final boolean writes;
  private final boolean random;

  Direction(String word, boolean reads, boolean writes, boolean random) {
    this.word = word;
    this.reads = reads;
    this.writes = writes;
    this.random = random;
  }

  /** Returns fio's word, e.g. {@code "randread"}. */
  public String word() {
    return word;
  }

  /** Tells whether some of the I/Os are reads. */
  public boolean reads() {
    return reads;
  }

  /** Tells whether some of the I/Os are writes. */
  public boolean writes() {
    return writes;
  }

  /** Tells whether offsets are random. */
  public boolean random() {
    return random;
  }
}
