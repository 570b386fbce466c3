package org.iosched.workload.bonnie;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.iosched.dsl.Quantity;

/**
 * The tests of bonnie++ in the order of its CSV columns, under the names by which sentences speak
 * of them. A test is a job of the workload.
 */
public enum BonnieTest {
  /** Writes byte by byte ("Sequential Output, Per Chr"). */
  PUTC("putc", Quantity.BANDWIDTH, true),
  /** Writes in blocks ("Sequential Output, Block"). */
  BLOCK_WRITE("block-write", Quantity.BANDWIDTH, true),
  /** Reads each block, changes it and writes it back ("Sequential Output, Rewrite"). */
  REWRITE("rewrite", Quantity.BANDWIDTH, true),
  /** Reads byte by byte ("Sequential Input, Per Chr"). */
  GETC("getc", Quantity.BANDWIDTH, true),
  /** Reads in blocks ("Sequential Input, Block"). */
  BLOCK_READ("block-read", Quantity.BANDWIDTH, true),
  /** Seeks, reads and sometimes rewrites, from several processes ("Random Seeks"). */
  SEEKS("seeks", Quantity.IOPS, true),
  /** Creates files in the order of their names ("Sequential Create, Create"). */
  SEQ_CREATE("seq-create", Quantity.IOPS, false),
  /** Looks at files in the order of their names, and reads those with data ("Read"). */
  SEQ_STAT("seq-stat", Quantity.IOPS, false),
  /** Deletes files in the order of their names ("Delete"). */
  SEQ_DELETE("seq-delete", Quantity.IOPS, false),
  /** Creates files in random order ("Random Create, Create"). */
  RAN_CREATE("ran-create", Quantity.IOPS, false),
  /** Looks at files in random order, and reads those with data ("Read"). */
  RAN_STAT("ran-stat", Quantity.IOPS, false),
  /** Deletes files in random order ("Delete"). */
  RAN_DELETE("ran-delete", Quantity.IOPS, false);

  private final String job;
  private final Quantity quantity;
  private final boolean onLargeFile;

  BonnieTest(String job, Quantity quantity, boolean onLargeFile) {
    this.job = job;
    this.quantity = quantity;
    this.onLargeFile = onLargeFile;
  }

  /** Returns the name by which sentences speak of it. */
  public String job() {
    return job;
  }

  /** Returns what its rate counts: {@link Quantity#BANDWIDTH} or {@link Quantity#IOPS}. */
  public Quantity quantity() {
    return quantity;
  }

  /** Tells whether it works on the large file, of size {@code -s}; the others on many files. */
  boolean onLargeFile() {
    return onLargeFile;
  }

  /** Tells whether it goes byte by byte, over fewer bytes than the file has. */
  boolean byteByByte() {
    return this == PUTC || this == GETC;
  }

  static Optional<BonnieTest> named(String job) {
    return Arrays.stream(values()).filter(test -> test.job.equals(job)).findFirst();
  }

  static List<String> jobs(List<BonnieTest> tests) {
    return tests.stream().map(BonnieTest::job).toList();
  }
}
