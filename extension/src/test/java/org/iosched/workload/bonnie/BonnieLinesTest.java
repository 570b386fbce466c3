package org.iosched.workload.bonnie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.iosched.dsl.Expectation;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Unit;
import org.iosched.workload.RecordException;
import org.iosched.workload.WorkloadResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the reading of bonnie++'s lines to what each version writes. */
final class BonnieLinesTest {

  private static final String OF_1_03 =
      "store1,8G,41234,97,65284,18,39589,8,40321,91,96293,8,751.9,6,16,18344,25,+++++,+++,20285,28,"
          + "18801,26,+++++,+++,12279,19";

  private static final String OF_1_96 =
      "1.96,1.96,store1,1,1299098739,7888M,,754,97,64825,9,31211,4,3479,88,102054,5,258.5,2,16,,,,,"
          + "18344,25,+++++,+++,+++++,+++,+++++,+++,+++++,+++,+++++,+++,15626us,4693ms,2346ms,"
          + "52158us,102ms,236ms,254us,568us,430us,262us,30us,40us";

  private static final String OF_2_00 =
      "1.98,2.00a,store1,1,1796069406,64G,,8192,5,1115,99,434709,40,225498,20,1881,98,952115,31,"
          + "556.2,3,16,,,,,18344,25,+++++,+++,20285,28,18801,26,+++++,+++,12279,19,8072us,122ms,"
          + "349ms,6876us,182us,529ms,468us,62us,332us,747us,58us,36us";

  @Test
  void aLineOf103IsRead() {
    Map<Metric, Measured> metrics = only(OF_1_03).metrics();
    assertThat(value(metrics, "putc bandwidth")).isCloseTo(41234 * 1024.0, within(1e-6));
    assertThat(value(metrics, "block-write bandwidth")).isCloseTo(65284 * 1024.0, within(1e-6));
    assertThat(value(metrics, "rewrite bandwidth")).isCloseTo(39589 * 1024.0, within(1e-6));
    assertThat(value(metrics, "getc bandwidth")).isCloseTo(40321 * 1024.0, within(1e-6));
    assertThat(value(metrics, "block-read bandwidth")).isCloseTo(96293 * 1024.0, within(1e-6));
    assertThat(value(metrics, "seeks iops")).isEqualTo(751.9);
    assertThat(value(metrics, "seq-create iops")).isCloseTo(18344, within(1e-9));
    assertThat(value(metrics, "ran-delete iops")).isCloseTo(12279, within(1e-9));
    assertThat(value(metrics, "putc cpu")).isEqualTo(97);
    assertThat(value(metrics, "seeks cpu")).isEqualTo(6);
    assertThat(value(metrics, "ran-delete cpu")).isEqualTo(19);
    assertThat(metrics)
        .doesNotContainKeys(
            Metric.parse("seq-stat iops"),
            Metric.parse("seq-stat cpu"),
            Metric.parse("seeks max latency"),
            Metric.TIME)
        .hasSize(20);
  }

  @Test
  void aLineOf196HasLatencies() {
    Map<Metric, Measured> metrics = only(OF_1_96).metrics();
    assertThat(value(metrics, "seeks iops")).isEqualTo(258.5);
    assertThat(value(metrics, "putc max latency")).isEqualTo(15_626_000);
    assertThat(value(metrics, "block-write max latency")).isEqualTo(4_693_000_000.0);
    assertThat(value(metrics, "seeks max latency")).isEqualTo(236_000_000);
    assertThat(value(metrics, "seq-create max latency")).isEqualTo(254_000);
    assertThat(value(metrics, "seq-stat max latency"))
        .as("a latency is told even where the rate is not")
        .isEqualTo(568_000);
    assertThat(value(metrics, "ran-delete max latency")).isEqualTo(40_000);
    assertThat(metrics).doesNotContainKey(Metric.parse("seq-stat iops"));
  }

  @Test
  void aLineOf200HasTheNumberOfSeeks() {
    Map<Metric, Measured> metrics = only(OF_2_00).metrics();
    assertThat(metrics.get(Metric.parse("seeks iops")))
        .isEqualTo(new Measured.Rate(8192, 8192 / 556.2, Unit.IO_PER_SECOND));
    assertThat(value(metrics, "block-read bandwidth")).isCloseTo(952115 * 1024.0, within(1e-6));
    assertThat(value(metrics, "seeks max latency")).isEqualTo(529e6);
    assertThat(value(metrics, "ran-delete max latency")).isEqualTo(36e3);
  }

  @Test
  void ratesAreCountsOverTimesWhereTheLineTellsOfThem() {
    Map<Metric, Measured> metrics = only(OF_1_03).metrics();
    assertThat(metrics.get(Metric.parse("block-write bandwidth")))
        .isEqualTo(
            new Measured.Rate(8L << 30, (8L << 30) / (65284 * 1024.0), Unit.BYTES_PER_SECOND));
    assertThat(metrics.get(Metric.parse("putc bandwidth")))
        .as("bytes go over a part of the file that the line does not tell")
        .isEqualTo(new Measured.Value(41234 * 1024.0, Unit.BYTES_PER_SECOND));
    assertThat(metrics.get(Metric.parse("seq-delete iops")))
        .isEqualTo(new Measured.Rate(16 * 1024, 16 * 1024 / 20285.0, Unit.IO_PER_SECOND));
    assertThat(metrics.get(Metric.parse("seeks iops")))
        .isEqualTo(new Measured.Value(751.9, Unit.IO_PER_SECOND));
  }

  @Test
  void aLineOf193IsRead() {
    Map<Metric, Measured> metrics =
        only("2,1.93c,store1,4G,,300,99,65284,18,39589,8,1200,91,96293,8,210.9,6,16,,,,18344,25,"
                + "+++++,+++,20285,28,18801,26,+++++,+++,12279,19,1us,2us,3us,4us,5us,6us,7us,8us,"
                + "9us,10us,11us,12s")
            .metrics();
    assertThat(value(metrics, "block-write bandwidth")).isCloseTo(65284 * 1024.0, within(1e-6));
    assertThat(value(metrics, "ran-delete max latency")).isEqualTo(12e9);
  }

  @Test
  void testsThatWereLeftOutAreAbsent() {
    assertThat(only("ubuntu,8G,,,65284,18,,,,,96293,8,,,16,,,,,,,,,,,,").metrics())
        .containsOnlyKeys(
            Metric.parse("block-write bandwidth"),
            Metric.parse("block-write cpu"),
            Metric.parse("block-read bandwidth"),
            Metric.parse("block-read cpu"));
    String noFiles =
        "1.98,2.00a,h,1,1796069450,16M,,8192,5,1121,99,+++++,+++,+++++,+++,1887,99,+++++,+++,+++++,"
            + "+++,,,,,,,,,,,,,,,,,,8352us,51us,46us,4956us,50us,7905us,,,,,,";
    assertThat(only(noFiles).metrics())
        .hasSize(10)
        .containsKey(Metric.parse("seeks max latency"))
        .doesNotContainKey(Metric.parse("seq-create max latency"));
    String noLargeFile =
        "1.97,1.97,h,1,1374655110,,,,,,,,,,,,,,,60,32,32,,,1702,14,2025,12,1332,4,1873,16,2047,13,"
            + "1266,3,,,,,,,3874ms,6645ms,8659ms,505ms,7257ms,9627ms";
    assertThat(only(noLargeFile).metrics()).hasSize(18);
    assertThat(value(only(noLargeFile).metrics(), "seq-create iops")).isCloseTo(1702, within(1e-9));
    assertThat(only(",,,,,,,,,,,,,,16,18344,25,,,,,,,,,,".replaceFirst("^", "host")).metrics())
        .hasSize(2);
  }

  @Test
  void theCommaThat196ForgetsWithoutALargeFileIsMissed() {
    Map<Metric, Measured> metrics =
        only("1.96,1.96,lab3,1,1374655110,,,,,,,,,,,,,,60,32,32,,,1702,14,2025,12,1332,4,1873,16,"
                + "2047,13,1266,3,,,,,,,3874ms,6645ms,8659ms,505ms,7257ms,9627ms")
            .metrics();
    assertThat(metrics).hasSize(18);
    assertThat(value(metrics, "seq-create iops")).isCloseTo(1702, within(1e-9));
    assertThat(value(metrics, "ran-delete max latency")).isEqualTo(9_627e6);
  }

  @Test
  void aMachineNameMayHoldCommasAndBlanks() {
    for (String name : List.of("rack 4, slot 2", "a,b", "1,2,3", "8G,9G", "host")) {
      assertThat(only(OF_1_96.replace("store1", name)).metrics())
          .isEqualTo(only(OF_1_96).metrics());
      assertThat(only(OF_2_00.replace("store1", name)).metrics())
          .isEqualTo(only(OF_2_00).metrics());
      assertThat(only(OF_1_03.replace("store1", name)).metrics())
          .isEqualTo(only(OF_1_03).metrics());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"8G", "8192M", "8G:64k", "8192M:1M", "8192M:512"})
  void sizesAreRead(String size) {
    assertThat(only(OF_1_03.replace("8G", size)).metrics()).isEqualTo(only(OF_1_03).metrics());
  }

  @ParameterizedTest
  @ValueSource(strings = {"16:100000:16/64", "16:0:0", "16:link", "16/5"})
  void numbersOfFilesOf103AreRead(String files) {
    assertThat(only(OF_1_03.replace(",16,", "," + files + ",")).metrics())
        .isEqualTo(only(OF_1_03).metrics());
  }

  @Test
  void aMessageToAMailingListIsRead() {
    String message =
        """
        From: someone
        Subject: Re: CFQ, deadline and noop

        On Tue, 3 Feb 2009, another one wrote:
        > > I ran bonnie++ 1.03, 1.96 and 2.00a, 3 times, with 2,8G of RAM:
        > >
        > > Version  1.96       ------Sequential Output------ --Sequential Input- --Random-
        > > store1        7888M   754  97 64825   9 31211   4  3479  88 102054   5 258.5   2
        > > Latency             15626us    4693ms    2346ms   52158us     102ms     236ms
        > >%s
        > and on the other machine
        > name,file_size,putc,putc_cpu,put_block,put_block_cpu,rewrite,rewrite_cpu,getc,getc_cpu
        > %s

        and mine: `%s`, which is better.
        """
            .formatted(OF_1_96, OF_1_03, OF_2_00);
    assertThat(BonnieLines.read(message))
        .extracting(WorkloadResult::metrics)
        .containsExactly(only(OF_1_96).metrics(), only(OF_1_03).metrics(), only(OF_2_00).metrics());
  }

  @Test
  void theLineIsKeptAsADocument() {
    assertThat(only("$ echo \"" + OF_1_96 + "\" | bon_csv2html").documents())
        .containsExactly(new WorkloadResult.Document("bonnie.csv", "text/csv", OF_1_96 + "\n"));
  }

  @Test
  void brokenLinesAreJoinedWhereverTheyBreak() {
    for (String line : List.of(OF_1_03, OF_1_96, OF_2_00)) {
      List<String> refused = new ArrayList<>();
      for (int at = 40; at < line.length(); at++) {
        String broken = "text before\n> " + line.substring(0, at) + "\n> " + line.substring(at);
        try {
          assertThat(only(broken + "\n\n> text, after\n").metrics())
              .as("broken at %d", at)
              .isEqualTo(only(line).metrics());
        } catch (RecordException e) {
          assertThat(e).hasMessageContaining("belongs to it cannot be told");
          refused.add(line.substring(at));
        }
      }
      // Only the last number of a line of 1.03 can be cut without a sign of it.
      assertThat(refused).isEqualTo(line.equals(OF_1_03) ? List.of("9") : List.of());
    }
  }

  @Test
  void linesBrokenTwiceAndQuotedPrintableAreJoined() {
    String twice = OF_2_00.replaceAll("(.{72})", "$1\r\n");
    assertThat(only(twice).metrics()).isEqualTo(only(OF_2_00).metrics());
    String soft = OF_2_00.replaceAll("(.{72})", "$1=\n");
    assertThat(only(soft).metrics()).isEqualTo(only(OF_2_00).metrics());
  }

  @Test
  void linesOfAFileFollowEachOther() {
    String file = String.join("\n", OF_1_03, OF_1_03, OF_2_00, OF_1_96, OF_1_96) + "\n";
    assertThat(BonnieLines.read(file)).hasSize(5);
  }

  @Test
  void anAmbiguousEndIsRefused() {
    assertThatThrownBy(() -> BonnieLines.read("\n" + OF_1_03 + "\n7\n"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "line 2 is a line of bonnie++, and whether \"7\" in line 3 belongs to it cannot be"
                + " told; join the lines, or put an empty one between.");
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> BonnieLines.read("no figures here"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "the text holds no CSV line of bonnie++; it is the last line that bonnie++ prints, such"
                + " as \"1.96,1.96,host,1,…\", or \"host,8G,…\" until 1.03.");
    String cut = OF_1_96.substring(0, OF_1_96.indexOf(",254us"));
    assertThatThrownBy(() -> BonnieLines.read("figures:\n" + cut + "\n"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "line 2 begins as a line of bonnie++ in format 1.96 and ends after 42 of its 48 fields;"
                + " paste the whole line.");
    assertThatThrownBy(() -> BonnieLines.read(OF_1_96.replace("64825", "-64825")))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "line 1 begins as a line of bonnie++ in format 1.96 and cannot be read: field 10 is"
                + " \"-64825\"; correct or remove the line.");
    assertThatThrownBy(() -> BonnieLines.read(OF_1_96.replace("1.96,1.96", "1.50,1.50")))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "line 1 looks like a line of bonnie++ in format 1.50, whose columns are not known;"
                + " known are 1.03, 1.93 to 1.97, and 1.98 to 2.00.");
  }

  /** RAID10 of 12 disks on an H700, Linux 2.6.32, bonnie++ 1.96 with twice the memory. */
  @Test
  void theFiguresOfARaidCanBeStated() {
    Map<Metric, Measured> cfq = raid("434709", "225498", "952115", "556.2", "529ms");
    Map<Metric, Measured> deadline = raid("449914", "287010", "989527", "2304", "24700us");
    Map<Metric, Measured> noop = raid("451578", "303351", "1003688", "2294", "23000us");
    assertThat(value(noop, "seeks iops") / value(cfq, "seeks iops")).isGreaterThan(4);
    assertThat(value(cfq, "seeks max latency") / value(noop, "seeks max latency"))
        .isGreaterThan(20);
    assertThat(value(deadline, "block-write bandwidth") / value(cfq, "block-write bandwidth"))
        .isBetween(1.02, 1.04);
    assertThat(value(noop, "rewrite bandwidth") / value(cfq, "rewrite bandwidth"))
        .isBetween(1.34, 1.35);
    assertThat(value(noop, "block-read bandwidth")).isCloseTo(1003688 * 1024.0, within(1e-6));
  }

  private static Map<Metric, Measured> raid(
      String write, String rewrite, String read, String seeks, String latency) {
    return only("1.96,1.96,raid10,1,1287000000,252G,,,,"
            + write
            + ",40,"
            + rewrite
            + ",30,,,"
            + read
            + ",50,"
            + seeks
            + ",10,,,,,,,,,,,,,,,,,,,,,,,"
            + latency
            + ",,,,,,")
        .metrics();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none at least 4x more seeks iops than cfq",
        "noop seeks max latency at least 20x lower than cfq",
        "deadline at least 2% more block-write bandwidth than cfq",
        "noop at least 30% more rewrite bandwidth than cfq",
        "noop within 5% of deadline",
        "every scheduler at most 5% less block-read bandwidth than every other",
        "cfq at least 2000 seeks iops",
        "noop at most 30 ms seeks max latency",
        "noop at least 2x less putc cpu than cfq",
        "noop seq-create iops at least 5% more than cfq",
        "noop at least 5% more ran-delete iops than cfq",
        "noop at least 100 MB/s getc bandwidth"
      })
  void sentencesSpeakOfTheTests(String sentence) {
    assertThat(Expectation.parse(sentence).toString()).isNotEmpty();
  }

  @Test
  void everyTestCanBeNamedInASentence() {
    for (BonnieTest test : BonnieTest.values()) {
      Expectation read =
          Expectation.parse("a at least 5% less " + test.job() + " max latency than b");
      assertThat(read.metric().job()).contains(test.job());
    }
  }

  @Test
  void mutatedLinesEndInResultsOrAClearError() {
    Random random = new Random(20090323);
    List<String> lines = List.of(OF_1_03, OF_1_96, OF_2_00, OF_1_03 + "\n> " + OF_1_96);
    String letters = "0123456789,,,,+++.:GMkusm-> \n\"=e١ÿ";
    int read = 0;
    for (int i = 0; i < 100_000; i++) {
      StringBuilder line = new StringBuilder(lines.get(random.nextInt(lines.size())));
      for (int change = random.nextInt(6); change >= 0; change--) {
        int at = random.nextInt(line.length());
        char letter = letters.charAt(random.nextInt(letters.length()));
        switch (random.nextInt(4)) {
          case 0 -> line.setCharAt(at, letter);
          case 1 -> line.insert(at, letter);
          case 2 -> line.deleteCharAt(at);
          default -> line.insert(at, line, at, Math.min(line.length(), at + random.nextInt(60)));
        }
      }
      try {
        BonnieLines.read(line.toString())
            .forEach(
                result ->
                    result
                        .metrics()
                        .forEach((metric, m) -> assertThat(m.value()).isNotNegative().isFinite()));
        read++;
      } catch (RecordException e) {
        assertThat(e.getMessage()).endsWith(".").doesNotContain("Exception");
      }
    }
    assertThat(read).isBetween(5_000, 80_000);
  }

  private static WorkloadResult only(String text) {
    List<WorkloadResult> results = BonnieLines.read(text);
    assertThat(results).as(text).hasSize(1);
    return results.get(0);
  }

  private static double value(Map<Metric, Measured> metrics, String metric) {
    return Optional.ofNullable(metrics.get(Metric.parse(metric)))
        .orElseThrow(() -> new AssertionError("no " + metric))
        .value();
  }
}
