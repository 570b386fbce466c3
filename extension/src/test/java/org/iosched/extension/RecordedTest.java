package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Sample;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Results of others in place of runs. */
final class RecordedTest {

  /** Up to the processor's share of seeks, and from the largest latency of seeks on. */
  private static final String HEAD =
      "1.96,1.96,db1,1,1377014400,252G,,,,434709,46,225498,29,,,952115,45,";

  private static final String TAIL = ",22,,,,,,,,,,,,,,,,,,,1s,1s,,1s,";

  private static final String NOOP = HEAD + "2294" + TAIL + "23040us,,,,,,";
  private static final String CFQ = HEAD + "556.2" + TAIL + "529ms,,,,,,";

  private static final String FIO =
      """
      {
        "fio version" : "fio-3.33",
        "jobs" : [
          {
            "jobname" : "reader",
            "error" : 0,
            "job options" : { "rw" : "read", "runtime" : "1" },
            "read" : {
              "io_bytes" : 4096000, "bw_bytes" : 4096000, "iops" : 1000.0,
              "runtime" : 1000, "total_ios" : 1000,
              "clat_ns" : { "min" : 100, "max" : 900, "mean" : 500.0, "stddev" : 1.0, "N" : 1000 }
            }
          }
        ]
      }
      """;

  @TempDir private Path temp;

  private Execution run(Class<?> fixture, String method) {
    return Execution.of(
        Map.of(
            "iosched.output",
            temp.resolve("iosched").toString(),
            "iosched.allure",
            temp.resolve("allure").toString(),
            // A device that is not there shows that none is opened.
            "iosched.device",
            "/nowhere"),
        DiscoverySelectors.selectMethod(fixture.getName() + "#" + method));
  }

  private static void decided(Execution execution, int samples) {
    assertThat(execution.containers()).isEmpty();
    assertThat(execution.leaves().stream().filter(leaf -> leaf.name().startsWith("recorded ")))
        .hasSize(samples)
        .allMatch(Execution.Node::passed);
  }

  private static Execution.Node last(Execution execution) {
    return execution.leaves().get(execution.leaves().size() - 1);
  }

  @Schedulers({"noop", "cfq"})
  static class Mails {

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = NOOP)
    @Recorded(scheduler = "cfq", text = CFQ)
    @Expect("noop at least 4x more seeks iops than cfq")
    void one(Sample sample) {
      assertThat(sample.metrics()).containsKey(Metric.parse("seeks iops"));
    }

    @BenchmarkTest
    @Recorded(
        scheduler = "noop",
        text =
            """
            Three runs of each, on the same box:

            """
                + "> "
                + NOOP
                + "\n"
                + HEAD
                + "2301"
                + TAIL
                + "24ms,,,,,,\n"
                + HEAD
                + "2288"
                + TAIL
                + "22ms,,,,,,")
    @Recorded(scheduler = "cfq", files = "cfq.csv")
    @Expect("noop at least 4x more seeks iops than cfq")
    @Expect("noop at least 20x lower seeks max latency than cfq")
    @Expect("noop at least 5x more seeks iops than cfq")
    void three() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = NOOP)
    @Expect("noop takes at most 3 s")
    void missing() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = NOOP)
    @Recorded(scheduler = "cfq", text = CFQ)
    @Expect("noop at least 10% faster than cfq")
    void unmeasured() {}

    @BenchmarkTest
    @Recorded(scheduler = "nop", text = NOOP)
    void misspelt() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = "no results were sent")
    @Recorded(scheduler = "cfq", text = CFQ)
    void nothing() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = "1.96,1.96,db1,1,1377014400,252G,,,,434709,46,2254")
    @Recorded(scheduler = "cfq", text = CFQ)
    void cut() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop")
    @Recorded(scheduler = "cfq", text = CFQ)
    void neither() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", files = "not-there.csv")
    void noFile() {}

    @BenchmarkTest
    @Workload(command = "true")
    @Recorded(scheduler = "noop", text = NOOP)
    void both() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = NOOP)
    @Recorded(scheduler = "cfq", text = CFQ)
    @Expect("noop at least 4x more seeks iops than cfq")
    void fails(Sample sample) {
      assertThat(sample.arm()).isEqualTo("noop");
    }

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = NOOP)
    @Recorded(scheduler = "cfq", text = CFQ)
    void elsewhere(Workspace dir) {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = NOOP + "\n\n> " + NOOP)
    @Recorded(scheduler = "cfq", text = CFQ)
    void twice() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = NOOP)
    @Recorded(scheduler = "cfq", text = NOOP)
    void underBoth() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = NOOP + "\n" + FIO)
    @Recorded(scheduler = "cfq", text = CFQ)
    void mixture() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", files = "cfq.csv")
    @Recorded(scheduler = "cfq", text = NOOP)
    @Expect("noop at least 4x more seeks iops than cfq")
    void unequal() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = FIO)
    @Recorded(scheduler = "cfq", text = FIO + "\n")
    @Expect("noop at most 5% less reader bandwidth than cfq")
    void sameDocument() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = FIO)
    @Recorded(scheduler = "cfq", files = "other.json")
    @Expect("noop at most 5% less reader bandwidth than cfq")
    void onlyJob() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = FIO)
    @Recorded(scheduler = "cfq", files = "other.json")
    @Expect("noop at most 5% higher reader mean latency than cfq")
    void twoClocks() {}

    @BenchmarkTest(sampling = Sampling.SLICES)
    @Recorded(scheduler = "noop", text = NOOP)
    @Recorded(scheduler = "cfq", text = CFQ)
    void slices() {}

    @BenchmarkTest
    @WithControl
    @Recorded(scheduler = "noop", text = NOOP)
    @Recorded(scheduler = "cfq", text = CFQ)
    void control() {}

    @BenchmarkTest
    @Recorded(scheduler = "noop", text = NOOP)
    @Recorded(scheduler = "cfq", text = CFQ)
    @Expect("noop at least 4x more seeks iops than cfq in the first 2 s")
    void phase() {}

    @Recorded(scheduler = "noop", text = NOOP)
    @Test
    void noBenchmark() {}
  }

  @Test
  void oneLineOfEachSchedulerDecidesNothing() {
    Execution execution = run(Mails.class, "one(org.iosched.dsl.Sample)");

    decided(execution, 2);
    assertThat(last(execution).aborted()).isTrue();
    assertThat(last(execution).message())
        .startsWith(
            "RecordedTest.Mails.one: INCONCLUSIVE: noop at least 4x more seeks iops than cfq:");
  }

  @Test
  void threeLinesOfEachSchedulerDecideAndSayThatTheirOrderIsNotKnown() throws IOException {
    Execution execution = run(Mails.class, "three");

    decided(execution, 6);
    assertThat(execution.leaves().subList(6, 9))
        .extracting(Execution.Node::status)
        .extracting(Object::toString)
        .containsExactly("SUCCESSFUL", "SUCCESSFUL", "FAILED");
    assertThat(last(execution).message())
        .startsWith("RecordedTest.Mails.three: NOT MET: noop at least 5x more seeks iops than cfq")
        .contains("recorded elsewhere, in an order that is not known", "only 3 rounds (weak)");
    assertThat(Files.readString(temp.resolve("iosched/results.json")))
        .contains("they were recorded elsewhere", "\"kind\":\"recorded\"", "documents/");
    try (var documents = Files.list(temp.resolve("iosched/documents"))) {
      assertThat(documents).hasSize(6);
    }
  }

  private void refused(String method, String message) {
    assertThat(run(Mails.class, method).refusal())
        .isEqualTo("RecordedTest.Mails." + method + ": " + message);
  }

  @Test
  void whatIsWrongIsSaidBeforeAnythingIsDecided() {
    refused(
        "missing",
        "nothing is recorded for cfq; add @Recorded(scheduler = \"cfq\", …) or take it out of"
            + " @Schedulers.");
    refused(
        "misspelt",
        "@Recorded(scheduler = \"nop\") is none of the schedulers that are compared, which are noop,"
            + " cfq (did you mean noop?).");
    refused(
        "nothing",
        "@Recorded(scheduler = \"noop\"): the text holds neither a CSV line of bonnie++ (the"
            + " last line that it prints, not its table) nor a JSON document of fio");
    refused(
        "cut",
        "@Recorded(scheduler = \"noop\"): line 1 begins as a line of bonnie++ in format 1.96"
            + " and ends after 12 of its 48 fields; paste the whole line.");
    refused("neither", "@Recorded(scheduler = \"noop\") needs either a text or files.");
    refused(
        "both",
        "@Workload stands beside @Recorded, which is there in place of runs; remove one of them.");
    refused(
        "noFile",
        "@Recorded(scheduler = \"noop\") names not-there.csv, which is neither a resource beside"
            + " Mails or at the root of the class path, nor a file below "
            + Path.of("").toAbsolutePath()
            + "; correct the name.");
    refused(
        "twice",
        "@Recorded(scheduler = \"noop\"): a result is the same, letter by letter, as number 1 of"
            + " noop; give each run once.");
    refused(
        "underBoth",
        "@Recorded(scheduler = \"cfq\"): a result is the same, letter by letter, as number 1 of noop;"
            + " give each run once, under its own scheduler.");
    refused(
        "mixture",
        "@Recorded(scheduler = \"noop\"): the text holds documents of fio and CSV lines of bonnie++;"
            + " give each a text of its own");
    refused(
        "sameDocument",
        "@Recorded(scheduler = \"cfq\"): a result is the same, letter by letter, as number 1 of noop;"
            + " give each run once, under its own scheduler.");
    refused(
        "twoClocks",
        "\"noop at most 5% higher reader mean latency than cfq\" cannot be decided: some recorded"
            + " latencies count from the preparation of an I/O (fio's lat) and some from the"
            + " submission of an I/O (fio's clat), which are not to be compared; record all with one"
            + " of them.");
    refused(
        "slices",
        "@BenchmarkTest(sampling = SLICES) means nothing beside @Recorded, where nothing is sampled;"
            + " leave it out.");
    refused(
        "control",
        "@WithControl means nothing beside @Recorded, where nothing is measured; leave it out.");
    refused(
        "phase",
        "\"noop at least 4x more seeks iops than cfq in the first 2 s\" is about a part of each run,"
            + " and here only the whole of a run is known; leave \"in the first 2 s\" out, or use"
            + " jobs of fio.");
    assertThat(run(Mails.class, "unmeasured").containers())
        .singleElement()
        .extracting(Execution.Node::message)
        .asString()
        .contains(
            "no recorded sample has time", "; they have block-read bandwidth, ", "seeks iops");
  }

  @Test
  void theOnlyJobOfADocumentCanBeNamed() {
    assertThat(last(run(Mails.class, "onlyJob")).message())
        .startsWith(
            "RecordedTest.Mails.onlyJob: INCONCLUSIVE: noop at most 5% less reader bandwidth than"
                + " cfq:");
  }

  @Test
  void samplesWithoutAPartnerAreTold() throws IOException {
    Execution execution = run(Mails.class, "unequal");

    assertThat(last(execution).aborted()).isTrue();
    assertThat(Files.readString(temp.resolve("iosched/summary.md")))
        .contains(
            "RecordedTest.Mails.unequal: there are 3 of noop, 1 of cfq recorded; only rounds that"
                + " both schedulers of a pair have are compared");
  }

  @Test
  void aSingleLeafDecidesNothingAndReplacesNoResults() {
    String template =
        last(run(Mails.class, "three")).id().replaceAll("/\\[test-template-invocation.*", "");
    Execution alone =
        Execution.of(
            Map.of("iosched.output", temp.resolve("alone").toString()),
            DiscoverySelectors.selectUniqueId(template + "/[test-template-invocation:#7]"));

    assertThat(alone.leaves()).singleElement().matches(Execution.Node::failed);
    assertThat(last(alone).message()).contains("run the whole method");
    assertThat(temp.resolve("alone/results.json")).doesNotExist();
  }

  @Test
  void aCheckThatFailsLeavesTheExpectationsOpen() {
    Execution execution = run(Mails.class, "fails(org.iosched.dsl.Sample)");

    assertThat(execution.leaves())
        .extracting(Execution.Node::status)
        .extracting(Object::toString)
        .containsExactly("SUCCESSFUL", "FAILED", "ABORTED");
    assertThat(last(execution).message()).contains("the check of sample 1 of cfq failed: ");
  }

  @Test
  void thereIsNoPlaceToWorkIn() {
    Execution execution = run(Mails.class, "elsewhere(org.iosched.workload.Workspace)");

    assertThat(execution.leaves())
        .allMatch(Execution.Node::failed)
        .first()
        .extracting(Execution.Node::message)
        .asString()
        .contains("takes a Workspace, which recorded results do not have");
  }

  @Test
  void recordedResultsNeedABenchmark() {
    assertThat(last(run(Mails.class, "noBenchmark")).message())
        .contains("@Expect, @Workload and @Recorded on a method need @BenchmarkTest");
  }
}
