package org.iosched.extension;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.iosched.device.DeviceException;
import org.iosched.device.NotRestoredException;
import org.iosched.device.TestDevice;
import org.iosched.device.Trees;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Attachment;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.LookPlan;
import org.iosched.dsl.Results;
import org.iosched.dsl.Sample;
import org.iosched.dsl.SamplingCheck;
import org.iosched.engine.EngineProcess;
import org.iosched.measure.Conditions;
import org.iosched.measure.Surroundings;
import org.iosched.reports.RunReport;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.fio.FioBinary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * Everything that the benchmarks of one execution share: the device, the engine, the budget and the
 * results. Made on first use, kept in JUnit's root store, and closed by it at the very end, when
 * the device is restored and the reports are written.
 */
final class Run implements AutoCloseable {

  static final Namespace NAMESPACE = Namespace.create(PlanListener.NAMESPACE);

  private static final String DOCUMENTS = "documents";
  private static final String SCRATCH = "scratch-";
  private static final Pattern SCRATCH_OF = Pattern.compile(SCRATCH + "(\\d{1,18})-.*");
  private static final int LONGEST_NAME = 150;

  private record Measured(Class<?> testClass, BenchmarkResult result) {}

  /** A method in the class that runs it, of which a base class's method may have several. */
  private record Inherited(Class<?> testClass, Method method) {}

  private record SingleRuns(
      Class<?> testClass, String name, List<Arm> arms, List<Sample> samples) {}

  private final RunSettings settings;
  private final Function<RunSettings, TestDevice> opener;
  private final Budget budget;
  private final Progress progress;
  private final PrintStream out;
  private final int plannedExpectations;
  private final Instant startedAt = Instant.now();
  private final List<Measured> measured = new ArrayList<>();
  private final Map<Inherited, SingleRuns> singleRuns = new LinkedHashMap<>();
  private final List<BenchmarkResult> checkingRuns = new ArrayList<>();
  private final List<SamplingCheck> samplingChecks = new ArrayList<>();
  private final List<RunReport.Skipped> skipped = new ArrayList<>();
  private final List<RunReport.Failure> failures = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<String> kept = new HashSet<>();
  private @Nullable TestDevice device;
  private @Nullable Surroundings surroundings;
  private @Nullable PlanException deviceProblem;
  private Map<String, String> deviceFacts = Map.of();
  private final Thread engineEnd = new Thread(this::endEngine, "iosched-engine-end");
  private volatile @Nullable EngineProcess engine;

  /** Null before it was looked for. */
  private FioBinary.@Nullable Search fio;

  /**
   * Prepares a run; nothing is opened yet.
   *
   * @param opener opens the device when the first benchmark needs it
   * @param plannedMeasurements how many benchmarks times workloads are planned; 0 if not known
   * @param plannedExpectations how many expectations they have in all; 0 if not known
   */
  Run(
      RunSettings settings,
      Function<RunSettings, TestDevice> opener,
      int plannedMeasurements,
      int plannedExpectations,
      PrintStream out) {
    this.plannedExpectations = plannedExpectations;
    this.settings = settings;
    this.opener = opener;
    this.out = out;
    this.budget = new Budget(settings.budget(), plannedMeasurements, System::nanoTime);
    this.progress = new Progress(out, plannedMeasurements, budget);
  }

  /**
   * Returns the run of this execution.
   *
   * @throws PlanException if a setting is wrong
   */
  static Run of(ExtensionContext context) {
    // Only JUnit 6 says of this method that it may return null, which the function here never does.
    return Objects.requireNonNull(
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(
                Run.class,
                key ->
                    new Run(
                        RunSettings.read(context::getConfigurationParameter),
                        RealDevice::open,
                        planned(context).map(PlannedRun::measurements).orElse(0),
                        planned(context).map(PlannedRun::expectations).orElse(0),
                        System.out),
                Run.class));
  }

  /** Returns what the launcher was asked to run; empty where no launcher session is listening. */
  static Optional<PlannedRun> planned(ExtensionContext context) {
    return Optional.ofNullable(
        context
            .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
            .get(PlannedRun.class, PlannedRun.class));
  }

  RunSettings settings() {
    return settings;
  }

  Budget budget() {
    return budget;
  }

  Progress progress() {
    return progress;
  }

  /**
   * Returns the device, opening it on first use.
   *
   * @throws PlanException if it cannot be opened; the same sentence for every benchmark
   */
  TestDevice device() {
    if (deviceProblem != null) {
      throw deviceProblem;
    }
    TestDevice open = device;
    if (open == null) {
      try {
        open = opener.apply(settings);
      } catch (DeviceException e) {
        deviceProblem = new PlanException(String.valueOf(e.getMessage()));
        throw deviceProblem;
      }
      device = open;
      deviceFacts = open.describe().facts();
      open.recovered().forEach(this::note);
      open.missingRights().ifPresent(this::note);
      open.rightsToGive().forEach(progress::say);
      Optional.ofNullable(deviceFacts.get(TestDevice.OVERWRITTEN)).ifPresent(this::note);
    }
    return open;
  }

  /** Returns what watches the machine while the device is worked on; the device has been opened. */
  Surroundings surroundings() {
    Surroundings watched = surroundings;
    if (watched == null) {
      watched = Surroundings.of(device());
      surroundings = watched;
    }
    return watched;
  }

  /** Returns which right the device lacks; empty when none is missing or none was opened yet. */
  Optional<String> missingRights() {
    TestDevice open = device;
    return open == null ? Optional.empty() : open.missingRights();
  }

  /** Returns the warm engine, starting it on first use or after it has died. */
  EngineProcess engine() throws InterruptedException {
    EngineProcess running = engine;
    if (running == null) {
      // On a signal the device cannot be let go of while the engine works on it.
      Runtime.getRuntime().addShutdownHook(engineEnd);
    }
    if (running == null || !running.alive()) {
      running = EngineProcess.start();
      engine = running;
    }
    return running;
  }

  /** Returns what is known of the fio binary, looking for it once. */
  FioBinary.Search fio() {
    FioBinary.Search found = fio;
    if (found == null) {
      found = FioBinary.find();
      fio = found;
    }
    return found;
  }

  private void endEngine() {
    EngineProcess running = engine;
    if (running != null) {
      running.close();
    }
  }

  /** Returns the file to which a run's commands write; its folder exists. */
  Path log(String benchmark, String arm, int round) {
    Path folder = settings.output().resolve("logs");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new PlanException(
          "the folder for logs, " + folder + ", cannot be made (" + e + "); set iosched.output.");
    }
    return folder.resolve(fileName(benchmark, arm, round) + ".log");
  }

  /**
   * Makes an empty directory in which programs run that work on the device itself: not on the
   * device under test unless the results are written there. Those that killed runs have left are
   * removed.
   */
  Path scratch() {
    try {
      Files.createDirectories(settings.output());
      try (Stream<Path> files = Files.list(settings.output())) {
        files.filter(Run::isLeftScratch).forEach(Trees::delete);
      }
      return Files.createTempDirectory(
          settings.output(), SCRATCH + ProcessHandle.current().pid() + "-");
    } catch (IOException e) {
      throw new PlanException(
          "a directory below "
              + settings.output()
              + " cannot be made ("
              + e
              + "); set iosched.output.");
    }
  }

  private static boolean isLeftScratch(Path file) {
    Matcher scratch = SCRATCH_OF.matcher(file.getFileName().toString());
    return scratch.matches() && ProcessHandle.of(Long.parseLong(scratch.group(1))).isEmpty();
  }

  /** Keeps what a tool wrote of a run beside the results. */
  Attachment keep(String benchmark, String arm, int round, WorkloadResult.Document document) {
    String name = fileName(benchmark, arm, round);
    String file = name + "-" + document.name();
    for (int more = 2; !kept.add(file); more++) {
      // Classes of the same simple name in several packages have benchmarks of the same name.
      file = name + "-" + more + "-" + document.name();
    }
    Path folder = settings.output().resolve(DOCUMENTS);
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(file), document.text());
    } catch (IOException e) {
      throw new PlanException(
          folder.resolve(file)
              + " cannot be written ("
              + e
              + "); free some space or set iosched.output.");
    }
    return new Attachment(document.name(), document.mediaType(), DOCUMENTS + "/" + file);
  }

  /** File systems take names of 255 bytes, and others append to this one. */
  private static String fileName(String benchmark, String arm, int round) {
    String name = (benchmark + "-" + round + "-" + arm).replaceAll("[^A-Za-z0-9._-]", "_");
    return name.length() <= LONGEST_NAME
        ? name
        : name.substring(0, LONGEST_NAME - 9)
            + String.format(Locale.ROOT, "-%08x", (benchmark + arm + round).hashCode());
  }

  /** Adds a sentence to the report, once, and prints it. */
  void note(String sentence) {
    if (notes.add(sentence)) {
      progress.say(sentence);
    }
  }

  void skipped(String benchmark, String reason) {
    skipped.add(new RunReport.Skipped(benchmark, reason));
  }

  void failed(String benchmark, String workload, String arm, String message) {
    failures.add(new RunReport.Failure(benchmark, workload, arm, message));
  }

  void add(Class<?> testClass, BenchmarkResult result) {
    measured.add(new Measured(testClass, result));
  }

  /** Adds the runs by which slices were checked, and what came of it. */
  void addCheck(BenchmarkResult runs, List<SamplingCheck> checks) {
    checkingRuns.add(runs);
    samplingChecks.addAll(checks);
  }

  /**
   * Returns the confidence of each expectation: the one that was set, or, where the error is
   * divided among all expectations of the run, as much more as that takes.
   */
  double confidence(BenchmarkPlan plan) {
    if (!settings.familywise()) {
      return settings.confidence();
    }
    if (plannedExpectations == 0) {
      note(
          "The error is divided among the expectations of each benchmark only, since what else is to"
              + " run is not known here.");
    }
    int own = plan.workloads().size() * plan.expectations().size();
    int expectations = Math.max(1, Math.max(own, plannedExpectations));
    double confidence = 1 - (1 - settings.confidence()) / expectations;
    if (confidence > RunSettings.MOST_DIVIDED_CONFIDENCE) {
      throw new PlanException(
          "iosched.familywise=true with "
              + expectations
              + " expectations asks for a confidence of "
              + confidence
              + " in each, which is more than can be computed; lower iosched.confidence="
              + settings.confidence()
              + " or run fewer benchmarks at once.");
    }
    return confidence;
  }

  /** Adds the run of one arm of a parameterized test. */
  void addSingle(Class<?> testClass, Method method, List<Arm> arms, Sample sample) {
    singleRuns
        .computeIfAbsent(
            new Inherited(testClass, method),
            key ->
                new SingleRuns(
                    testClass, BenchmarkPlan.nameOf(testClass, method), arms, new ArrayList<>()))
        .samples()
        .add(sample);
  }

  /** Returns what was measured in a class and, for nested classes, in those around it. */
  Results resultsOf(Class<?> testClass) {
    List<BenchmarkResult> results = new ArrayList<>();
    for (Measured entry : allMeasured()) {
      for (Class<?> c = testClass; c != null; c = c.getEnclosingClass()) {
        if (entry.testClass() == c) {
          results.add(entry.result());
          break;
        }
      }
    }
    return new Results(results);
  }

  private List<Measured> allMeasured() {
    List<Measured> all = new ArrayList<>(measured);
    for (SingleRuns runs : singleRuns.values()) {
      LookPlan plan = new LookPlan(List.of(1), 1 - settings.confidence(), settings.confidence());
      all.add(
          new Measured(
              runs.testClass(),
              new BenchmarkResult(
                  runs.name(),
                  new WorkloadPlan.Body().text(),
                  false,
                  runs.arms(),
                  plan,
                  runs.samples(),
                  List.of())));
    }
    return all;
  }

  /**
   * Restores the device, ends the engine and writes the reports.
   *
   * @throws RuntimeException if the device could not be put back as it was found
   */
  @Override
  public void close() {
    progress.close();
    TestDevice open = device;
    Map<String, String> facts = open == null ? Map.of() : factsOf(open);
    endEngine();
    forgetEngineEnd();
    // Before the reports: writing them takes seconds in which nothing need be changed any more.
    Optional<DeviceException> left = open == null ? Optional.empty() : closed(open);
    left.ifPresent(e -> notes.add(sentence(e)));
    report(facts);
    if (left.isPresent()) {
      // Last, and once: JUnit buries it below "Failed to close extension context".
      out.println(
          "iosched: "
              + (left.get() instanceof NotRestoredException e
                  ? e.lines()
                  : left.get().getMessage()));
      out.flush();
      throw new RestoreFailure(sentence(left.get()));
    }
  }

  private void forgetEngineEnd() {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(engineEnd);
    } catch (IllegalStateException e) {
      // The JVM is shutting down and the hook has its turn.
    }
  }

  /** Returns the device's facts; those from its opening if it has disappeared meanwhile. */
  private Map<String, String> factsOf(TestDevice open) {
    try {
      return open.describe().facts();
    } catch (DeviceException e) {
      note(String.valueOf(e.getMessage()));
      return deviceFacts;
    }
  }

  private static Optional<DeviceException> closed(TestDevice open) {
    try {
      open.close();
      return Optional.empty();
    } catch (DeviceException e) {
      return Optional.of(e);
    }
  }

  private static String sentence(DeviceException e) {
    return e instanceof NotRestoredException left
        ? left.sentence()
        : String.valueOf(e.getMessage());
  }

  /** Fails the build; the commands stand above it, and no trace is needed to find the cause. */
  private static final class RestoreFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RestoreFailure(String sentence) {
      super(
          sentence + "; the commands that put it back are printed by this run", null, false, false);
    }
  }

  private void report(Map<String, String> facts) {
    List<BenchmarkResult> results =
        Stream.concat(allMeasured().stream().map(Measured::result), checkingRuns.stream()).toList();
    // A rerun of single leaves measures nothing and must not replace the results of the real run.
    if (results.stream().allMatch(result -> result.samples().isEmpty())) {
      skipped.forEach(skip -> out.println("iosched: " + skip.name() + ": " + skip.reason()));
      return;
    }
    RunReport report =
        new RunReport(
            settings.suite(),
            settings.seed(),
            startedAt,
            Conditions.ownVersion(),
            facts,
            Conditions.collect(),
            results,
            skipped,
            failures,
            budget.spent(),
            budget.saved(),
            List.copyOf(notes),
            samplingChecks,
            settings.familywise());
    ReportFiles.write(report, settings, out);
  }
}
