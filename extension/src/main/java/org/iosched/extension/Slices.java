package org.iosched.extension;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.iosched.device.QueueAttribute;
import org.iosched.device.TestDevice;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingPlan;
import org.iosched.dsl.Side;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;
import org.iosched.measure.Disturbance;
import org.iosched.measure.OwnIo;
import org.iosched.measure.ProcessScan;
import org.iosched.measure.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * Measures slices: the load keeps running, the scheduler is switched at the beginning of each
 * slice, and what the load does until it has settled is discarded.
 */
final class Slices {

  private static final double NANOS = 1e9;

  private final TestDevice device;
  private final EngineProcess engine;
  private final JobFile jobs;
  private final boolean substitute;
  private final Map<QueueAttribute, String> queue;
  private final Surroundings surroundings;
  private final OwnIo own;
  private final ProcessScan scan = ProcessScan.everySecond();
  private Surroundings.@Nullable Watch ofRound;
  private final long settleNanos;
  private final long sliceNanos;

  /**
   * Prepares slices.
   *
   * @param substitute whether bfq may stand in for cfq
   * @param queue attributes that each switch sets on every queue
   * @param surroundings watches what disturbs a slice
   */
  Slices(
      TestDevice device,
      EngineProcess engine,
      JobFile jobs,
      boolean substitute,
      Map<QueueAttribute, String> queue,
      SamplingPlan.Slices lengths,
      Surroundings surroundings) {
    this.surroundings = surroundings;
    this.own = OwnIo.ofSlice(engine.pid(), jobs);
    this.device = device;
    this.engine = engine;
    this.jobs = jobs;
    this.substitute = substitute;
    this.queue = queue;
    this.settleNanos = (long) (lengths.settleSeconds() * NANOS);
    this.sliceNanos = (long) (lengths.sliceSeconds() * NANOS);
  }

  /** Hears of each slice. */
  interface Listener {
    /** A slice begins. */
    void begins(Measurement.Turn turn);

    /** A slice has been measured. */
    void measured(Measurement.Turn turn, Sample sample);
  }

  /**
   * Measures rounds of slices up to the next look.
   *
   * @param measurement says which arm is next, and takes the samples
   */
  void look(Measurement measurement, Listener listener) throws InterruptedException {
    int looks = measurement.looksTaken();
    if (!measurement.hasNext()) {
      return;
    }
    try (SwitchedLoad load =
        SwitchedLoad.begin(engine, device, jobs, measurement.upNext(), substitute, queue)) {
      while (measurement.hasNext() && measurement.looksTaken() == looks) {
        Measurement.Turn turn = measurement.next();
        listener.begins(turn);
        Sample sample = slice(load, turn);
        measurement.measured(sample);
        listener.measured(turn, sample);
        ChangedScheduler.giveUpAfterThree(device, measurement.samples());
      }
    }
  }

  private Sample slice(SwitchedLoad load, Measurement.Turn turn) throws InterruptedException {
    long begunNanos = System.nanoTime();
    Scheduler scheduler = load.switchTo(turn.arm());
    // Before the load has settled, since it may take a while. The readings enclose what is counted,
    // so that nothing counted seems not to have been done.
    Surroundings.Watch watch = surroundings.begin(own, scan);
    if (turn.position() == 1) {
      ofRound = watch;
    }
    load.awaitSinceSwitch(settleNanos);
    JobResult unused = load.cut();
    long countedSinceNanos = load.sinceSwitchNanos();
    Instant startedAt = Instant.now();
    load.awaitSinceSwitch(countedSinceNanos + sliceNanos - settleNanos);
    JobResult result = load.cut();
    Disturbance disturbance = watch.end(result);
    List<Mark> marks = new ArrayList<>(disturbance.marks());
    Surroundings.Watch round = ofRound;
    if (turn.position() == turn.ofArms() && round != null && !disturbance.contaminates()) {
      // What is too little in one slice may be too much in the round.
      round.end().marks().stream().filter(Mark::contaminates).forEach(marks::add);
    }
    ChangedScheduler.mark(device).ifPresent(marks::add);
    Sample sample = sample(turn.arm(), scheduler, turn.round(), turn.position(), startedAt, result);
    double harnessSeconds = (System.nanoTime() - begunNanos) / NANOS - sample.seconds();
    return sample.with(harnessSeconds, marks, QueueAttributes.in(disturbance.conditions(), queue));
  }

  /**
   * Returns the sample of a stretch of a running load. Distributions of reads and writes together
   * are left out, since they follow from the others and a benchmark has thousands of slices.
   */
  static Sample sample(
      Arm arm, Scheduler scheduler, int round, int position, Instant startedAt, JobResult result) {
    List<Latencies> latencies =
        result.latencies().stream().filter(l -> l.side() != Side.BOTH).toList();
    return new Sample(
        arm.name(),
        arm.requested(),
        scheduler.kernelName(),
        round,
        position,
        startedAt,
        result.measuredSeconds(),
        0,
        result.metrics(),
        latencies,
        List.of(),
        List.of());
  }
}
