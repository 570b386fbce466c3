package org.iosched.suites;

import org.iosched.extension.BenchmarkTest;
import org.iosched.extension.Expect;
import org.iosched.extension.Schedulers;
import org.iosched.extension.Workload;
import org.junit.jupiter.api.Tag;

/**
 * What people believe of desktops: that bfq keeps a machine responsive while something writes in
 * the background.
 */
@Tag("desktop")
@Schedulers({"none", "bfq"})
public final class DesktopBenchmarks {

  /** Creates the suite; JUnit does this. */
  public DesktopBenchmarks() {}

  /**
   * Reads small blocks one after the other, as a program does that starts, beside a stream of large
   * writes. Runs are long enough to see past the boost that bfq gives to a process it takes for
   * interactive: what holds in the first seconds need not hold after them.
   */
  @BenchmarkTest(rounds = 12)
  @Workload(
      fio =
          """
          [reader]
          rw=randread
          bs=4k
          iodepth=1
          direct=1
          size=50%
          startdelay=1s
          time_based
          runtime=12s

          [writer]
          rw=write
          bs=1m
          iodepth=32
          direct=1
          offset=50%
          size=50%
          ramp_time=1s
          time_based
          runtime=12s
          """)
  @Expect("bfq at least 5x more reader iops than none in the first 2 s")
  @Expect("bfq at most 2x more reader iops than none after 6 s")
  public void readerBesideWriter() {}
}
