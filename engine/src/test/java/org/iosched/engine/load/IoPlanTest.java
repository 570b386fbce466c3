package org.iosched.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.iosched.engine.JobFile;
import org.iosched.engine.load.IoPlan.Step;
import org.junit.jupiter.api.Test;

class IoPlanTest {
  private static final long SECOND = 1_000_000_000;
  private static final long BEGIN = 5 * SECOND;

  private static IoPlan plan(String options, long extentBytes) {
    return new IoPlan(
        JobFile.parse("[j]\n" + options).jobs().get(0),
        List.of(new Extent(0, extentBytes, extentBytes)),
        0);
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
    IoPlan plan = plan("runtime=1\ntime_based", 4096);
    plan.begin(BEGIN, BEGIN, true, BEGIN + SECOND);

    assertThat(steps(plan, 3, BEGIN)).containsOnly(Step.READ);
    assertThat(plan.next(BEGIN + SECOND)).isEqualTo(Step.END);
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
