package org.iosched.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.iosched.device.Copies;
import org.iosched.device.Counters;
import org.iosched.dsl.Mark;
import org.junit.jupiter.api.Test;

/** What is told of two readings, ten seconds apart. */
class JudgementTest {

  private static final long MB = 1_000_000;
  private static final double SECONDS = 10;
  private static final OwnIo DIRECT = new OwnIo.Jobs(7, OwnIo.Caching.DIRECT, 0);
  private static final OwnIo BUFFERED = new OwnIo.Jobs(7, OwnIo.Caching.BUFFERED, 0);

  /** What happened between the readings. */
  private static final class Meanwhile {
    OwnIo own = DIRECT;
    boolean onlyOurs = true;
    Copies copies = Copies.NONE;
    ProcessIo device = ProcessIo.ZERO;
    long flushes;
    Optional<ProcessIo> below = Optional.empty();
    ProcessIo generator = ProcessIo.ZERO;
    ProcessIo harness = ProcessIo.ZERO;
    ProcessIo counted = ProcessIo.ZERO;
    long ownTicks;
    CpuTicks cpu = new CpuTicks(0, 2000, 0);
    Optional<Pressure> cpuPressure = Optional.of(new Pressure(0, 0));
    Pressure memoryPressure = new Pressure(0, 0);
    Throttling throttling = Throttling.UNKNOWN;
    double uptime = SECONDS;
    Optional<Others> others = Optional.empty();
    boolean elsewhere;
    boolean queue = true;

    private Counters counters(ProcessIo io, long flushes) {
      if (!queue) {
        return Counters.ZERO;
      }
      return new Counters(
          0, 2000 + io.readBytes() / 512, 0, 2000 + io.writtenBytes() / 512, 0, flushes);
    }

    private Map<String, Counters> below(Optional<ProcessIo> io) {
      return io.map(i -> Map.of("vda", counters(i, 0))).orElse(Map.of());
    }

    Disturbance judged() {
      Throttling before =
          new Throttling(
              throttling.events().map(e -> 0L),
              0,
              throttling.quota().map(q -> new Throttling.Quota(0, 0)));
      Reading first =
          new Reading(
              0,
              Optional.of(100.0),
              counters(ProcessIo.ZERO, 0),
              below(below.map(b -> ProcessIo.ZERO)),
              Optional.of(ProcessIo.ZERO),
              Optional.of(ProcessIo.ZERO),
              0,
              Optional.of(new CpuTicks(0, 0, 0)),
              cpuPressure.map(p -> new Pressure(0, 0)),
              Optional.of(new Pressure(0, 0)),
              Optional.of(new Pressure(0, 0)),
              before);
      Reading last =
          new Reading(
              (long) (SECONDS * 1e9),
              Optional.of(100.0 + uptime),
              counters(device, flushes),
              below(below),
              Optional.of(generator),
              Optional.of(harness),
              ownTicks,
              Optional.of(cpu),
              cpuPressure,
              Optional.of(new Pressure(9_000_000, 8_000_000)),
              Optional.of(memoryPressure),
              throttling);
      return Judgement.of(
          new Judgement.Case("loop0", own, copies, onlyOurs),
          first,
          last,
          counted,
          () -> others,
          (disks, pid) -> !elsewhere && !disks.isEmpty());
    }

    List<String> kinds() {
      return judged().marks().stream().map(Mark::kind).toList();
    }

    String message() {
      assertThat(judged().marks()).hasSize(1);
      return judged().marks().get(0).message();
    }
  }

  private static ProcessIo io(long readMb, long writtenMb) {
    return new ProcessIo(readMb * MB / 512 * 512, writtenMb * MB / 512 * 512);
  }

  private static Optional<Others> other(String name, long pid, ProcessIo io, long ticks) {
    return Optional.of(new Others(List.of(new Others.Other(pid, name, io, ticks)), true));
  }

  @Test
  void aQuietRunIsOnlyDescribed() {
    Meanwhile run = new Meanwhile();
    run.device = io(500, 300);
    run.generator = run.device;
    run.counted = run.device;
    run.below = Optional.of(io(500, 300));

    assertThat(run.judged().marks()).isEmpty();
    assertThat(run.judged().conditions())
        .containsEntry("foreign-read-bytes", 0.0)
        .containsEntry("foreign-write-bytes", 0.0)
        .containsEntry("foreign-below-read-bytes", 0.0)
        .containsEntry("foreign-below-write-bytes", 0.0)
        .containsEntry("cached-share", 0.0)
        .containsEntry("steal-share", 0.0)
        .containsEntry("psi-io-some-share", 0.9)
        .containsEntry("psi-io-full-share", 0.8)
        .doesNotContainKeys("throttled-count", "quota-throttled-count", "suspended-seconds");
  }

  @Test
  void foreignIoBelowTheDeviceIsMarkedWithTheOneWhoDidMostOfIt() {
    Meanwhile run = new Meanwhile();
    run.device = io(500, 0);
    run.generator = run.device;
    run.below = Optional.of(io(500, 312));
    run.others = other("dd", 4711, io(0, 310), 0);

    assertThat(run.judged().marks())
        .containsExactly(
            new Mark(
                "foreign-io-below",
                "other processes wrote 312 MB to vda below loop0 meanwhile, most of it dd (pid 4711,"
                    + " 310 MB)",
                true));
    assertThat(run.judged().conditions())
        .hasEntrySatisfying(
            "foreign-below-write-bytes",
            bytes -> assertThat(bytes).isBetween(311.9 * MB, 312.1 * MB));
  }

  @Test
  void foreignIoOnTheDeviceIsMarked() {
    Meanwhile run = new Meanwhile();
    run.device = io(540, 20);
    run.generator = io(500, 0);
    run.others = other("fsck", 12, io(25, 0), 0);

    assertThat(run.message())
        .isEqualTo(
            "other processes read 40 MB from and wrote 20.0 MB to loop0 meanwhile, the largest part that"
                + " can be seen fsck (pid 12, 25.0 MB)");
    run.others = other("fsck", 12, io(600, 0), 0);
    assertThat(run.message()).endsWith("probably fsck (pid 12, 600 MB)");
    run.elsewhere = true;
    assertThat(run.message()).endsWith("perhaps fsck (pid 12, 600 MB on all disks)");
    run.others = other("fsck", 12, io(1, 0), 0);
    assertThat(run.message()).endsWith("by a process that has ended, or from the page cache");
    run.others = Optional.of(new Others(List.of(), false));
    assertThat(run.message())
        .endsWith("by a process that has ended, or one that this user may not look at (root may)");
    run.others = Optional.empty();
    assertThat(run.message()).endsWith("by whom was not looked at");
  }

  @Test
  void aLittleForeignIoIsUsual() {
    Meanwhile run = new Meanwhile();
    run.device = io(502, 2);
    run.generator = io(500, 0);
    assertThat(run.kinds()).isEmpty();

    run.device = io(500, 3);
    assertThat(run.kinds()).containsExactly("foreign-io");
  }

  @Test
  void commitsOfTheJournalBelowAreNotForeign() {
    Meanwhile run = new Meanwhile();
    run.device = io(0, 41);
    run.generator = run.device;
    run.flushes = 10_000;
    // As measured on ext4 under fsync after each write: 12 kB for some of the flushes.
    run.below = Optional.of(io(0, 49));

    assertThat(run.kinds()).isEmpty();
    run.flushes = 0;
    assertThat(run.kinds()).containsExactly("foreign-io-below");
  }

  @Test
  void onADiskOfTheUsersTheHarnessAndTheFileSystemWriteToo() {
    Meanwhile run = new Meanwhile();
    run.onlyOurs = false;
    run.generator = io(0, 40);
    run.harness = io(0, 30);
    run.flushes = 10_000;
    run.device = io(0, 190);
    assertThat(run.kinds()).isEmpty();

    run.onlyOurs = true;
    assertThat(run.kinds()).containsExactly("foreign-io");
  }

  @Test
  void whatTheHarnessReadsBelowIsNotForeign() {
    Meanwhile run = new Meanwhile();
    run.device = io(100, 0);
    run.generator = io(100, 0);
    run.harness = io(60, 0);
    run.below = Optional.of(io(160, 0));

    assertThat(run.kinds()).isEmpty();
  }

  @Test
  void copiesOfRaidAreNotForeign() {
    Meanwhile run = new Meanwhile();
    run.onlyOurs = false;
    run.device = io(60, 200);
    run.generator = io(0, 100);
    assertThat(run.kinds()).containsExactly("foreign-io");

    run.copies = new Copies(2, 1);
    assertThat(run.kinds()).isEmpty();
  }

  @Test
  void whatIsInFlightAtTheEndsOfASliceIsNotForeign() {
    Meanwhile run = new Meanwhile();
    run.device = io(532, 0);
    run.generator = io(500, 0);
    run.counted = io(500, 0);
    run.own = new OwnIo.Jobs(7, OwnIo.Caching.DIRECT, 32 * MB);

    assertThat(run.kinds()).isEmpty();
    run.own = DIRECT;
    assertThat(run.kinds()).containsExactly("foreign-io");
  }

  @Test
  void ofABodyOnlyOthersIoIsForeign() {
    Meanwhile run = new Meanwhile();
    run.own = OwnIo.ofBody();
    run.device = io(0, 900);
    run.harness = io(0, 900);
    assertThat(run.judged().conditions()).doesNotContainKey("foreign-write-bytes");

    run.onlyOurs = false;
    assertThat(run.judged().conditions()).doesNotContainKey("foreign-write-bytes");
    run.others = other("rsync", 99, io(0, 80), 0);
    assertThat(run.message())
        .isEqualTo(
            "other processes wrote 80 MB to loop0 meanwhile, most of it rsync (pid 99, 80 MB)");
    // They cannot have written more to it than was written.
    run.device = io(0, 50);
    assertThat(run.judged().conditions())
        .hasEntrySatisfying(
            "foreign-write-bytes", bytes -> assertThat(bytes).isBetween(49.9 * MB, 50.1 * MB));
  }

  @Test
  void directJobsThatMissTheDeviceAreMarked() {
    Meanwhile run = new Meanwhile();
    run.counted = io(100, 0);
    run.device = io(96, 0);
    run.generator = run.device;
    assertThat(run.kinds()).isEmpty();

    run.device = io(60, 500);
    run.generator = run.device;
    assertThat(run.message())
        .startsWith("of what the direct jobs counted, 40% did not reach loop0: ");
    assertThat(run.judged().contaminates()).isTrue();
  }

  @Test
  void bufferedJobsThatStayInMemoryAreToldAndCount() {
    Meanwhile run = new Meanwhile();
    run.own = BUFFERED;
    run.counted = io(100, 0);
    run.device = io(5, 0);
    run.generator = run.device;

    assertThat(run.kinds()).containsExactly("served-from-cache");
    assertThat(run.judged().contaminates()).isFalse();
    run.device = io(50, 0);
    run.generator = run.device;
    assertThat(run.kinds()).isEmpty();
  }

  @Test
  void aDeviceThatDoesNotCountSaysNothing() {
    Meanwhile run = new Meanwhile();
    run.counted = io(100, 0);
    run.generator = io(100, 0);

    assertThat(run.judged().marks()).isEmpty();
    assertThat(run.judged().conditions())
        .doesNotContainKeys("cached-share", "foreign-read-bytes", "foreign-write-bytes");
  }

  @Test
  void whatHasNoQueueIsOnlyDescribed() {
    Meanwhile run = new Meanwhile();
    run.queue = false;
    run.counted = io(100, 0);
    run.generator = io(100, 0);
    run.cpu = new CpuTicks(0, 2000, 900);

    assertThat(run.judged().marks()).isEmpty();
    assertThat(run.judged().conditions()).containsEntry("steal-share", 0.45);
  }

  @Test
  void stealIsMarkedWhereItIsCertain() {
    Meanwhile run = new Meanwhile();
    run.cpu = new CpuTicks(0, 2000, 100);
    assertThat(run.kinds()).isEmpty();
    run.cpu = new CpuTicks(0, 2000, 120);
    assertThat(run.message())
        .isEqualTo("the virtual machine's host took 6% of the processors' time for others");
    run.cpu = new CpuTicks(0, 40, 4);
    assertThat(run.kinds()).isEmpty();
  }

  @Test
  void ownPressureIsNeverHeldAgainstARun() {
    Meanwhile run = new Meanwhile();
    run.cpu = new CpuTicks(1900, 2000, 0);
    run.ownTicks = 1850;
    run.cpuPressure = Optional.of(new Pressure(9_900_000, 0));

    assertThat(run.kinds()).isEmpty();
    assertThat(run.judged().conditions())
        .containsEntry("psi-cpu-some-share", 0.99)
        .containsEntry("foreign-cpu-share", 0.025);
  }

  @Test
  void processorsTakenByOthersAreMarkedOnlyIfWorkWaited() {
    Meanwhile run = new Meanwhile();
    run.cpu = new CpuTicks(1000, 2000, 0);
    run.ownTicks = 200;
    run.others = other("cc1plus", 31, ProcessIo.ZERO, 800);
    assertThat(run.kinds()).isEmpty();

    run.cpuPressure = Optional.of(new Pressure(3_000_000, 0));
    assertThat(run.message())
        .isEqualTo(
            "other processes took 40% of the processors' time and work waited for them 30% of the"
                + " time, most of all cc1plus (pid 31, 8.0 s)");
    run.cpuPressure = Optional.empty();
    assertThat(run.kinds()).isEmpty();
    run.cpu = new CpuTicks(1500, 2000, 0);
    assertThat(run.kinds()).containsExactly("foreign-cpu");
  }

  @Test
  void wantOfMemoryDisturbsDirectJobs() {
    Meanwhile run = new Meanwhile();
    run.memoryPressure = new Pressure(3_000_000, 2_000_000);

    assertThat(run.kinds()).containsExactly("memory-pressure");
    run.own = BUFFERED;
    assertThat(run.kinds()).isEmpty();
  }

  @Test
  void throttlingIsMarkedBeyondAnInstant() {
    Meanwhile run = new Meanwhile();
    run.throttling = new Throttling(Optional.of(3L), 100, Optional.empty());
    assertThat(run.kinds()).isEmpty();
    assertThat(run.judged().conditions()).containsEntry("throttled-count", 3.0);
    run.throttling = new Throttling(Optional.of(3L), 900, Optional.empty());
    assertThat(run.kinds()).containsExactly("throttled");
    run.throttling = new Throttling(Optional.of(1L), 0, Optional.empty());
    assertThat(run.message()).startsWith("processors were slowed down by heat 1 time; ");
    run.throttling =
        new Throttling(Optional.empty(), 0, Optional.of(new Throttling.Quota(9, 2_000_000)));
    assertThat(run.message())
        .startsWith(
            "the control group's processor quota was used up 9 times, and threads stood still 20% of"
                + " the time");
  }

  @Test
  void aSuspendedMachineIsNoticed() {
    Meanwhile run = new Meanwhile();
    run.uptime = SECONDS + 3600;

    assertThat(run.message()).isEqualTo("the machine was suspended for 3600.0 s");
  }
}
