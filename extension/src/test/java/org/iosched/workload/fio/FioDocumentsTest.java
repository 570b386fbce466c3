package org.iosched.workload.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.iosched.dsl.Latencies;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Unit;
import org.iosched.workload.RecordException;
import org.iosched.workload.WorkloadResult;
import org.junit.jupiter.api.Test;

class FioDocumentsTest {

  private static final String TIMED = "\"runtime\" : \"2\", \"rw\" : \"randread\"";
  private static final String BINS =
      "\"percentile\" : { \"50.000000\" : 1000, \"99.000000\" : 2000 },"
          + " \"bins\" : { \"100\" : 50, \"1004\" : 49, \"2008\" : 1 }";
  private static final String READS =
      FioText.side(100, 409_600, 2000, FioText.clock("clat_ns", 100, 560, 2010, BINS));
  private static final String WHOLE =
      FioText.document(2, "", FioText.job("reader", TIMED, FioText.sides(READS, FioText.NO_SIDE)));

  private static WorkloadResult one(String text) {
    List<WorkloadResult> results = FioDocuments.read(text);
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  private static double value(WorkloadResult result, String metric) {
    assertThat(result.metrics()).containsKey(Metric.parse(metric));
    return Objects.requireNonNull(result.metrics().get(Metric.parse(metric))).value();
  }

  private static List<String> names(WorkloadResult result) {
    return result.metrics().keySet().stream().map(Metric::toString).sorted().toList();
  }

  private static void refused(String text, String... parts) {
    assertThatExceptionOfType(RecordException.class)
        .isThrownBy(() -> FioDocuments.read(text))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts));
  }

  @Test
  void givesTheFiguresOfAJob() {
    WorkloadResult result = one(WHOLE);
    assertThat(names(result))
        .containsExactlyInAnyOrder(
            "iops",
            "read iops",
            "bandwidth",
            "read bandwidth",
            "mean latency",
            "mean read latency",
            "max latency",
            "max read latency",
            "p50 latency",
            "p50 read latency",
            "p90 latency",
            "p90 read latency",
            "p95 latency",
            "p95 read latency",
            "p99 latency",
            "p99 read latency",
            "p99.9 latency",
            "p99.9 read latency",
            "cpu");
    assertThat(result.metrics().get(Metric.parse("read iops")))
        .isEqualTo(new Measured.Rate(100, 2, Unit.IO_PER_SECOND));
    assertThat(result.metrics().get(Metric.parse("bandwidth")))
        .isEqualTo(new Measured.Rate(409_600, 2, Unit.BYTES_PER_SECOND));
    assertThat(result.metrics().get(Metric.parse("cpu")))
        .isEqualTo(new Measured.Value(0.25 * 2e9 / 100, Unit.NANOSECONDS));
    assertThat(value(result, "mean latency")).isEqualTo(560);
    assertThat(value(result, "max latency")).isEqualTo(2010);
    assertThat(result.seconds()).isEqualTo(2);
    assertThat(result.documents().get(0).text()).startsWith("{").contains("\"fio-3.33\"");
  }

  /** verify= makes fio read back what a job has written, when its work is done. */
  @Test
  void whatAJobThatWritesReadsBackIsInNoFigure() {
    String writes = FioText.side(100, 409_600, 500, FioText.clock("clat_ns", 100, 560, 2010, BINS));
    String options = "\"rw\" : \"randwrite\", \"size\" : \"400k\", \"verify\" : \"crc32c\"";
    WorkloadResult result =
        one(FioText.document(2, "", FioText.job("v", options, FioText.sides(READS, writes))));

    assertThat(result.metrics().get(Metric.parse("iops")))
        .isEqualTo(new Measured.Rate(100, 0.5, Unit.IO_PER_SECOND));
    assertThat(names(result)).noneMatch(name -> name.contains("read"));
    assertThat(value(result, "time")).isEqualTo(0.5);
  }

  @Test
  void tellsTheNameOfItsOnlyJobAndItsClock() {
    assertThat(one(WHOLE).onlyJob()).contains("reader");
    assertThat(one(WHOLE).latencyClock()).contains("from the submission of an I/O (fio's clat)");
  }

  @Test
  void takesTheDistributionFromTheBins() {
    WorkloadResult result = one(WHOLE);
    Latencies whole = result.latencies().get(0);
    // The upper ends of the buckets that 100, 1004 and 2008 are the middles of.
    assertThat(whole.upperNanos()).containsExactly(100L, 1007L, 2015L);
    assertThat(whole.counts()).containsExactly(50L, 49L, 1L);
    assertThat(value(result, "p50 latency")).isEqualTo(100);
    assertThat(value(result, "p99 latency")).isEqualTo(1007);
    assertThat(value(result, "p99.9 latency")).as("never more than the largest").isEqualTo(2010);
  }

  @Test
  void takesThePercentilesWhereThereAreNoBins() {
    WorkloadResult result = one(WHOLE.replaceAll("\"bins\" : \\{[^}]*\\}", "\"x\" : 1"));
    assertThat(value(result, "p50 read latency")).isEqualTo(1000);
    assertThat(value(result, "p99 latency")).isEqualTo(2000);
    assertThat(names(result)).doesNotContain("p99.9 latency", "p95 latency").contains("cpu");
    assertThat(result.latencies()).isEmpty();
  }

  @Test
  void prefersTheTotalLatencyWhereItHasADistribution() {
    String total = FioText.clock("lat_ns", 100, 600, 2100, "\"bins\" : { \"200\" : 100 }");
    String without = FioText.clock("lat_ns", 100, 600, 2100, "");
    assertThat(value(one(WHOLE.replace("\"clat_ns\"", total + ", \"clat_ns\"")), "max latency"))
        .isEqualTo(2100);
    assertThat(value(one(WHOLE.replace("\"clat_ns\"", without + ", \"clat_ns\"")), "max latency"))
        .isEqualTo(2010);
  }

  @Test
  void readsWhatStandsAroundADocument() {
    String noise =
        """
        fio: this platform does not support process shared mutexes, forcing use of threads.
        note: both iodepth >= 1 and synchronous I/O engine are selected {not "a document"}
        {"thresholds": {"p99": 5}}
        """;
    assertThat(one(noise + WHOLE + "\nDisk stats {read/write}:\n").metrics())
        .isEqualTo(one(WHOLE).metrics());
  }

  @Test
  void readsAQuotationBetweenFences() {
    String quoted = "```json\n" + WHOLE.replaceAll("(?m)^", "> > ") + "```\n>>> thanks {\n";
    assertThat(one("On Monday somebody wrote:\n" + quoted).metrics())
        .isEqualTo(one(WHOLE).metrics());
  }

  @Test
  void readsRawControlCharactersAndNumbersThatAreNone() {
    String odd =
        WHOLE
            .replace("\"rw\" : \"randread\"", "\"description\" : \"a\tb\nc \\\"d\\\" \\d\"")
            .replace("\"stddev\" : 1.5", "\"stddev\" : -nan, \"x\" : nan, \"y\" : inf");
    assertThat(one(odd).metrics()).isEqualTo(one(WHOLE).metrics());
    String noMean = WHOLE.replace("\"mean\" : 560.000000", "\"mean\" : -nan");
    assertThat(names(one(noMean))).contains("iops").doesNotContain("mean latency", "p50 latency");
  }

  @Test
  void takesTheLastOfDuplicateKeysAsFioTakesItsOptions() {
    String twice = WHOLE.replace(TIMED, "\"runtime\" : \"60\", \"runtime\" : \"0\"");
    assertThat(names(one(twice))).contains("time");
    assertThat(one(twice).metrics().get(Metric.TIME))
        .isEqualTo(new Measured.Value(2, Unit.SECONDS));
    String zeros = WHOLE.replace("\"50.000000\"", "\"0.00\" : 0, \"0.00\" : 0, \"50.000000\"");
    assertThat(one(zeros).metrics()).isEqualTo(one(WHOLE).metrics());
  }

  @Test
  void hasTimeOnlyForWorkThatEnds() {
    WorkloadResult ends = one(WHOLE.replace("\"runtime\" : \"2\"", "\"size\" : \"400k\""));
    assertThat(value(ends, "time")).isEqualTo(2);
    assertThat(ends.metrics().get(Metric.parse("cpu")))
        .isEqualTo(new Measured.Value(0.5, Unit.SECONDS));
    assertThat(names(one(WHOLE.replace(TIMED, "")))).doesNotContain("time", "cpu");
  }

  @Test
  void readsMicrosecondsAndKibibytesOfOldVersions() {
    // As fio 2.2.10: no io_kbytes, so io_bytes are KiB; no N; no timestamp_ms; bins are of 2.18 on.
    String old =
        """
        {
          "fio version" : "fio-2.2.10",
          "timestamp" : 1002,
          "jobs" : [ {
            "jobname" : "reader", "groupid" : 0, "error" : 0, "elapsed" : 3,
            "job options" : { "runtime" : "2" },
            "read" : {
              "io_bytes" : 400, "bw" : 200, "iops" : 50.00, "runtime" : 2000, "total_ios" : 100,
              "slat" : { "min" : 0, "max" : 0, "mean" : 0.00, "stddev" : 0.00 },
              "clat" : { "min" : 1, "max" : 900, "mean" : 250.50, "stddev" : 0.00,
                "percentile" : { "1.000000" : 3, "50.000000" : 240, "99.000000" : 800,
                  "0.00" : 0, "0.00" : 0, "0.00" : 0 }
              },
              "lat" : { "min" : 2, "max" : 950, "mean" : 260.00, "stddev" : 0.00 },
              "bw_min" : 1
            },
            "write" : {
              "io_bytes" : 0, "bw" : 0, "iops" : 0.00, "runtime" : 0, "total_ios" : 0,
              "clat" : { "min" : 0, "max" : 0, "mean" : 0.00, "stddev" : 0.00,
                "percentile" : { "1.000000" : 0, "0.00" : 0 } },
              "lat" : { "min" : 0, "max" : 0, "mean" : 0.00, "stddev" : 0.00 }
            },
            "usr_cpu" : 5.00, "sys_cpu" : 5.00
          } ]
        }
        """;
    WorkloadResult result = one(old);
    assertThat(value(result, "bandwidth")).isEqualTo(400 * 1024 / 2.0);
    assertThat(value(result, "mean read latency")).isEqualTo(250_500);
    assertThat(value(result, "p50 latency")).isEqualTo(240_000);
    assertThat(value(result, "max latency")).isEqualTo(900_000);
    assertThat(value(result, "cpu")).isEqualTo(0.1 * 2e9 / 100);
    assertThat(names(result)).noneMatch(name -> name.contains("write"));
    // 2.1 rounds the rate and tells no count.
    assertThat(value(one(old.replace("\"total_ios\" : 100,", "\"x\" : 1,")), "iops")).isEqualTo(50);
    // 2.21 has io_kbytes and so bytes, and bins of microseconds.
    String binned =
        old.replace("\"io_bytes\" : 400,", "\"io_bytes\" : 409600, \"io_kbytes\" : 400,")
            .replace(
                "\"0.00\" : 0, \"0.00\" : 0, \"0.00\" : 0 }",
                "\"0.00\" : 0 }," + " \"bins\" : { \"240\" : 99, \"898\" : 1 }");
    WorkloadResult later = one(binned);
    assertThat(value(later, "bandwidth")).isEqualTo(400 * 1024 / 2.0);
    assertThat(value(later, "p50 latency")).isBetween(240_000.0, 245_000.0);
    assertThat(later.latencies().get(0).total()).isEqualTo(100);
  }

  @Test
  void measuresNothingOfZeroSamples() {
    String none = FioText.clock("clat_ns", 0, 0, 0, "");
    WorkloadResult result =
        one(
            FioText.document(
                2,
                "",
                FioText.job(
                    "idle",
                    TIMED,
                    FioText.sides(FioText.side(0, 0, 0, none), FioText.side(5, 5, 1000, none)))));
    assertThat(names(result)).contains("write iops").noneMatch(name -> name.contains("latency"));
    assertThat(names(result)).noneMatch(name -> name.contains("read"));
    WorkloadResult nothing =
        one(
            FioText.document(
                2,
                "",
                FioText.job("idle", TIMED, FioText.sides(FioText.NO_SIDE, FioText.NO_SIDE))));
    assertThat(nothing.metrics()).isEmpty();
  }

  @Test
  void addsClonesUpAndTellsJobsApart() {
    String reader = FioText.job("reader", TIMED, FioText.sides(READS, FioText.NO_SIDE));
    String writes =
        FioText.side(
            10,
            40_960,
            1000,
            FioText.clock("clat_ns", 10, 5000, 9000, "\"bins\" : { \"5024\" : 10 }"));
    String writer = FioText.job("writer", TIMED, FioText.sides(FioText.NO_SIDE, writes));
    WorkloadResult result = one(FioText.document(2, "", reader, reader, writer));
    assertThat(result.metrics())
        .containsEntry(Metric.parse("iops"), new Measured.Rate(210, 2, Unit.IO_PER_SECOND))
        .containsEntry(Metric.parse("reader iops"), new Measured.Rate(200, 2, Unit.IO_PER_SECOND))
        .containsEntry(
            Metric.parse("writer write iops"), new Measured.Rate(10, 1, Unit.IO_PER_SECOND))
        .containsEntry(Metric.parse("write iops"), new Measured.Rate(10, 2, Unit.IO_PER_SECOND))
        .doesNotContainKey(Metric.parse("writer read iops"));
    assertThat(value(result, "mean latency")).isCloseTo(162_000 / 210.0, within(1e-6));
    assertThat(value(result, "reader p50 latency")).isEqualTo(100);
    assertThat(value(result, "cpu")).isEqualTo(3 * 0.25 * 2e9 / 210, within(1e-6));
    assertThat(result.latencies().get(0).total()).isEqualTo(210);
    assertThat(names(one(FioText.document(2, "", reader, reader))))
        .noneMatch(name -> name.contains("reader"));
  }

  @Test
  void addsTheTimesOfGroupsThatWaitForEachOther() {
    String sides = FioText.sides(READS, FioText.NO_SIDE);
    String first = FioText.job("a", 0, 0, "\"size\" : \"1m\"", sides);
    String waits = FioText.job("b", 1, 0, "\"size\" : \"1m\"", sides);
    String beside = FioText.job("b", 1, 0, "\"size\" : \"1m\", \"new_group\" : \"1\"", sides);
    assertThat(value(one(FioText.document(4, "", first, waits)), "time")).isEqualTo(4);
    assertThat(value(one(FioText.document(4, "", first, waits)), "iops")).isEqualTo(50);
    assertThat(value(one(FioText.document(4, "", first, beside)), "time")).isEqualTo(2);
    assertThat(value(one(FioText.document(4, "", first, beside)), "iops")).isEqualTo(100);
    assertThat(value(one(FioText.document(2, "", first, waits)), "time"))
        .as("two seconds after each other do not fit into two")
        .isEqualTo(2);
  }

  @Test
  void readsSidesThatFioJoined() {
    String mixed = "\"mixed\" : " + READS;
    WorkloadResult joined = one(FioText.document(2, "", FioText.job("rw", TIMED, mixed)));
    assertThat(value(joined, "iops")).isEqualTo(50);
    assertThat(value(joined, "p99 latency")).isEqualTo(1007);
    assertThat(names(joined)).noneMatch(name -> name.contains("read") || name.contains("write"));
    String both = FioText.sides(READS, READS) + ",\n\"mixed\" : " + READS;
    WorkloadResult beside = one(FioText.document(2, "", FioText.job("rw", TIMED, both)));
    assertThat(value(beside, "iops")).as("mixed is not counted again").isEqualTo(100);
    assertThat(value(beside, "read iops")).isEqualTo(50);
  }

  @Test
  void takesMergedEntriesForWhatTheyAre() {
    String merged =
        FioText.job(
                "a",
                "\"size\" : \"1m\", \"numjobs\" : \"4\"",
                FioText.sides(READS, FioText.NO_SIDE))
            .replace("\"job_runtime\" : 2000", "\"job_runtime\" : 8000");
    String document = FioText.document(2, "\"group_reporting\" : \"1\"", merged);
    WorkloadResult result = one(document);
    assertThat(value(result, "time")).as("not the clones' times added up").isEqualTo(2);
    assertThat(value(result, "cpu")).isEqualTo(0.25 * 8);
    assertThat(names(one(document.replace("\"job_runtime\" : 8000,", ""))))
        .contains("time")
        .doesNotContain("cpu");
  }

  @Test
  void ignoresTrimsAndSyncs() {
    String more =
        FioText.sides(READS, FioText.NO_SIDE)
            + ", \"trim\" : "
            + READS
            + ", \"sync\" : { \"total_ios\" : 7, \"lat_ns\" : {\"max\" : 9, \"mean\" : 8} }";
    assertThat(one(FioText.document(2, "", FioText.job("reader", TIMED, more))).metrics())
        .isEqualTo(one(WHOLE).metrics());
  }

  @Test
  void readsWhatClientsReport() {
    String job = FioText.job("reader", TIMED, FioText.sides(READS, FioText.NO_SIDE));
    String all = FioText.job("All clients", "", FioText.sides(READS, READS));
    String clients =
        FioText.document(2, "", job, job, all)
            .replace("\"jobs\" :", "\"client_stats\" :")
            .replaceAll(
                "\"global options\" : \\{\\s*\\}",
                "\"global options\" : [{\"hostname\" : \"a\", \"bs\" : \"4k\"}]");
    WorkloadResult result = one("<a> fio: hello\n" + clients);
    assertThat(value(result, "iops")).as("the sum is not added").isEqualTo(100);
    assertThat(names(result)).noneMatch(name -> name.contains("write"));
  }

  @Test
  void keepsTheLastOfTheInterimDocumentsOfARun() {
    StringBuilder text = new StringBuilder();
    for (int second = 1; second <= 3; second++) {
      String reads = FioText.side(100L * second, 4096, 1000 * second, "");
      text.append(
          FioText.document(
              second, "", FioText.job("reader", TIMED, FioText.sides(reads, FioText.NO_SIDE))));
    }
    assertThat(one(text.toString()).metrics().get(Metric.parse("iops")))
        .isEqualTo(new Measured.Rate(300, 3, Unit.IO_PER_SECOND));
    // Another run of the same jobs began when that one had ended.
    String later = WHOLE.replace("1002", "1006");
    assertThat(FioDocuments.read(text + later))
        .extracting(result -> value(result, "iops"))
        .containsExactly(100.0, 50.0);
    assertThat(FioDocuments.read(WHOLE + later + WHOLE.replace("1002", "1009"))).hasSize(3);
  }

  @Test
  void tellsShortRunsBehindEachOtherApart() {
    String first =
        FioText.document(
                1,
                "",
                FioText.job(
                    "reader", TIMED, FioText.sides(FioText.side(10, 10, 500, ""), FioText.NO_SIDE)))
            .replace("1001000", "1000600");
    String second =
        first
            .replace("1000600", "1001300")
            .replace("\"total_ios\" : 10", "\"total_ios\" : 11")
            .replace("\"runtime\" : 500", "\"runtime\" : 501");
    assertThat(FioDocuments.read(first + second)).hasSize(2);
  }

  @Test
  void refusesAFailedRunThoughItsFiguresLookWell() {
    String failed =
        FioText.document(
            2,
            "",
            FioText.job("reader", TIMED, FioText.sides(READS, FioText.NO_SIDE)),
            FioText.job("writer", 0, 28, TIMED, FioText.sides(READS, READS)));
    refused(
        "noise\n" + failed,
        "Job \"writer\" of the fio document at line 2 failed with ENOSPC (28: no space left");
    refused(failed.replace("\"error\" : 28", "\"error\" : 777"), "failed with error 777");
    refused(
        "fio: pid=12, err=5/file:io_u.c:1896, func=io_u error, error=Input/output error\n" + WHOLE,
        "A job failed with EIO (5: input/output error), as line 1 says: fio: pid=12, err=5");
  }

  @Test
  void refusesAnInterruptedRun() {
    refused(
        "\nfio: terminating on signal 2\n" + WHOLE,
        "interrupted by signal 2, as line 2 says",
        "repeat it");
    refused(
        WHOLE.substring(0, WHOLE.indexOf("\"usr_cpu\"")),
        "The fio document at line 1 is cut off at line",
        "interrupted");
    refused(
        WHOLE.replace("\"jobname\" :", "\"jobname\" : fio: ouch"),
        "The fio document at line 1 is damaged at line 11, where \"fio: ouch");
  }

  @Test
  void refusesWhatIsNoDocument() {
    refused("", "There is no fio document in the text", "--output-format=json+");
    refused("{}", "There is no fio document");
    refused("{\"jobs\" : []}", "the fio document at line 1 has no job in it");
    refused("{\"jobs\" : 5}", "There is no fio document");
    refused(
        "read: IOPS=100, BW=4KiB/s\nRun status group 0 (all jobs):\n",
        "fio's report for people",
        "--output-format=json+");
    refused(
        WHOLE.replace("\"total_ios\" : 100", "\"total_ios\" : -100"),
        "the fio document at line 1 says \"total_ios\" : -100.0, which no run can have");
  }

  @Test
  void readsPlacesAndCountsOfAnyOrder() {
    Map<Metric, Measured> metrics = one("[" + WHOLE + "]").metrics();
    assertThat(metrics).isEqualTo(one(WHOLE).metrics());
    assertThat(one(WHOLE.replace("\n", "\r\n")).metrics()).isEqualTo(metrics);
  }

  @Test
  void choosesOneClockForAllJobs() {
    String bins = "\"bins\" : { \"500\" : 10 }";
    String both =
        FioText.clock("lat_ns", 10, 9e6, 9_000_000, bins)
            + ", "
            + FioText.clock("clat_ns", 10, 2e6, 2_000_000, bins);
    String completion = FioText.clock("clat_ns", 10, 1e6, 1_000_000, bins);
    WorkloadResult mixed = one(clocks(both, completion));
    assertThat(value(mixed, "mean latency")).isEqualTo(1.5e6);
    assertThat(value(mixed, "a mean latency")).isEqualTo(2e6);
    assertThat(mixed.latencyClock()).contains("from the submission of an I/O (fio's clat)");
    WorkloadResult total = one(clocks(both, both));
    assertThat(value(total, "mean latency")).isEqualTo(9e6);
    assertThat(total.latencyClock()).contains("from the preparation of an I/O (fio's lat)");
    // A job that measured none does not matter, nor is it hidden that the whole has none.
    WorkloadResult without = one(clocks(both, ""));
    assertThat(value(without, "a mean latency")).isEqualTo(9e6);
    assertThat(names(without)).doesNotContain("mean latency", "b mean latency");
    assertThat(one(clocks("", "")).latencyClock()).isEmpty();
    String onlyTotal = FioText.clock("lat_ns", 10, 9e6, 9_000_000, bins);
    assertThat(names(one(clocks(onlyTotal, completion))))
        .contains("b mean latency")
        .doesNotContain("mean latency", "a mean latency");
  }

  private static String clocks(String first, String second) {
    return FioText.document(
        2,
        "",
        FioText.job(
            "a", TIMED, FioText.sides(FioText.side(10, 4096, 2000, first), FioText.NO_SIDE)),
        FioText.job(
            "b", TIMED, FioText.sides(FioText.side(10, 4096, 2000, second), FioText.NO_SIDE)));
  }

  @Test
  void takesRunsWithoutStampsForOneOnlyWhereTheFirstSaysThatItGoesOn() {
    String first = unstamped(60, 60_000);
    String second = unstamped(61, 61_100);
    assertThat(FioDocuments.read(first + second)).hasSize(2);
    String interim = first.replace("\"eta\" : 0", "\"eta\" : 1");
    assertThat(value(one(interim + second), "iops")).isEqualTo(6110 / 61.1);
    assertThat(FioDocuments.read(interim + unstamped(30, 30_000))).hasSize(2);
  }

  private static String unstamped(int age, int millis) {
    String side = FioText.side(millis / 10, 4096, millis, "");
    return FioText.document(age, "", FioText.job("r", TIMED, FioText.sides(side, FioText.NO_SIDE)))
        .replaceAll("(?m)^.*\"timestamp.*\n", "");
  }
}
