package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.iosched.dsl.BenchmarkResult;
import org.iosched.dsl.LookPlan;
import org.iosched.dsl.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllureResultsTests {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void everyExpectationIsAResultWithItsStatusAndMessage() throws IOException {
    AllureResults.write(folder, SampleRun.report(), folder);

    assertThat(result("noop at least 10% faster than cfq").at("/status").asText())
        .isEqualTo("passed");
    JsonNode notMet = result("kyber at least 2% more read iops than none");
    assertThat(notMet.at("/status").asText()).isEqualTo("failed");
    assertThat(notMet.at("/statusDetails/message").asText())
        .startsWith("NOT MET: kyber had 0.973 times the read iops of none");
    JsonNode open = result("none within 2% of mq-deadline");
    assertThat(open.at("/status").asText()).isEqualTo("skipped");
    assertThat(open.at("/statusDetails/message").asText()).startsWith("INCONCLUSIVE: ");
    assertThat(open.at("/fullName").asText())
        .isEqualTo("SsdBenchmarks.sequentialWrite: none within 2% of mq-deadline");
    assertThat(values(open.at("/parameters"), "device")).containsExactly("/dev/nvme0n1");
    assertThat(values(open.at("/parameters"), "workload"))
        .containsExactly("[sequentialWrite] rw=write bs=1m iodepth=1 time_based=1 runtime=4s");
    assertThat(values(open.at("/parameters"), "with care")).hasSize(2);
    assertThat(values(open.at("/labels"), "parentSuite")).containsExactly("ssd");
    assertThat(values(open.at("/labels"), "package")).containsExactly("SsdBenchmarks");
    assertThat(values(open.at("/labels"), "testClass")).containsExactly("SsdBenchmarks");
    assertThat(values(open.at("/labels"), "testMethod")).containsExactly("sequentialWrite");
    assertThat(values(open.at("/labels"), "feature")).containsExactly("SsdBenchmarks");
  }

  @Test
  void whatAToolWroteIsAttachedToItsArm() throws IOException {
    Path kept = folder.resolve("kept");
    Files.createDirectories(kept.resolve("documents"));
    Files.writeString(kept.resolve("documents/reads-1-none.json"), "{\"fio version\": \"3.33\"}");
    BenchmarkResult reads = SampleRun.withAttachments();
    AllureResults.write(folder, SampleRun.of(List.of(reads)), kept);

    JsonNode arm = result("run under " + reads.samples().get(0).arm());
    List<JsonNode> documents = new ArrayList<>();
    arm.at("/attachments")
        .forEach(
            attachment -> {
              if (attachment.at("/name").asText().equals("round 1: fio.json")) {
                documents.add(attachment);
              }
            });

    assertThat(documents).hasSize(1);
    assertThat(documents.get(0).at("/type").asText()).isEqualTo("application/json");
    assertThat(folder.resolve(documents.get(0).at("/source").asText()))
        .hasContent("{\"fio version\": \"3.33\"}");
  }

  @Test
  void anAttachmentThatIsGoneDoesNotStopTheOthers() throws IOException {
    AllureResults.write(
        folder, SampleRun.of(List.of(SampleRun.withAttachments())), folder.resolve("nowhere"));

    assertThat(folder.toFile().list()).isNotEmpty();
  }

  @Test
  void everyArmIsAResultWithItsRoundsAsSteps() throws IOException {
    RunReport report = SampleRun.report();
    AllureResults.write(folder, report, folder);
    BenchmarkResult unpack = report.benchmarks().get(2);
    List<Sample> runs =
        unpack.samples().stream().filter(sample -> sample.arm().equals("noop")).toList();

    JsonNode arm = result("run under noop (none)");

    assertThat(arm.at("/status").asText()).isEqualTo("passed");
    assertThat(values(arm.at("/parameters"), "scheduler")).containsExactly("noop (none)");
    assertThat(arm.at("/steps")).hasSameSizeAs(runs);
    JsonNode step = arm.at("/steps/0");
    assertThat(step.at("/name").asText())
        .matches("round 1, position " + runs.get(0).position() + ": \\d\\d\\.\\d s");
    assertThat(step.at("/start").asLong()).isEqualTo(runs.get(0).startedAt().toEpochMilli());
    assertThat(step.at("/stop").asLong() - step.at("/start").asLong())
        .isEqualTo(Math.round(runs.get(0).seconds() * 1000));
    assertThat(arm.at("/start").asLong()).isEqualTo(step.at("/start").asLong());
  }

  @Test
  void aMarkedRunShowsWhatBefellIt() throws IOException {
    AllureResults.write(folder, SampleRun.report(), folder);

    List<JsonNode> contaminated =
        results().stream()
            .flatMap(result -> stream(result.path("steps")))
            .filter(step -> step.path("status").asText().equals("skipped"))
            .toList();

    assertThat(contaminated)
        .hasSize(4)
        .allSatisfy(
            step -> assertThat(values(step.path("parameters"), "scheduler-changed")).hasSize(1));
  }

  @Test
  void looksOfSlicesAreStepsAndTheirMediansAreAttached() throws IOException {
    AllureResults.write(folder, SlicedRun.report(), folder);

    JsonNode arm =
        results().stream()
            .filter(
                result ->
                    result
                        .path("fullName")
                        .asText()
                        .equals("SsdBenchmarks.randomReadDepth32: run under bfq"))
            .findFirst()
            .orElseThrow();
    assertThat(stream(arm.at("/steps")).map(step -> step.path("name").asText()))
        .hasSize(3)
        .first()
        .asString()
        .matches("look 1: rounds 1 to 10: median 4\\d\\.\\dk io/s");
    assertThat(values(arm.at("/steps/1/parameters"), "slices")).containsExactly("11");
    assertThat(values(arm.at("/parameters"), "sampling"))
        .containsExactly(
            "SLICES of 0.2 s, the first 0.02 s of each discarded: every scheduler is stationary"
                + " after 0.02 s");
    JsonNode met = result("none at least 5% faster than bfq");
    assertThat(stream(met.path("attachments")).map(a -> a.path("name").asText()))
        .containsExactly("ratio", "each slice", "medians between looks");
    assertThat(stream(arm.path("attachments")).map(a -> a.path("name").asText()))
        .containsExactly("samples", "each slice", "medians between looks");
  }

  @Test
  void controlsAreResultsAndWarningsAreTags() throws IOException {
    AllureResults.write(folder, SlicedRun.report(), folder);

    assertThat(results())
        .filteredOn(result -> result.path("name").asText().endsWith("(control)"))
        .extracting(
            result -> result.path("fullName").asText() + " " + result.path("status").asText())
        .containsExactlyInAnyOrder(
            "SsdBenchmarks.randomReadDepth32: none equals itself (control) passed",
            "DesktopBenchmarks.readsUnderAWriter: none equals itself (control) failed");
    JsonNode regimes = result("bfq at least 5x more reader read iops than none");
    assertThat(values(regimes.at("/labels"), "tag")).containsExactly("regimes");
    assertThat(values(regimes.at("/parameters"), "with care")).hasSize(1);
  }

  @Test
  void anArmWhoseInvocationThrewIsBroken() throws IOException {
    AllureResults.write(folder, SampleRun.report(), folder);

    assertThat(results())
        .filteredOn(result -> result.path("status").asText().equals("broken"))
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.path("fullName").asText())
                  .isEqualTo("FileTreeBenchmarks.copy: run under kyber");
              assertThat(result.at("/statusDetails/message").asText())
                  .isEqualTo("cp: cannot create 'b/f1': No space left on device");
            });
  }

  @Test
  void aBenchmarkThatCouldNotRunIsSkipped() throws IOException {
    AllureResults.write(folder, SampleRun.report(), folder);

    JsonNode skipped = result("not run");

    assertThat(skipped.at("/status").asText()).isEqualTo("skipped");
    assertThat(skipped.at("/fullName").asText()).startsWith("DatabaseBenchmarks.commits");
    assertThat(skipped.at("/statusDetails/message").asText()).contains("install postgresql-15");
  }

  @Test
  void samplesAndChartsAreAttached() throws IOException {
    AllureResults.write(folder, SampleRun.report(), folder);

    JsonNode attachments = result("noop at least 10% faster than cfq").path("attachments");

    assertThat(stream(attachments).map(a -> a.path("type").asText()))
        .containsExactly("image/svg+xml", "image/svg+xml", "text/csv");
    for (JsonNode attachment : attachments) {
      String content = Files.readString(folder.resolve(attachment.path("source").asText()));
      if (attachment.path("type").asText().equals("text/csv")) {
        assertThat(content.lines().findFirst().orElse(""))
            .isEqualTo(
                "arm,requested,scheduler,round,position,startedAt,seconds,harnessSeconds,"
                    + "time [s],cpu [s],marks");
        assertThat(content.lines()).hasSize(51);
        assertThat(content).contains("eager,deadline[fifo_batch=1],mq-deadline,1,");
      } else {
        assertThat(content).startsWith("<?xml").contains("<svg xmlns=").contains("<style>");
      }
    }
  }

  @Test
  void theDistributionOfLatenciesIsAttachedWhereTheyAreClaimedAbout() throws IOException {
    AllureResults.write(folder, SampleRun.report(), folder);

    assertThat(
            stream(result("bfq p99 read latency at most 200 us").path("attachments"))
                .map(a -> a.path("name").asText()))
        .containsExactly("each run", "distribution", "samples");
  }

  @Test
  void theHistoryDoesNotDependOnHowMuchWasMeasured() throws IOException {
    RunReport report = SampleRun.report();
    AllureResults.write(folder.resolve("long"), report, folder);
    AllureResults.write(folder.resolve("short"), withFewerRounds(report), folder);

    Map<String, String> all = historyIds(folder.resolve("long"));

    assertThat(historyIds(folder.resolve("short"))).isEqualTo(all);
    assertThat(all.values()).doesNotHaveDuplicates();
  }

  @Test
  void sameSentencesOfDifferentWorkloadsAreKeptApart() throws IOException {
    RunReport report = SampleRun.report();
    BenchmarkResult first = report.benchmarks().get(0);
    BenchmarkResult other =
        new BenchmarkResult(
            first.name(),
            "[randomRead]\nrw=randread\nbs=64k",
            true,
            first.arms(),
            first.plan(),
            first.samples(),
            first.verdicts());
    AllureResults.write(folder, with(report, List.of(first, other, first)), folder);

    assertThat(results().stream().map(result -> result.path("historyId").asText()))
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(3 * first.verdicts().size());
  }

  @Test
  void whatAPreviousRunLeftIsReplacedAndNothingElse() throws IOException {
    Path history = folder.resolve("history/history.json");
    Files.createDirectories(history.getParent());
    Files.writeString(history, "{}");
    Path notOurs = folder.resolve("my-result.json");
    Files.writeString(notOurs, "{}");
    AllureResults.write(folder, SampleRun.report(), folder);

    AllureResults.write(folder, ExtremeRun.empty(), folder);

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "history", "my-result.json", "environment.properties", "categories.json");
    }
    assertThat(history).exists();
  }

  @Test
  void theEnvironmentIsWrittenAsProperties() throws IOException {
    AllureResults.write(folder, ExtremeRun.report(), folder);
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(folder.resolve("environment.properties"))) {
      properties.load(in);
    }

    assertThat(properties)
        .containsEntry("seed", Long.toString(Long.MAX_VALUE))
        .containsEntry("kernel", "<b>\"q\" & 'a'</b> | ] ]]> \\ tab here ünï 設備 \uD83D\uDCBE `c`")
        .hasSize(5);
  }

  @Test
  void theCategoriesKnowInconclusiveAndNotMet() throws IOException {
    AllureResults.write(folder, ExtremeRun.empty(), folder);

    JsonNode categories = MAPPER.readTree(folder.resolve("categories.json").toFile());

    assertThat(stream(categories).map(category -> category.path("name").asText()))
        .containsExactly("Inconclusive", "Not met", "Could not run");
  }

  private static RunReport withFewerRounds(RunReport report) {
    return with(
        report,
        report.benchmarks().stream()
            .map(
                benchmark ->
                    new BenchmarkResult(
                        benchmark.name(),
                        benchmark.workload(),
                        benchmark.continuous(),
                        benchmark.arms(),
                        new LookPlan(List.of(3), 0.025, 0.95),
                        benchmark.samples().stream().filter(s -> s.round() <= 3).toList(),
                        benchmark.verdicts()))
            .toList());
  }

  private static RunReport with(RunReport report, List<BenchmarkResult> benchmarks) {
    return new RunReport(
        report.suite(),
        report.seed(),
        report.startedAt(),
        report.version(),
        report.device(),
        report.conditions(),
        benchmarks,
        report.skipped(),
        report.failures(),
        report.measuring(),
        report.savedBudget(),
        report.notes());
  }

  private static Map<String, String> historyIds(Path results) throws IOException {
    Map<String, String> ids = new TreeMap<>();
    for (JsonNode result : results(results)) {
      ids.put(result.path("fullName").asText(), result.path("historyId").asText());
    }
    return ids;
  }

  private JsonNode result(String name) throws IOException {
    List<JsonNode> named =
        results().stream().filter(result -> result.path("name").asText().equals(name)).toList();
    assertThat(named).as(name).hasSize(1);
    return named.get(0);
  }

  private List<JsonNode> results() throws IOException {
    return results(folder);
  }

  private static List<JsonNode> results(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("-result.json"))
          .map(
              file -> {
                try {
                  return MAPPER.readTree(file.toFile());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .toList();
    }
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    List<JsonNode> nodes = new ArrayList<>();
    list.forEach(nodes::add);
    return nodes.stream();
  }

  private static List<String> values(JsonNode list, String name) {
    return stream(list)
        .filter(each -> each.path("name").asText().equals(name))
        .map(each -> each.path("value").asText())
        .toList();
  }
}
