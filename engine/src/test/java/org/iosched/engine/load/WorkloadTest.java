package org.iosched.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;
import org.iosched.engine.EngineException;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of a run that cannot begin: nothing. */
class WorkloadTest {
  private static final int SIZE = 64 << 10;

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    file = Files.write(directory.resolve("file"), new byte[SIZE]);
  }

  /** Makes threads of which one does not start. */
  private static final class LackOfThreads implements ThreadFactory {
    final List<Thread> made = new ArrayList<>();
    private final int which;

    LackOfThreads(int which) {
      this.which = which;
    }

    @Override
    public synchronized Thread newThread(Runnable body) {
      boolean lacks = made.size() + 1 == which;
      Thread thread =
          new Thread(body) {
            @Override
            public synchronized void start() {
              if (lacks) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              super.start();
            }
          };
      made.add(thread);
      return thread;
    }
  }

  private long openedBelowTheDirectory() throws IOException {
    long count = 0;
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        // A descriptor of the listing itself is gone by now.
        if (Files.isSymbolicLink(descriptor)
            && Files.readSymbolicLink(descriptor).startsWith(directory)) {
          count++;
        }
      }
    }
    return count;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aThreadThatDoesNotStartEndsTheOthersAndClosesEverything(boolean ring) throws Exception {
    assumeTrue(!ring || RingProbe.whyRefused() == null, "io_uring is refused here");
    JobFile jobs = JobFile.parse("[j]\nrw=randrw\nnumjobs=4");
    LackOfThreads threads = new LackOfThreads(3);

    assertThatThrownBy(() -> new Workload(jobs, file, ring, () -> false, threads))
        .isInstanceOf(OutOfMemoryError.class);

    assertThat(threads.made).hasSize(3).noneMatch(Thread::isAlive);
    assertThat(openedBelowTheDirectory()).isZero();
  }

  /** The threads of the thread path are started once the clock runs. */
  @Test
  void aThreadThatDoesNotStartInTheRunFailsTheRun() throws Exception {
    JobFile jobs = JobFile.parse("[j]\nrw=randread\niodepth=4\nruntime=1h\ntime_based");
    LackOfThreads threads = new LackOfThreads(3);
    Workload workload = new Workload(jobs, file, false, () -> false, threads);
    workload.start();

    assertThatThrownBy(workload::await)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("unable to create native thread");

    assertThat(threads.made.subList(1, 3)).noneMatch(Thread::isAlive);
    assertThat(openedBelowTheDirectory()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void anErrorWhileFilesAreOpenedClosesThem(int when) throws Exception {
    JobFile jobs = JobFile.parse("[j]\nrw=write\nsize=48k\nnrfiles=3\nnumjobs=2\nverify=crc32c");
    int[] calls = {0};
    Clone.Stop failing =
        () -> {
          if (++calls[0] == when) {
            throw new OutOfMemoryError("Java heap space");
          }
          return false;
        };

    assertThatThrownBy(() -> new Workload(jobs, directory, false, failing))
        .isInstanceOf(OutOfMemoryError.class);

    assertThat(openedBelowTheDirectory()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"iodepth=32k\nbs=1m", "verify=crc32c\nbs=32", "size=1t", "offset=1t", "bs=1m"})
  void aRefusalClosesWhatIsOpen(String options) throws Exception {
    JobFile jobs = JobFile.parse("[first]\nrw=write\nnumjobs=3\n[j]\nrw=write\n" + options);

    assertThatThrownBy(() -> new Workload(jobs, file, false, () -> false))
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith("job j ");

    assertThat(openedBelowTheDirectory()).isZero();
  }

  @Test
  void isNotCutBeforeItsClockHasStarted() throws Exception {
    Workload workload =
        new Workload(JobFile.parse("[j]\nruntime=100ms\ntime_based"), file, false, () -> false);
    assertThatThrownBy(workload::cut)
        .isInstanceOf(EngineException.class)
        .hasMessage("the clock of the run has not started yet; cut after STARTED");

    workload.start();
    JobResult slice = workload.cut();
    JobResult rest = workload.await();

    assertThat(slice.elapsedSeconds()).isBetween(0.0, 1000.0);
    assertThat(rest.elapsedSeconds()).isPositive();
  }

  @Test
  void isNotVerifiedWhenItIsStopped() throws Exception {
    JobFile jobs = JobFile.parse("[j]\nrw=randwrite\nverify=crc32c\nloops=3\nsize=64k");
    Workload whole = new Workload(jobs, file, false, () -> false);
    whole.start();
    assertThat(whole.await().verifiedBlocks()).isEqualTo(16);

    Workload stopped = new Workload(jobs, file, false, () -> false);
    stopped.start();
    stopped.stop();
    assertThat(stopped.await().verifiedBlocks()).isZero();
  }
}
