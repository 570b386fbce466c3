package org.iosched.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.iosched.engine.Job;
import org.iosched.engine.JobFile;
import org.iosched.engine.load.IoPlan.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IoPlanTest {
  private static final long SECOND = 1_000_000_000;
  private static final long BEGIN = 5 * SECOND;

  private static IoPlan plan(String options, long extentBytes) {
    Job job = job(options);
    long ioBytes = job.ioSize().map(size -> size.of(extentBytes)).orElse(extentBytes);
    return new IoPlan(job, List.of(new Extent(0, extentBytes, ioBytes)), 0);
  }

  private static List<Step> steps(IoPlan plan, int count, long now) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      steps.add(plan.next(now));
    }
    return steps;
  }

  @Test
  void endsWhenTheExtentIsDone() {
    IoPlan plan = plan("rw=write", 3 * 4096);
    plan.begin(BEGIN, BEGIN, false, 0);

    assertThat(steps(plan, 4, BEGIN)).containsExactly(Step.WRITE, Step.WRITE, Step.WRITE, Step.END);
  }

  @Test
  void endsAtTheDeadline() {
    IoPlan plan = plan("direct=1\nruntime=1\ntime_based", 4096);
    plan.begin(BEGIN, BEGIN, true, BEGIN + SECOND);

    assertThat(steps(plan, 3, BEGIN)).containsOnly(Step.READ);
    assertThat(plan.next(BEGIN + SECOND)).isEqualTo(Step.END);
  }

  /** As fio does it: a buffered job that begins anew finds nothing in the page cache. */
  @ParameterizedTest
  @ValueSource(strings = {"rw=read", "rw=randread", "rw=write", "rw=randrw"})
  void dropsTheCacheAfterEachPass(String direction) {
    String passes = direction + "\nio_size=24k\nrwmixread=100";
    assertThat(drops(passes)).isEqualTo(2);
    assertThat(drops(passes + "\ndirect=1")).isZero();
    assertThat(drops(passes + "\ninvalidate=0")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"norandommap", "random_distribution=zipf", "random_distribution=pareto"})
  void dropsNoCacheWhereNoPassEnds(String option) {
    assertThat(drops("rw=randread\nio_size=24k\n" + option)).isZero();
  }

  private static int drops(String options) {
    IoPlan plan = plan(options, 8192);
    plan.begin(BEGIN, BEGIN, false, 0);
    int drops = 0;
    int ios = 0;
    for (Step step = plan.next(BEGIN); step != Step.END; step = plan.next(BEGIN)) {
      drops += step == Step.DROP_CACHE ? 1 : 0;
      ios += step == Step.DROP_CACHE ? 0 : 1;
    }
    assertThat(ios).as(options).isEqualTo(6);
    return drops;
  }

  @Test
  void endsWithAWholeBlockBeyondIoSize() {
    IoPlan plan = new IoPlan(job("io_size=10k"), List.of(new Extent(0, 1 << 20, 10 << 10)), 0);
    plan.begin(BEGIN, BEGIN, false, 0);

    assertThat(steps(plan, 4, BEGIN)).containsExactly(Step.READ, Step.READ, Step.READ, Step.END);
  }

  private static Job job(String options) {
    return JobFile.parse("[j]\n" + options).jobs().get(0);
  }

  @Test
  void syncsAfterSoManyWrites() {
    IoPlan plan = plan("rw=write\nfsync=2\nfdatasync=3", 4 * 4096);
    plan.begin(BEGIN, BEGIN, false, 0);

    assertThat(steps(plan, 8, BEGIN))
        .containsExactly(
            Step.WRITE,
            Step.WRITE,
            Step.FSYNC,
            Step.WRITE,
            Step.FDATASYNC,
            Step.WRITE,
            Step.FSYNC,
            Step.END);
  }

  @Test
  void waitsForItsTurnUnderARate() {
    IoPlan plan = plan("rate=4096000,1m", 1 << 20);
    plan.begin(BEGIN, BEGIN, false, 0);
    long turn = SECOND / 1000;

    assertThat(steps(plan, 2, BEGIN)).containsExactly(Step.READ, Step.WAIT);
    assertThat(plan.waitUntil()).isEqualTo(BEGIN + turn);
    assertThat(plan.next(BEGIN + turn)).isEqualTo(Step.READ);
    // Behind its rate it catches up, as fio does.
    assertThat(steps(plan, 3, BEGIN + 4 * turn)).containsExactly(Step.READ, Step.READ, Step.READ);
  }

  @Test
  void thinksAfterAnIoAndThenHasOneInFlight() {
    IoPlan plan = plan("thinktime=100us\niodepth=8", 1 << 20);
    plan.begin(BEGIN, BEGIN, false, 0);

    assertThat(plan.depth()).isEqualTo(1);
    assertThat(plan.next(BEGIN)).isEqualTo(Step.READ);
    plan.ended(BEGIN + 50);
    assertThat(plan.next(BEGIN + 60)).isEqualTo(Step.WAIT);
    assertThat(plan.waitUntil()).isEqualTo(BEGIN + 50 + 100_000);
  }

  @Test
  void anIoIsIntendedForItsTurnHoweverLateItIs() {
    IoPlan plan = plan("rate_iops=1000", 1 << 20);
    plan.begin(BEGIN, BEGIN, false, 0);
    long turn = SECOND / 1000;

    for (int i = 0; i < 5; i++) {
      assertThat(plan.next(BEGIN + 10 * turn)).isEqualTo(Step.READ);
      assertThat(plan.intended()).isEqualTo(BEGIN + i * turn);
    }
  }

  @Test
  void theEndOfTheRampBeginsTheRateAnew() {
    IoPlan plan = plan("rate_iops=1000", 1 << 20);
    long turn = SECOND / 1000;
    plan.begin(BEGIN, BEGIN + 50 * turn, false, 0);

    assertThat(plan.next(BEGIN)).isEqualTo(Step.READ);
    // Nothing went for a while: 50 are behind, which the ramp keeps for itself.
    assertThat(steps(plan, 2, BEGIN + 50 * turn)).containsExactly(Step.READ, Step.WAIT);
    assertThat(plan.waitUntil()).isEqualTo(BEGIN + 51 * turn);
    assertThat(plan.intended()).isEqualTo(BEGIN + 51 * turn);
  }

  /** As in fio: a direction that is behind its rate goes first, whatever the mix says. */
  @Test
  void directionsOfAMixedJobKeepTheirRates() {
    IoPlan plan = plan("rw=rw\nrwmixread=50\nrate_iops=1000,100", 64 << 20);
    plan.begin(BEGIN, BEGIN, false, 0);
    int reads = 0;
    int writes = 0;
    for (long now = BEGIN; now - BEGIN < SECOND; ) {
      switch (plan.next(now)) {
        case READ -> reads++;
        case WRITE -> writes++;
        default -> now = plan.waitUntil();
      }
    }

    assertThat(reads).isBetween(1_000, 1_001);
    assertThat(writes).isBetween(100, 101);
  }

  @Test
  void filesTakeTurnsAndSyncsGoToTheOneWrittenLast() {
    Job job = JobFile.parse("[j]\nrw=write\nfsync=2").jobs().get(0);
    Extent each = new Extent(8192, 8192, 8192);
    IoPlan plan = new IoPlan(job, List.of(each, each, each), 0);
    plan.begin(BEGIN, BEGIN, false, 0);
    List<String> seen = new ArrayList<>();
    for (Step step = plan.next(BEGIN); step != Step.END; step = plan.next(BEGIN)) {
      seen.add(step == Step.FSYNC ? "sync " + plan.file() : plan.file() + ":" + plan.offset());
    }

    assertThat(seen)
        .containsExactly(
            "0:8192", "1:8192", "sync 1", "2:8192", "0:12288", "sync 0", "1:12288", "2:12288",
            "sync 2");
  }

  @Test
  void clonesHaveRandomOffsetsOfTheirOwn() {
    Job job = JobFile.parse("[j]\nrw=randread").jobs().get(0);
    List<List<Long>> offsets = new ArrayList<>();
    for (int clone = 0; clone < 3; clone++) {
      IoPlan plan = new IoPlan(job, List.of(new Extent(0, 1 << 20, 1 << 20)), clone);
      plan.begin(BEGIN, BEGIN, false, 0);
      List<Long> own = new ArrayList<>();
      while (plan.next(BEGIN) == Step.READ) {
        own.add(plan.offset());
      }
      offsets.add(own);
    }

    assertThat(offsets).doesNotHaveDuplicates();
    assertThat(offsets).allSatisfy(own -> assertThat(own).hasSize(256).doesNotHaveDuplicates());
  }

  @Test
  void neverWaitsBeyondTheDeadline() {
    IoPlan plan = plan("rate_iops=1\nruntime=500ms\ntime_based", 1 << 20);
    plan.begin(BEGIN, BEGIN, true, BEGIN + SECOND / 2);

    assertThat(steps(plan, 2, BEGIN)).containsExactly(Step.READ, Step.WAIT);
    assertThat(plan.waitUntil()).isEqualTo(BEGIN + SECOND / 2);
  }

  @Test
  void readsAndWritesOfAMixedJobHaveTheirOwnSizes() {
    IoPlan plan = plan("rw=rw\nbs=4k,64k\nrwmixread=50", 64 << 20);
    plan.begin(BEGIN, BEGIN, false, 0);
    long nextRead = 0;
    long nextWrite = 0;
    for (int i = 0; i < 200; i++) {
      if (plan.next(BEGIN) == Step.WRITE) {
        assertThat(plan.length()).isEqualTo(65536);
        assertThat(plan.offset()).isEqualTo(nextWrite);
        nextWrite += 65536;
      } else {
        assertThat(plan.length()).isEqualTo(4096);
        assertThat(plan.offset()).isEqualTo(nextRead);
        nextRead += 4096;
      }
    }
    assertThat(nextRead / 4096).isBetween(70L, 130L);
  }
}
