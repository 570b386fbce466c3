package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HtmlReportTests {

  @TempDir Path folder;

  static Stream<RunReport> runs() {
    return Stream.of(
        SampleRun.report(), SlicedRun.report(), ExtremeRun.report(), ExtremeRun.empty());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void loadsNothingAndRunsNothing(RunReport report) throws IOException {
    Path file = folder.resolve("report.html");

    HtmlReport.write(file, report);

    assertThat(Files.readString(file))
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .doesNotContain("<script", "<link", "src=", "href=", "url(", "@import", "<b>", "NaN");
  }

  @Test
  void whatIsTheSameInEveryRunIsShownOnce() {
    RunReport reads = SampleRun.of(List.of(SampleRun.report().benchmarks().get(0)));

    assertThat(HtmlReport.render(reads))
        .contains("<td>iops</td>", "<td>bandwidth</td>", "<td>p99 read latency</td>")
        .contains("What is the same in every run (all I/Os were reads, say) is shown once.")
        .doesNotContain("<td>read iops</td>", "<td>read bandwidth</td>");
  }

  @Test
  void theDecisiveFigureIsShownAndTheOtherReasonsOpen() {
    assertThat(HtmlReport.render(SampleRun.deciding("none within 50% of every other")))
        .containsPattern("<span class=\"why\">typical speed [^<]*, 12 rounds</span>")
        .containsPattern("<details class=\"why\"><summary>details</summary><span[^>]*>median ");
  }

  @Test
  void saysHowManyRunsDecide() {
    assertThat(HtmlReport.render(SampleRun.report()))
        .contains("48 runs decide, 2 in contaminated rounds do not.")
        .contains("1 run decides.");
  }

  @Test
  void manySlicesAreDotsOfOnePathAndTheirConditionsOpen() {
    String few = HtmlReport.render(SlicedRun.report());
    String many = HtmlReport.render(SampleRun.of(List.of(SlicedRun.ofSlices(130))));

    assertThat(few)
        .contains("<title>bfq, round 3, position ")
        .contains("left out: foreign-io</text>", "left out: steal</text>")
        .contains("<details><summary>Conditions of each slice</summary>")
        .contains("<td>38.3 MB</td>")
        .contains("<li>A/A control: passed in 1 of 2 benchmarks;")
        .contains("<p>Sampled in RUNS: bfq changes after 2.5 s.</p>");
    assertThat(many)
        .doesNotContain("<title>bfq, round 3, position ")
        .contains("<path class=\"dust arm0\"", "<path class=\"ring arm0\"")
        .contains("thin lines are 5 slices each")
        .contains(
            "<summary>Conditions of the slices: medians and maxima, and those of 6 of 6 that");
    assertThat(many.length()).isLessThan(300_000);
  }

  @Test
  void theMomentAtWhichTheRateChangesIsMarked() {
    assertThat(HtmlReport.render(SlicedRun.report()))
        .containsOnlyOnce("<line class=\"change\"")
        .contains("dashed: a regime ends")
        .contains("<p>reader read iops of bfq fell from 5.70k io/s to 100 io/s after 2.5 s");
  }

  @Test
  void whatAToolWroteIsLinked() {
    String page = HtmlReport.render(SampleRun.of(List.of(SampleRun.withAttachments())));

    assertThat(page)
        .contains("round 1, none: <a href=\"documents/reads-1-none.json\">fio.json</a>");
  }
}
