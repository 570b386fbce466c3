package org.iosched.measure;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.iosched.device.TestDevice;
import org.iosched.engine.JobResult;
import org.jspecify.annotations.Nullable;

/**
 * Watches what the machine does beside a workload: others' I/O on the device and on what lies below
 * it, processor time that others took, pressure, throttling. Takes a reading at the begin and one
 * at the end, together less than a millisecond, and judges their difference.
 *
 * <p>The readings have to enclose what the workload counts: begin before its clock starts, or
 * before the cut that starts a slice, and end after the cut that ends it.
 */
public final class Surroundings {

  private final KernelFiles kernel;
  private final TestDevice device;
  private final Throttling.Files throttling;

  Surroundings(KernelFiles kernel, TestDevice device) {
    this.kernel = kernel;
    this.device = device;
    this.throttling = Throttling.Files.of(kernel);
  }

  /**
   * Returns the surroundings of work on a device. Looks for files that tell of them, so keep it for
   * the whole run.
   */
  public static Surroundings of(TestDevice device) {
    return new Surroundings(KernelFiles.REAL, device);
  }

  /**
   * Takes the first reading; disturbances will be told without the name of who caused them, and
   * heat is not looked at.
   *
   * @param own whose I/O is the workload's own
   */
  public Watch begin(OwnIo own) {
    return new Watch(this, own, null);
  }

  /**
   * Looks at the processes if the last look is too old, and takes the first reading.
   *
   * @param own whose I/O is the workload's own
   * @param scan by which the process is named that disturbed it
   */
  public Watch begin(OwnIo own, ProcessScan scan) {
    return new Watch(this, own, scan);
  }

  private Reading read(OwnIo own, boolean heat) {
    return Reading.now(kernel, device, own, throttling, heat);
  }

  /** A watch that has begun. It holds nothing open: one that is never ended costs nothing. */
  public static final class Watch {

    private final Surroundings surroundings;
    private final OwnIo own;
    private final @Nullable ProcessScan scan;
    private final ProcessScan.@Nullable Snapshot before;
    private final Reading first;

    private Watch(Surroundings surroundings, OwnIo own, @Nullable ProcessScan scan) {
      this.surroundings = surroundings;
      this.own = own;
      this.scan = scan;
      this.before = scan == null ? null : scan.recent();
      this.first = surroundings.read(own, scan != null);
    }

    /**
     * Takes the second reading and judges, where the workload does not count its own bytes. May be
     * called again, for a longer time.
     */
    public Disturbance end() {
      return end(0, 0);
    }

    /**
     * Takes the second reading and judges. The processes are looked at again only if something was
     * disturbed. May be called again, for a longer time.
     *
     * @param readBytes what the workload has counted as read since the begin
     * @param writtenBytes what it has counted as written
     * @throws org.iosched.device.DeviceException if the device has disappeared
     */
    public Disturbance end(long readBytes, long writtenBytes) {
      TestDevice device = surroundings.device;
      Reading last = surroundings.read(own, scan != null);
      // What may be written, although the run was not told to destroy it, is the run's own.
      boolean onlyOurs = device.targetIsRaw() && device.refuseWrites().isEmpty();
      Lazily others = new Lazily();
      return Judgement.of(
          new Judgement.Case(device.name(), own, device.copies(), onlyOurs),
          first,
          last,
          new ProcessIo(readBytes, writtenBytes),
          others::get,
          (disks, pid) -> new OpenFiles(surroundings.kernel, disks).has(pid));
    }

    /**
     * As {@link #end(long, long)}, with what jobs have counted.
     *
     * @param result what they measured since the begin, or in a slice that the readings enclose
     * @throws org.iosched.device.DeviceException if the device has disappeared
     */
    public Disturbance end(JobResult result) {
      return end(
          result.jobs().stream().mapToLong(job -> job.read().bytes()).sum(),
          result.jobs().stream().mapToLong(job -> job.write().bytes()).sum());
    }

    /** Looks at the processes once, and only if asked. */
    private final class Lazily {
      private boolean asked;
      private Optional<Others> known = Optional.empty();

      Optional<Others> get() {
        if (!asked && scan != null && before != null) {
          known = Optional.of(Others.between(before, scan.now(), ownProcesses()));
        }
        asked = true;
        return known;
      }
    }

    private Set<Long> ownProcesses() {
      Set<Long> pids = new HashSet<>();
      pids.add(ProcessHandle.current().pid());
      if (own instanceof OwnIo.Jobs jobs) {
        pids.add(jobs.pid());
      }
      Optional<Path> group = surroundings.device.cgroup();
      group
          .flatMap(g -> KernelFiles.read(g.resolve("cgroup.procs")))
          .ifPresent(text -> text.lines().map(Long::parseLong).forEach(pids::add));
      return pids;
    }
  }
}
