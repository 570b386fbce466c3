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
}
