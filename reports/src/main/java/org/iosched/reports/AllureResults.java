package org.iosched.reports;

import static io.qameta.allure.util.ResultsUtils.createFeatureLabel;
import static io.qameta.allure.util.ResultsUtils.createFrameworkLabel;
import static io.qameta.allure.util.ResultsUtils.createHostLabel;
import static io.qameta.allure.util.ResultsUtils.createLanguageLabel;
import static io.qameta.allure.util.ResultsUtils.createPackageLabel;
import static io.qameta.allure.util.ResultsUtils.createParameter;
import static io.qameta.allure.util.ResultsUtils.createParentSuiteLabel;
import static io.qameta.allure.util.ResultsUtils.createStoryLabel;
import static io.qameta.allure.util.ResultsUtils.createSubSuiteLabel;
import static io.qameta.allure.util.ResultsUtils.createSuiteLabel;
import static io.qameta.allure.util.ResultsUtils.createTagLabel;
import static io.qameta.allure.util.ResultsUtils.createTestClassLabel;
import static io.qameta.allure.util.ResultsUtils.createTestMethodLabel;
import static io.qameta.allure.util.ResultsUtils.createTitlePath;
import static io.qameta.allure.util.ResultsUtils.md5;

import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.AllureResultsWriteException;
import io.qameta.allure.FileSystemResultsWriter;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.Stage;
import io.qameta.allure.model.Status;
import io.qameta.allure.model.StatusDetails;
import io.qameta.allure.model.StepResult;
import io.qameta.allure.model.TestResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.iosched.dsl.Arm;
import org.iosched.dsl.Attachment;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.Mark;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Sample;
import org.iosched.dsl.Verdict;
import org.iosched.dsl.Warning;

/**
 * Writes a run as Allure results: one per expectation, one per arm of a benchmark with its rounds
 * (or, of slices, its looks) as steps, and one per benchmark that could not run. The format is that
 * of Allure 2, written by Allure's own lifecycle.
 */
public final class AllureResults {

  private static final String CSV = "text/csv";
  private static final String SVG = "image/svg+xml";

  private final AllureLifecycle lifecycle;
  private final RunReport report;
  private final Path kept;
  private final Palette palette;
  private final Map<String, Integer> seen = new HashMap<>();

  private AllureResults(AllureLifecycle lifecycle, RunReport report, Path kept) {
    this.lifecycle = lifecycle;
    this.kept = kept;
    this.report = report;
    this.palette = Palette.of(report.benchmarks());
  }

  /**
   * Writes the results into a folder, in place of those that a previous run left there. Only files
   * that are named as Allure names results, containers and attachments are removed; everything else
   * (history, for one) stays.
   *
   * @param directory the results folder, e.g. {@code target/allure-results}; made where missing
   * @param report the run
   * @param kept the folder of {@code results.json}, beside which the samples' attachments lie
   * @throws IOException where the folder cannot be written
   */
  public static void write(Path directory, RunReport report, Path kept) throws IOException {
    ReportFile.createFolder(directory);
    removePrevious(directory);
    AllureResults results =
        new AllureResults(
            new AllureLifecycle(new FileSystemResultsWriter(directory)), report, kept);
    try {
      report.benchmarks().forEach(results::benchmark);
      report.skipped().forEach(results::skipped);
    } catch (AllureResultsWriteException e) {
      throw new IOException(
          directory + " does not take Allure's results: " + e.getMessage() + "; is it full?", e);
    }
    AllureSurroundings.write(directory, report);
    Ownership.handOver(directory);
  }

  private static void removePrevious(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.getFileName()
            .toString()
            .matches("[0-9a-fA-F-]{36}-(result\\.json|container\\.json|attachment(\\..*)?)")) {
          Files.delete(file);
        }
      }
    }
  }

  private void benchmark(BenchmarkResult benchmark) {
    Optional<Metric> metric = MainMetric.of(benchmark);
    for (Verdict verdict : benchmark.verdicts()) {
      expectation(benchmark, verdict, ShownMetrics.of(benchmark, verdict));
    }
    benchmark.control().ifPresent(verdict -> expectation(benchmark, verdict, metric));
    for (Arm arm : benchmark.arms()) {
      arm(benchmark, arm, metric);
    }
  }

  private void expectation(BenchmarkResult benchmark, Verdict verdict, Optional<Metric> metric) {
    TestResult result = begin(benchmark.name(), benchmark.workload(), verdict.expectation());
    result.getParameters().add(parameter("evidence", VerdictWords.evidence(benchmark, verdict)));
    sampling(result, benchmark);
    for (Warning warning : verdict.warnings()) {
      result.getParameters().add(parameter("with care", warning.message()));
      // A tag, so that all verdicts with the same weakness can be found.
      result.getLabels().add(createTagLabel(warning.kind()));
    }
    result
        .setStatus(status(verdict.outcome()))
        .setStatusDetails(new StatusDetails().setMessage(VerdictWords.message(verdict)))
        .setDescription(description(benchmark));
    times(result, benchmark.samples());
    end(
        result,
        () -> {
          if (RatioChart.shows(benchmark, verdict)) {
            attach("ratio", SVG, "svg", RatioChart.draw(benchmark, List.of(verdict)));
          }
          metric.ifPresent(
              m -> {
                attach(
                    "each " + SamplingWords.unit(benchmark),
                    SVG,
                    "svg",
                    SampleChart.draw(benchmark, m, palette));
                distribution(benchmark, m);
                looks(benchmark, m);
              });
          if (!SamplingWords.slices(benchmark)) {
            attach("samples", CSV, "csv", SamplesCsv.of(benchmark.samples()));
          }
        });
  }

  private static void sampling(TestResult result, BenchmarkResult benchmark) {
    SamplingWords.of(benchmark)
        .ifPresent(words -> result.getParameters().add(parameter("sampling", words)));
  }

  /** Attaches the distribution of the latencies that an expectation is about. */
  private void distribution(BenchmarkResult benchmark, Metric metric) {
    LatencyChart.Scope scope =
        new LatencyChart.Scope(metric.job(), metric.side(), metric.quantity().latencyFrom());
    if (metric.quantity().isLatency() && LatencyChart.withDistribution(benchmark).contains(scope)) {
      attach("distribution", SVG, "svg", LatencyChart.draw(benchmark, scope, palette));
    }
  }

  /**
   * Attaches the medians between the looks of slices. Thousands of slices would be too much for
   * each expectation; they are attached to their arms.
   */
  private void looks(BenchmarkResult benchmark, Metric metric) {
    if (SamplingWords.slices(benchmark)) {
      attach("medians between looks", CSV, "csv", Look.csv(benchmark, metric));
    }
  }

  private void arm(BenchmarkResult benchmark, Arm arm, Optional<Metric> metric) {
    List<Sample> samples =
        benchmark.samples().stream().filter(s -> s.arm().equals(arm.name())).toList();
    Optional<RunReport.Failure> failure =
        report.failures().stream()
            .filter(
                f ->
                    f.benchmark().equals(benchmark.name())
                        && f.workload().equals(benchmark.workload())
                        && f.arm().equals(arm.name()))
            .findFirst();
    if (samples.isEmpty() && failure.isEmpty()) {
      return;
    }
    String label = ArmLabel.of(arm, benchmark.samples());
    // The arm's own name, not the kernel's: the history goes on where another kernel renames it.
    TestResult result = begin(benchmark.name(), benchmark.workload(), "run under " + arm.name());
    result.setName("run under " + label);
    result.getParameters().add(parameter("scheduler", label));
    metric.ifPresent(
        m ->
            ArmFigures.of(benchmark, m).stream()
                .filter(figures -> figures.arm().equals(arm))
                .findFirst()
                .ifPresent(
                    figures ->
                        result
                            .getParameters()
                            .add(
                                parameter(
                                    "median " + MetricNames.of(m),
                                    figures.medianText() + " " + figures.intervalText()))));
    result.setStatus(failure.isPresent() ? Status.BROKEN : Status.PASSED);
    failure.ifPresent(f -> result.setStatusDetails(new StatusDetails().setMessage(f.message())));
    result.setDescription(description(benchmark));
    sampling(result, benchmark);
    if (SamplingWords.slices(benchmark)) {
      Look.of(benchmark)
          .forEach(look -> step(look, arm, benchmark, metric).ifPresent(result.getSteps()::add));
    } else {
      samples.forEach(sample -> result.getSteps().add(step(sample, metric)));
    }
    times(result, samples);
    end(
        result,
        () -> {
          if (!samples.isEmpty()) {
            attach("samples", CSV, "csv", SamplesCsv.of(samples));
            samples.forEach(this::attachments);
            metric.ifPresent(
                m -> {
                  attach(
                      "each " + SamplingWords.unit(benchmark),
                      SVG,
                      "svg",
                      SampleChart.draw(benchmark, m, palette));
                  looks(benchmark, m);
                });
          }
        });
  }

  /** A look of slices is one step, as it was one invocation. */
  private static Optional<StepResult> step(
      Look look, Arm arm, BenchmarkResult benchmark, Optional<Metric> metric) {
    List<Sample> own =
        look.samples().stream().filter(sample -> sample.arm().equals(arm.name())).toList();
    if (own.isEmpty()) {
      return Optional.empty();
    }
    StepResult step =
        new StepResult()
            .setName(
                look.words()
                    + metric
                        .map(
                            m ->
                                ": median "
                                    + Figures.of(
                                        look.median(arm, m), MainMetric.unit(benchmark, m)))
                        .orElse(""))
            .setStage(Stage.FINISHED)
            .setStatus(Status.PASSED)
            .setStart(own.get(0).startedAt().toEpochMilli())
            .setStop(stop(own.get(own.size() - 1)));
    step.getParameters().add(parameter("slices", Integer.toString(own.size())));
    long disturbed = own.stream().filter(Sample::contaminated).count();
    if (disturbed > 0) {
      step.getParameters().add(parameter("disturbed", Long.toString(disturbed)));
    }
    return Optional.of(step);
  }

  /** A marked run is no failure of the benchmark; its step shows what befell it. */
  private static StepResult step(Sample sample, Optional<Metric> metric) {
    StepResult step =
        new StepResult()
            .setName(
                "round "
                    + sample.round()
                    + ", position "
                    + sample.position()
                    + metric.flatMap(sample::measured).map(AllureResults::figure).orElse(""))
            .setStage(Stage.FINISHED)
            .setStatus(sample.contaminated() ? Status.SKIPPED : Status.PASSED)
            .setStart(sample.startedAt().toEpochMilli())
            .setStop(stop(sample));
    step.getParameters().add(parameter("scheduler", sample.scheduler()));
    for (Mark mark : sample.marks()) {
      step.getParameters().add(parameter(mark.kind(), mark.message()));
    }
    if (sample.contaminated()) {
      step.setStatusDetails(
          new StatusDetails()
              .setMessage(
                  String.join(" ", sample.marks().stream().map(Mark::message).toList())
                      + " The round was repeated."));
    }
    return step;
  }

  private void skipped(RunReport.Skipped skipped) {
    TestResult result = begin(skipped.name(), "", "not run");
    result
        .setStatus(Status.SKIPPED)
        .setStatusDetails(new StatusDetails().setMessage(skipped.reason()));
    times(result, List.of());
    end(result, () -> {});
  }

  private TestResult begin(String benchmark, String workload, String sentence) {
    int dot = benchmark.lastIndexOf('.');
    String testClass = dot < 0 ? benchmark : benchmark.substring(0, dot);
    String method = benchmark.substring(dot + 1);
    String line = PlainText.oneLine(workload);
    // The workload keeps apart what one method does with several; neither the device nor anything
    // measured is part of it, so that a history outlives both.
    String identity = String.join("\n", benchmark, workload, sentence);
    int before = seen.merge(identity, 1, Integer::sum);
    String key = before == 1 ? identity : identity + "\n" + before;
    TestResult result =
        new TestResult()
            .setUuid(UUID.randomUUID().toString())
            .setName(sentence)
            .setFullName(benchmark + ": " + sentence)
            .setTitlePath(createTitlePath(RunWords.suite(report), testClass, method))
            .setTestCaseId(md5(key))
            .setHistoryId(md5(key));
    List<Label> labels =
        List.of(
            createParentSuiteLabel(RunWords.suite(report)),
            createSuiteLabel(testClass),
            createSubSuiteLabel(method),
            createPackageLabel(testClass),
            createTestClassLabel(testClass),
            createTestMethodLabel(method),
            createFeatureLabel(testClass),
            createStoryLabel(method),
            createHostLabel(),
            createFrameworkLabel("iosched-junit"),
            createLanguageLabel("java"));
    result.setLabels(new ArrayList<>(labels));
    device().ifPresent(device -> result.getParameters().add(parameter("device", device)));
    if (!line.isEmpty()) {
      result.getParameters().add(parameter("workload", line));
    }
    return result;
  }

  private Optional<String> device() {
    return report.device().values().stream().findFirst();
  }

  private static Parameter parameter(String name, String value) {
    // Excluded from the identity: a figure that changes must not begin a new history.
    return createParameter(name, value).setExcluded(true);
  }

  private static String figure(Measured measured) {
    return ": " + Figures.of(measured.value(), measured.unit());
  }

  private static Status status(Outcome outcome) {
    return switch (outcome) {
      case MET -> Status.PASSED;
      case NOT_MET -> Status.FAILED;
      case INCONCLUSIVE -> Status.SKIPPED;
    };
  }

  private static String description(BenchmarkResult benchmark) {
    return new Markdown().code("", benchmark.workload()).toString();
  }

  private void times(TestResult result, List<Sample> samples) {
    long begin = report.startedAt().toEpochMilli();
    result.setStart(
        samples.stream().mapToLong(s -> s.startedAt().toEpochMilli()).min().orElse(begin));
    result.setStop(samples.stream().mapToLong(AllureResults::stop).max().orElse(begin));
  }

  private static long stop(Sample sample) {
    double seconds = Double.isFinite(sample.seconds()) ? sample.seconds() : 0;
    return sample.startedAt().toEpochMilli() + Math.round(seconds * 1000);
  }

  /**
   * The lifecycle stamps its own clock on what it starts and stops; when the runs really were is
   * set again before the result is written.
   */
  private void end(TestResult result, Runnable attachments) {
    Long start = result.getStart();
    Long stop = result.getStop();
    lifecycle.scheduleTestCase(result);
    lifecycle.startTestCase(result.getUuid());
    attachments.run();
    lifecycle.stopTestCase(result.getUuid());
    lifecycle.updateTestCase(result.getUuid(), r -> r.setStart(start).setStop(stop));
    lifecycle.writeTestCase(result.getUuid());
  }

  private void attachments(Sample sample) {
    for (Attachment attachment : sample.attachments()) {
      try {
        String text = Files.readString(kept.resolve(attachment.file()));
        String extension = attachment.name().substring(attachment.name().lastIndexOf('.') + 1);
        attach(
            "round " + sample.round() + ": " + attachment.name(),
            attachment.mediaType(),
            extension,
            text);
      } catch (IOException e) {
        // Somebody has removed it since; results.json still names it.
      }
    }
  }

  private void attach(String name, String type, String extension, Svg chart) {
    attach(name, type, extension, chart.standalone());
  }

  private void attach(String name, String type, String extension, String content) {
    lifecycle.addAttachment(
        name, type, extension, new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)));
  }
}
