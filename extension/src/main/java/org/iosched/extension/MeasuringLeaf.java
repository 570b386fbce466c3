package org.iosched.extension;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.iosched.device.TestDevice;
import org.iosched.device.Trees;
import org.iosched.dsl.Attachment;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Resolution;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Unit;
import org.iosched.engine.EngineException;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.JobResult;
import org.iosched.measure.CpuClock;
import org.iosched.measure.Disturbance;
import org.iosched.measure.OwnIo;
import org.iosched.measure.ProcessScan;
import org.iosched.measure.Surroundings;
import org.iosched.workload.ExecException;
import org.iosched.workload.Room;
import org.iosched.workload.RoomWatch;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.Workspace;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * One measuring run: one scheduler, one workload, one sample. The scheduler is set and read back
 * before the user's {@code @BeforeEach}, the cache is cold when the clock starts, and the scheduler
 * is looked at again before the sample counts.
 */
final class MeasuringLeaf extends Leaf {

  private final Run run;
  private final TestDevice device;
  private final BenchmarkPlan plan;
  private final WorkloadPlan workload;
  private final Measurement measurement;
  private final Measurement.Turn turn;
  private final boolean switching;
  private final List<Mark> marks = new ArrayList<>();
  private Map<String, Double> conditions = Map.of();
  private final Map<String, Path> inputs = new HashMap<>();

  private boolean unavailable;
  private long begunNanos;
  private @Nullable Scheduler scheduler;
  private @Nullable Workspace workspace;

  /** Where programs run that work on the device itself; null for others. */
  private @Nullable Workspace scratch;

  private @Nullable Sample sample;

  MeasuringLeaf(
      Run run,
      TestDevice device,
      BenchmarkPlan plan,
      WorkloadPlan workload,
      Measurement measurement,
      Measurement.Turn turn,
      boolean switching) {
    super(plan);
    this.run = run;
    this.device = device;
    this.plan = plan;
    this.workload = workload;
    this.measurement = measurement;
    this.turn = turn;
    this.switching = switching;
  }

  @Override
  public String getDisplayName(int invocationIndex) {
    return "round " + turn.round() + ": " + turn.arm().name();
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    begin();
    begunNanos = System.nanoTime();
    run.progress()
        .turn(
            plan.name(),
            turn,
            measurement.plannedRounds(),
            measurement.doneRuns(),
            measurement.plannedRuns());
    if (workload.worksInDirectory()) {
      // Before the switch: making a file system can set off udev rules that set a scheduler.
      prepareWorkspace();
    }
    if (workload instanceof WorkloadPlan.ByTool byTool) {
      prepare(byTool);
    } else if (workload instanceof WorkloadPlan.Fio fio && workspace != null) {
      refuseTooSmall(fio.jobs().bytesOfFiles(), workspace.directory());
    }
    scheduler = switching ? set() : active();
  }

  private Scheduler active() {
    String active = device.active();
    return new Scheduler(active, active, active, Map.of());
  }

  private Scheduler set() {
    Resolution resolution = ArmSwitch.resolve(device, turn.arm(), plan.substitute());
    if (resolution instanceof Resolution.Unavailable missing) {
      unavailable = true;
      measurement.unavailable(turn.arm(), missing.message());
      run.skipped(plan.name() + " under " + turn.arm().name(), missing.message());
      throw new TestAbortedException(plan.name() + ": " + missing.message());
    }
    return ArmSwitch.set(device, turn.arm(), (Resolution.Resolved) resolution, plan.queue());
  }

  private Path log() {
    return run.log(plan.name(), turn.arm().name(), turn.round());
  }

  private void prepare(WorkloadPlan.ByTool byTool) throws IOException, InterruptedException {
    Workspace place = workspace;
    if (place == null) {
      // The log first: nothing may come between a folder and whoever removes it.
      Path log = log();
      place = new Workspace(run.scratch(), log, device::start);
      scratch = place;
    }
    for (String input : byTool.inputs()) {
      Inputs.place(
          "@Workload(inputs = \"" + input + "\")",
          input,
          plan.method().getDeclaringClass(),
          place.directory(),
          run.settings());
    }
    if (byTool.worksInDirectory()) {
      refuseTooSmall(byTool.tool().neededBytes(), place.directory());
    }
    Workspace working = place;
    try (RoomWatch room = room(byTool, working)) {
      Workspace unused =
          watched(
              room,
              () -> {
                byTool.tool().prepare(working);
                return working;
              });
      room.check();
    }
  }

  /** The room beside the results is not the workload's. */
  private static RoomWatch room(WorkloadPlan.ByTool byTool, Workspace place) throws IOException {
    return byTool.worksInDirectory() ? RoomWatch.over(place.directory()) : RoomWatch.none();
  }

  /** What is run while the room is watched. */
  private interface Work<T> {
    T run() throws InterruptedException;
  }

  private static <T> T watched(RoomWatch room, Work<T> work) throws InterruptedException {
    try {
      return work.run();
    } catch (InterruptedException | RuntimeException e) {
      Throwable explained = room.explained(e);
      if (explained instanceof ExecException full) {
        throw full;
      }
      throw e;
    }
  }

  private void refuseTooSmall(long neededBytes, Path directory) throws IOException {
    Room room = Room.of(directory);
    if (neededBytes > room.possibleBytes()) {
      throw new PlanException(
          plan.name()
              + ": \""
              + workload.text().lines().findFirst().orElse("")
              + "\" needs "
              + neededBytes
              + " bytes, but "
              + directory
              + " has "
              + room.usableBytes()
              + " free, of which 5% of the file system stay so; make it smaller, or set a larger"
              + " iosched.image.size.");
    }
  }

  private void prepareWorkspace() throws IOException {
    Path directory = device.freshWorkspace();
    workspace = new Workspace(directory, log(), device::start);
    for (Input input : Inputs.declaredBy(plan.method())) {
      inputs.put(
          input.value(),
          Inputs.place(
              "@Input(\"" + input.value() + "\")",
              input.value(),
              plan.method().getDeclaringClass(),
              directory.resolve("input"),
              run.settings()));
    }
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) throws Exception {
    if (!workload.worksInDirectory()) {
      // Filled where it has to be before the cache is dropped and the surroundings are watched.
      Path unused = device.target();
    }
    device
        .coldCache()
        .ifPresent(
            problem -> {
              marks.add(new Mark("warm-cache", problem, false));
              run.note(problem);
            });
    if (workload instanceof WorkloadPlan.Fio fio) {
      Surroundings.Watch watch = watch(OwnIo.ofRun(run.engine().pid(), fio.jobs()));
      Instant startedAt = Instant.now();
      JobResult result = run(fio);
      took(watch.end(result));
      sample =
          sample(
              startedAt,
              result.elapsedSeconds(),
              new WorkloadResult(
                  result.elapsedSeconds(),
                  result.metrics(),
                  result.latencies(),
                  result.series(),
                  result.latencyWindows(),
                  List.of()));
    } else if (workload instanceof WorkloadPlan.ByTool byTool) {
      run(byTool);
    }
  }

  private void run(WorkloadPlan.ByTool byTool) throws IOException, InterruptedException {
    Workspace place = scratch == null ? workspace() : scratch;
    Path target = scratch == null ? place.directory() : device.target();
    Surroundings.Watch watch = watch(OwnIo.ofBody());
    Instant startedAt = Instant.now();
    CpuClock cpu = CpuClock.start();
    long startNanos = System.nanoTime();
    WorkloadResult told;
    boolean timed;
    double seconds;
    double cpuSeconds;
    try (RoomWatch room = room(byTool, place)) {
      told = watched(room, () -> byTool.tool().run(place, target));
      timed = !byTool.continuous() && !told.metrics().containsKey(Metric.TIME);
      if (timed) {
        device.durable(target);
      }
      seconds = (System.nanoTime() - startNanos) / 1e9;
      cpuSeconds = cpu.seconds();
      room.check();
    }
    took(watch.end());
    Map<Metric, Measured> metrics = new HashMap<>(told.metrics());
    if (timed) {
      metrics.put(Metric.TIME, new Measured.Value(seconds, Unit.SECONDS));
    }
    if (!byTool.continuous()) {
      metrics.putIfAbsent(Metric.of(Quantity.CPU), new Measured.Value(cpuSeconds, Unit.SECONDS));
    }
    sample = sample(startedAt, seconds, told.with(metrics));
  }

  private Surroundings.Watch watch(OwnIo own) {
    return run.surroundings().begin(own, ProcessScan.always());
  }

  /**
   * Takes what was told of the machine; the user hears at once of what will have to be repeated.
   */
  private void took(Disturbance disturbance) {
    conditions = disturbance.conditions();
    for (Mark mark : disturbance.marks()) {
      marks.add(mark);
      if (mark.contaminates()) {
        run.progress().say(plan.name() + ", round " + turn.round() + ": " + mark.message());
      }
    }
  }

  private JobResult run(WorkloadPlan.Fio fio) throws InterruptedException {
    EngineProcess engine = run.engine();
    try {
      Path target = workspace == null ? device.target() : workspace.directory();
      return engine.run(fio.jobs(), target);
    } catch (EngineException e) {
      throw explained(plan.name(), engine, e);
    }
  }

  /** Returns what a person is told when the engine fails. */
  static EngineException explained(String benchmark, EngineProcess engine, EngineException e) {
    return engine.alive()
        ? e
        : new EngineException(
            benchmark
                + ": "
                + e.getMessage()
                + "; if nobody ended it, look whether the machine ran out of memory (dmesg), and"
                + " run again",
            e);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> invocationContext,
      ExtensionContext extensionContext)
      throws Throwable {
    if (!(workload instanceof WorkloadPlan.Body)) {
      invocation.proceed();
      return;
    }
    Workspace place = workspace();
    Surroundings.Watch watch = watch(OwnIo.ofBody());
    Instant startedAt = Instant.now();
    CpuClock cpu = CpuClock.start();
    long startNanos = System.nanoTime();
    double seconds;
    double cpuSeconds;
    try (RoomWatch room = RoomWatch.over(place.directory())) {
      try {
        invocation.proceed();
      } catch (Throwable e) {
        throw room.explained(e);
      }
      device.durable(place.directory());
      seconds = (System.nanoTime() - startNanos) / 1e9;
      cpuSeconds = cpu.seconds();
      room.check();
    }
    took(watch.end());
    sample =
        sample(
            startedAt,
            seconds,
            new WorkloadResult(
                seconds,
                Map.of(
                    Metric.TIME,
                    new Measured.Value(seconds, Unit.SECONDS),
                    Metric.of(Quantity.CPU),
                    new Measured.Value(cpuSeconds, Unit.SECONDS)),
                List.of(),
                List.of(),
                List.of(),
                List.of()));
  }

  private Sample sample(Instant startedAt, double seconds, WorkloadResult result) {
    Scheduler set = scheduler();
    List<Attachment> attachments = new ArrayList<>();
    for (WorkloadResult.Document document : result.documents()) {
      attachments.add(run.keep(plan.titleOf(workload), turn.arm().name(), turn.round(), document));
    }
    return new Sample(
        turn.arm().name(),
        turn.arm().requested(),
        set.kernelName(),
        turn.round(),
        turn.position(),
        startedAt,
        seconds,
        0,
        result.metrics(),
        result.latencies(),
        result.series(),
        List.of(),
        result.latencyWindows(),
        Map.of(),
        attachments);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Optional<Throwable> thrown = context.getExecutionException();
    thrown.ifPresent(this::stop);
    try {
      try {
        if (workload instanceof WorkloadPlan.ByTool byTool) {
          byTool.tool().after();
        }
      } finally {
        removePlaces();
      }
      if (thrown.isEmpty()) {
        finish();
      }
    } catch (RuntimeException e) {
      stop(e);
      throw e;
    } finally {
      end();
    }
  }

  private void removePlaces() {
    try {
      if (scratch != null) {
        scratch.endLeftovers();
      }
      if (workspace != null) {
        workspace.endLeftovers();
      }
    } finally {
      if (scratch != null) {
        Trees.delete(scratch.directory());
      }
      if (workspace != null) {
        device.removeWorkspace();
      }
    }
  }

  private void finish() {
    if (switching) {
      ChangedScheduler.mark(device)
          .ifPresent(
              mark -> {
                marks.add(mark);
                run.progress().say(plan.name() + ", round " + turn.round() + ": " + mark.message());
              });
    }
    Sample measured = sample;
    if (measured == null) {
      measurement.stop("a run left no sample");
      return;
    }
    double harnessSeconds = (System.nanoTime() - begunNanos) / 1e9 - measured.seconds();
    Sample complete =
        measured.with(
            harnessSeconds,
            marks,
            switching ? QueueAttributes.in(conditions, plan.queue()) : conditions);
    measurement.measured(complete);
    run.progress().measured(complete);
    ChangedScheduler.giveUpAfterThree(device, measurement.samples());
  }

  @Override
  String called() {
    return "the run";
  }

  @Override
  String bySkipper() {
    return " by the test itself";
  }

  @Override
  void stopped(String what, @Nullable String failure) {
    if (unavailable) {
      // Where only its scheduler cannot be had, the other arms go on.
      return;
    }
    String reason = "round " + turn.round() + " under " + turn.arm().name() + what;
    measurement.stop(reason);
    if (failure == null) {
      run.skipped(plan.name(), reason);
    } else {
      run.failed(plan.titleOf(workload), workload.text(), turn.arm().name(), failure);
    }
  }

  private Scheduler scheduler() {
    if (scheduler == null) {
      throw new IllegalStateException("no scheduler has been set");
    }
    return scheduler;
  }

  private Workspace workspace() {
    if (workspace == null) {
      throw new IllegalStateException("no workspace has been made");
    }
    return workspace;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return switch (Injected.of(parameter).orElseThrow()) {
      case SCHEDULER -> scheduler();
      case DEVICE -> Device.of(device);
      case WORKSPACE -> {
        if (workspace == null) {
          throw new ParameterResolutionException(
              plan.name()
                  + ": a Workspace is for a benchmark whose body is the workload; remove @Workload or"
                  + " the parameter.");
        }
        yield workspace;
      }
      case INPUT -> {
        String name = parameter.findAnnotation(Input.class).orElseThrow().value();
        Path input = inputs.get(name);
        if (input == null) {
          throw new ParameterResolutionException(
              plan.name()
                  + ": @Input(\""
                  + name
                  + "\") belongs on a parameter of the benchmark method, whose body is the workload.");
        }
        yield input;
      }
      case SAMPLE -> {
        if (sample == null) {
          throw new ParameterResolutionException(
              plan.name()
                  + ": a Sample is there only after the run, so it needs a @Workload; a body that is"
                  + " the workload is itself being measured.");
        }
        yield sample;
      }
    };
  }
}
