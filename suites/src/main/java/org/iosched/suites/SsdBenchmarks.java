package org.iosched.suites;

import java.nio.file.Path;
import org.iosched.extension.BenchmarkTest;
import org.iosched.extension.Expect;
import org.iosched.extension.Input;
import org.iosched.extension.Schedulers;
import org.iosched.extension.Workload;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

/**
 * What people believe of solid-state disks: that no scheduler is better than none by more than a
 * little, whatever the work.
 */
@Tag("ssd")
@Schedulers({"none", "mq-deadline", "kyber", "bfq"})
public final class SsdBenchmarks {

  private static final String NONE_IS_GOOD_ENOUGH = "none at most 10% slower than every other";

  /** Creates the suite; JUnit does this. */
  public SsdBenchmarks() {}

  /** Reads small blocks one after the other, as a program does that waits for each. */
  @BenchmarkTest
  @Workload(
      fio =
          """
          [read]
          rw=randread
          bs=4k
          iodepth=1
          direct=1
          time_based
          runtime=600ms
          """)
  @Expect(NONE_IS_GOOD_ENOUGH)
  public void randomReadDepth1() {}

  /** Reads small blocks with many requests under way, as a database server does. */
  @BenchmarkTest
  @Workload(
      fio =
          """
          [read]
          rw=randread
          bs=4k
          iodepth=32
          direct=1
          time_based
          runtime=600ms
          """)
  @Expect(NONE_IS_GOOD_ENOUGH)
  public void randomReadDepth32() {}

  /** Writes small blocks to random places. */
  @BenchmarkTest
  @Workload(
      fio =
          """
          [write]
          rw=randwrite
          bs=4k
          iodepth=8
          direct=1
          time_based
          runtime=600ms
          """)
  @Expect(NONE_IS_GOOD_ENOUGH)
  public void randomWriteDepth8() {}

  /** Reads seven small blocks for every three it writes. */
  @BenchmarkTest
  @Workload(
      fio =
          """
          [mixed]
          rw=randrw
          rwmixread=70
          bs=4k
          iodepth=16
          direct=1
          time_based
          runtime=600ms
          """)
  @Expect(NONE_IS_GOOD_ENOUGH)
  public void mixed70Read30Write() {}

  /** Reads large blocks in order. */
  @BenchmarkTest
  @Workload(
      fio =
          """
          [read]
          rw=read
          bs=1m
          iodepth=8
          direct=1
          time_based
          runtime=600ms
          """)
  @Expect(NONE_IS_GOOD_ENOUGH)
  public void sequentialRead() {}

  /** Writes large blocks in order. */
  @BenchmarkTest
  @Workload(
      fio =
          """
          [write]
          rw=write
          bs=1m
          iodepth=8
          direct=1
          time_based
          runtime=600ms
          """)
  @Expect(NONE_IS_GOOD_ENOUGH)
  public void sequentialWrite() {}

  /** Unpacks a source tree, up to the final sync. */
  @BenchmarkTest
  @Expect(NONE_IS_GOOD_ENOUGH)
  public void unpackSourceTree(Workspace dir, @Input("tree.tar") Path tree) {
    dir.exec("tar", "-xf", tree);
  }

  /**
   * Unpacks, copies and removes a source tree and its archive in nine steps. Last, since it takes
   * longest and so gains most from the time that early decisions leave.
   */
  @BenchmarkTest
  @Order(Integer.MAX_VALUE)
  @Expect(NONE_IS_GOOD_ENOUGH)
  public void nineFileSteps(Workspace dir, @Input("tree-10000.tar") Path tree) {
    dir.exec("tar", "-xf", tree);
    dir.sync();
    dir.exec("cp", "-r", "tree", "copy");
    dir.sync();
    dir.exec("cp", tree, "copy.tar");
    dir.sync();
    dir.exec("rm", "-r", "tree");
    dir.exec("rm", "-r", "copy");
    dir.sync();
  }
}
