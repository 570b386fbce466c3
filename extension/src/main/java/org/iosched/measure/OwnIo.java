package org.iosched.measure;

import java.util.OptionalLong;
import org.iosched.engine.Job;
import org.iosched.engine.JobFile;

/** Whose I/O is the workload's own, and how it goes to the device. */
public sealed interface OwnIo {

  /**
   * Jobs that a load generator's process runs.
   *
   * @param pid its process number
   * @param caching whether the jobs pass by the page cache
   * @param mostInFlightBytes how much they may have in flight when a reading is taken, in bytes; 0
   *     where they have not begun at the first reading and have ended at the last
   * @param uncountedBytes how much they may do between the readings beyond what they count
   *     themselves, in bytes; empty where that cannot be told
   */
  record Jobs(long pid, Caching caching, long mostInFlightBytes, OptionalLong uncountedBytes)
      implements OwnIo {

    /** Jobs of which it is not known what they do beyond what they count. */
    Jobs(long pid, Caching caching, long mostInFlightBytes) {
      this(pid, caching, mostInFlightBytes, OptionalLong.empty());
    }
  }

  /**
   * The test method's own body: this process and all that it started, through the page cache. On a
   * device that the run has made for itself everything is its own.
   */
  record Body() implements OwnIo {}

  /** How jobs go to the device. */
  enum Caching {
    /** All of them past the page cache: every byte has to reach the device. */
    DIRECT,
    /** All of them through the page cache. */
    BUFFERED,
    /** Some this way, some that. */
    MIXED
  }

  /**
   * Returns the own I/O of jobs between two readings outside their run.
   *
   * @param pid the process that runs them
   * @param jobs what it runs
   */
  static OwnIo ofRun(long pid, JobFile jobs) {
    Caching caching = caching(jobs);
    // Files are laid out, ramps run and blocks verified without being counted.
    boolean countsAll =
        caching == Caching.DIRECT
            && jobs.jobs().stream()
                .allMatch(
                    job ->
                        job.rampTime().isZero()
                            && !job.verify()
                            && job.files() == 1
                            && job.filename().isEmpty()
                            && job.directory().isEmpty());
    return new Jobs(
        pid, caching, 0, countsAll ? OptionalLong.of(inFlightBytes(jobs)) : OptionalLong.empty());
  }

  /**
   * Returns the own I/O of jobs that go on while readings are taken: what is in flight has been
   * counted for the process and not yet for the device.
   *
   * @param pid the process that runs them
   * @param jobs what it runs
   */
  static OwnIo ofSlice(long pid, JobFile jobs) {
    return new Jobs(pid, caching(jobs), inFlightBytes(jobs));
  }

  private static long inFlightBytes(JobFile jobs) {
    long inFlight = 0;
    for (Job job : jobs.jobs()) {
      long block = Math.max(job.blockBytes().read(), job.blockBytes().write());
      inFlight += block * job.depth() * job.clones();
    }
    return inFlight;
  }

  /** Returns the own I/O of the test method's body. */
  static OwnIo ofBody() {
    return new Body();
  }

  private static Caching caching(JobFile jobs) {
    long direct = jobs.jobs().stream().filter(Job::direct).count();
    if (direct == jobs.jobs().size()) {
      return Caching.DIRECT;
    }
    return direct == 0 ? Caching.BUFFERED : Caching.MIXED;
  }
}
