package org.iosched.engine.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.iosched.engine.EngineException;
import org.iosched.engine.Job;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;
import org.jspecify.annotations.Nullable;

/** A job text being run: its clones, their threads and the clock they share. */
final class Workload {
  private static final int LARGEST_EXPECTED_WINDOWS = 36_000;
  private static final int MOST_THREADS = 1_024;

  /** From the moment all threads are ready to the moment the clock starts. */
  private static final long HEAD_START_NANOS = 1_000_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final JobFile file;
  private final boolean ringAllowed;
  private final ThreadFactory threadMaker;
  private final CpuClock cpu = new CpuClock();
  private final List<Member> members = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch opened;
  private final CountDownLatch ready;
  private final List<Group> groups = new ArrayList<>();

  private volatile boolean stopped;
  private volatile @Nullable EngineException failure;
  private volatile long startNanos;

  private long elapsedFrom;
  private long cutNanos;
  private boolean started;
  private boolean cut;
  private boolean ended;
  private CpuClock.Reading cutCpu = new CpuClock.Reading(0, 0);

  /** The jobs that run side by side, between two stonewalls. */
  private static final class Group {
    final @Nullable Group before;
    final List<Member> members = new ArrayList<>();
    CountDownLatch running = new CountDownLatch(0);

    Group(@Nullable Group before) {
      this.before = before;
    }
  }

  /** A clone with its times, all of them of {@link System#nanoTime()}. */
  private static final class Member {
    final Clone clone;
    final Group group;
    volatile long measureFrom = Long.MAX_VALUE;
    volatile long end = Long.MAX_VALUE;

    Member(Clone clone, Group group) {
      this.clone = clone;
      this.group = group;
    }
  }

  /**
   * Opens the targets, lays out files, gets the memory and starts the threads up to the line.
   *
   * @param ringAllowed whether io_uring is used
   * @param givenUp whether it is already to be stopped while files are laid out
   * @throws EngineException if a job cannot run on the target
   */
  Workload(JobFile file, Path target, boolean ringAllowed, Clone.Stop givenUp) {
    this(file, target, ringAllowed, givenUp, Workload::thread);
  }

  /**
   * As the other, with threads made by someone else.
   *
   * @param threadMaker makes the threads, which this class starts
   */
  Workload(
      JobFile file,
      Path target,
      boolean ringAllowed,
      Clone.Stop givenUp,
      ThreadFactory threadMaker) {
    this.file = file;
    this.ringAllowed = ringAllowed;
    this.threadMaker = threadMaker;
    int clones = file.jobs().stream().mapToInt(Job::clones).sum();
    opened = new CountDownLatch(clones);
    ready = new CountDownLatch(clones);
    boolean complete = false;
    try {
      open(target, givenUp);
      for (Group group : groups) {
        group.running = new CountDownLatch(group.members.size());
      }
      for (Member member : members) {
        started(() -> live(member), member.clone.job());
      }
      complete = true;
    } finally {
      if (!complete) {
        giveUp();
      }
    }
  }

  private static Thread thread(Runnable body) {
    return new Thread(null, body, "job", 256 << 10);
  }

  /** Ends the threads that wait for those that could not be started, and closes everything. */
  private void giveUp() {
    stopped = true;
    boolean interrupted = false;
    for (Thread thread : threads) {
      thread.interrupt();
      interrupted |= joinInterrupted(thread);
    }
    closeClones();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end of a thread that uses what is to be closed; tells of interruptions. */
  private static boolean joinInterrupted(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  private void open(Path target, Clone.Stop givenUp) {
    int windows = expectedWindows();
    checkMemory(windows);
    Group group = new Group(null);
    groups.add(group);
    int callThreads = 0;
    for (Job job : file.jobs()) {
      if (job.stonewall() && !group.members.isEmpty()) {
        group = new Group(group);
        groups.add(group);
      }
      for (int number = 0; number < job.clones(); number++) {
        Member member = open(job, number, target, windows, givenUp, group);
        callThreads += member.clone.slots();
      }
    }
    OverwrittenBlocks.refuse(members.stream().map(member -> member.clone).toList());
    if (!ringAllowed && callThreads > MOST_THREADS) {
      throw new EngineException(
          "without io_uring each unit of iodepth takes a thread, and "
              + callThreads
              + " are more than "
              + MOST_THREADS
              + "; lower iodepth or numjobs");
    }
  }

  private Member open(
      Job job, int number, Path target, int windows, Clone.Stop givenUp, Group group) {
    List<Target> files = TargetFiles.open(job, number, target, givenUp);
    Member member = null;
    boolean complete = false;
    try {
      member = new Member(new Clone(job, number, files, windows, () -> stopped), group);
      group.members.add(member);
      members.add(member);
      complete = true;
      return member;
    } finally {
      if (!complete && member != null) {
        members.remove(member);
        member.clone.close();
      } else if (!complete) {
        files.forEach(Target::close);
      }
    }
  }

  /** Refuses what would fill the heap before the clock starts, or while it runs. */
  private void checkMemory(int windows) {
    long needed = 0;
    for (Job job : file.jobs()) {
      needed += job.clones() * Meter.heapBytes(job, windows);
    }
    long most = Runtime.getRuntime().maxMemory() / 2;
    if (needed > most) {
      throw new EngineException(
          "the clones of these jobs would take "
              + (needed >> 20)
              + " MiB of memory to count their I/Os, more than the "
              + (most >> 20)
              + " MiB that the engine has for that; lower numjobs or runtime");
    }
  }

  private int expectedWindows() {
    Duration longest = file.longestRuntime();
    long windows = longest.toSeconds() * (NANOS_PER_SECOND / Counts.WINDOW_NANOS) + 64;
    return (int) Math.min(LARGEST_EXPECTED_WINDOWS, windows);
  }

  private Thread started(Runnable body, Job job) {
    Thread thread = Objects.requireNonNull(threadMaker.newThread(body));
    thread.setName("job " + job.name());
    thread.setDaemon(true);
    synchronized (threads) {
      threads.add(thread);
    }
    thread.start();
    return thread;
  }

  /**
   * Starts the clock once all threads are ready.
   *
   * @throws EngineException if one of them cannot run
   */
  void start() throws InterruptedException {
    ready.await();
    if (failure != null) {
      go.countDown();
      await();
    }
    long start = startClock();
    // Not told of before it is true: what is cut, or measured, begins there.
    for (long left = start - System.nanoTime(); left > 0; left = start - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    synchronized (this) {
      started = true;
    }
  }

  private synchronized long startClock() {
    cutCpu = cpu.read();
    long start = System.nanoTime() + HEAD_START_NANOS;
    startNanos = start;
    elapsedFrom = start;
    long origin = Long.MAX_VALUE;
    for (Member member : groups.get(0).members) {
      origin = Math.min(origin, measureFrom(member.clone.job(), start) - start);
    }
    for (Member member : members) {
      member.clone.meter().origin(start + origin);
    }
    cutNanos = start + origin;
    go.countDown();
    return start;
  }

  private static long measureFrom(Job job, long start) {
    return start + job.startDelay().plus(job.rampTime()).toNanos();
  }

  /** The life of a clone's thread. */
  private void live(Member member) {
    Clone clone = member.clone;
    Ring ring = null;
    RingLoop ringLoop = null;
    boolean announced = false;
    try {
      if (ringAllowed) {
        ring = open(clone);
        // A ring may need memory that registered buffers would use up (RLIMIT_MEMLOCK).
        opened.await();
        ringLoop = new RingLoop(clone, ring);
      }
      if (clone.job().invalidate()) {
        clone.dropCache();
      }
      ready.countDown();
      announced = true;
      go.await();
      begin(member);
      if (ringLoop == null) {
        runCalls(clone);
      } else {
        ringLoop.run();
      }
      if (clone.job().endFsync() && !stopped) {
        clone.fsync();
      }
    } catch (Ring.Refused e) {
      fail(new EngineException("io_uring is refused by the kernel: " + e.reason(), e));
    } catch (EngineException e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      fail(new EngineException("the engine failed: " + e, e));
    } finally {
      member.end = System.nanoTime();
      if (ring != null) {
        ring.close();
      }
      if (!announced) {
        ready.countDown();
      }
      member.group.running.countDown();
    }
  }

  private Ring open(Clone clone) throws Ring.Refused {
    try {
      return new Ring(clone.slots());
    } finally {
      opened.countDown();
    }
  }

  private void begin(Member member) throws InterruptedException {
    Job job = member.clone.job();
    long start = startNanos;
    Group before = member.group.before;
    if (before != null) {
      before.running.await();
      if (job.invalidate()) {
        member.clone.dropCache();
      }
      start = System.nanoTime();
    }
    long begin = start + job.startDelay().toNanos();
    long from = measureFrom(job, start);
    boolean bounded = job.runtime().isPresent();
    member
        .clone
        .plan()
        .begin(begin, from, bounded, from + job.runtime().map(Duration::toNanos).orElse(0L));
    member.clone.meter().measureFrom(from);
    member.measureFrom = from;
    member.clone.sleepUntil(begin);
  }

  private void runCalls(Clone clone) throws InterruptedException {
    List<Thread> helpers = new ArrayList<>();
    try {
      for (int slot = 1; slot < clone.slots(); slot++) {
        CallLoop loop = new CallLoop(clone, slot);
        helpers.add(started(() -> runCall(loop), clone.job()));
      }
    } catch (RuntimeException | Error e) {
      // Those that were started use the clone's memory, so their end is waited for below.
      fail(new EngineException("the engine failed: " + e, e));
    }
    runCall(new CallLoop(clone, 0));
    for (Thread helper : helpers) {
      helper.join();
    }
  }

  private void runCall(CallLoop loop) {
    try {
      loop.run();
    } catch (EngineException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      fail(new EngineException("the engine failed: " + e, e));
    }
  }

  private void fail(EngineException reason) {
    synchronized (this) {
      if (failure == null) {
        failure = reason;
      }
    }
    stop();
  }

  /** Asks all clones to end; those in the middle of an I/O end after it. */
  void stop() {
    stopped = true;
    synchronized (threads) {
      threads.forEach(LockSupport::unpark);
    }
  }

  /**
   * Waits for the end, and releases everything.
   *
   * @return what was measured since the last cut
   * @throws EngineException if the run failed
   */
  JobResult await() throws InterruptedException {
    for (Group group : groups) {
      group.running.await();
    }
    JobResult result;
    synchronized (this) {
      result = failure == null ? measure() : null;
      ended = true;
    }
    long verified = 0;
    try {
      verified = result == null || stopped ? 0 : verify();
      // What was read back in part is no verification.
      verified = stopped ? 0 : verified;
    } catch (EngineException e) {
      fail(e);
    } finally {
      closeClones();
    }
    EngineException reason = failure;
    if (reason != null || result == null) {
      throw reason == null ? new EngineException("the run has no result") : reason;
    }
    return result.verified(verified);
  }

  /** Verifies what was written, after the end of all jobs, so that it disturbs no measurement. */
  private long verify() {
    long blocks = 0;
    for (Member member : members) {
      blocks += member.clone.verify();
    }
    return blocks;
  }

  /** Returns what was measured since the last cut, and goes on from zero. */
  synchronized JobResult cut() {
    if (ended) {
      throw new EngineException("the run has ended");
    }
    EngineException reason = failure;
    if (reason != null) {
      throw reason;
    }
    if (!started) {
      throw new EngineException("the clock of the run has not started yet; cut after STARTED");
    }
    cut = true;
    return measure();
  }

  private JobResult measure() {
    // First, since it takes longer than the counters may be taken after the clock is read.
    CpuClock.Reading cpuNow = cpu.read();
    long now = System.nanoTime();
    long last = members.stream().mapToLong(member -> Math.min(member.end, now)).max().orElse(now);
    ResultBuilder builder = new ResultBuilder(file, cutNanos, last, cut);
    for (Member member : members) {
      builder.add(
          member.clone.job().name(),
          member.clone.meter().take(now),
          Math.max(member.measureFrom, cutNanos),
          Math.min(member.end, last));
    }
    CpuClock.Reading used = cpuNow.since(cutCpu);
    JobResult result =
        builder.build(
            used,
            ringAllowed ? "io_uring" : "pread/pwrite threads",
            (double) (last - elapsedFrom) / NANOS_PER_SECOND);
    elapsedFrom = now;
    cutNanos = now;
    cutCpu = cpuNow;
    return result;
  }

  private void closeClones() {
    members.forEach(member -> member.clone.close());
  }
}
