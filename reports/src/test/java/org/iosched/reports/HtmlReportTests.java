package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HtmlReportTests {

  @TempDir Path folder;

  static Stream<RunReport> runs() {
    return Stream.of(SampleRun.report(), ExtremeRun.report(), ExtremeRun.empty());
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
  void saysHowManyRunsDecide() {
    assertThat(HtmlReport.render(SampleRun.report()))
        .contains("48 runs decide, 2 in contaminated rounds do not.")
        .contains("1 run decides.");
  }
}
